// Clicks and seconds that a trader's tasks take somebody who has only the printed link:
//   node test/console/count-tasks.ts
// A choice from a list is a click, a field that is filled counts by itself, and what the page
// proposes is left as it is. Seconds include those of the service, at whatever load there is.

import type { Locator, Page } from 'playwright-core';
import { present } from '#lib/assert.ts';
import { startVenueServer } from '#loopback/server/venue-server.ts';
import { findBrowser, NO_BROWSER, startBrowser } from '../support/browser.ts';
import { startConsole } from './console-service.ts';
import { openVisitor } from './visitor.ts';

const PASSWORD = 'chosen at the first start';
const MINUTES_MS = 180_000;

type Hand = {
  readonly page: Page;
  readonly press: (what: Locator) => Promise<void>;
  readonly choose: (what: Locator, label: string) => Promise<void>;
  readonly fill: (what: Locator, text: string) => Promise<void>;
};
type Task = readonly [name: string, play: (hand: Hand) => Promise<void>];

const place = (page: Page, name: string): Locator =>
  page.getByRole('navigation').getByRole('link', { name, exact: true }).first();
const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).first();

const TASKS: readonly Task[] = [
  ['sign in by the link', signIn],
  ['a market and its chart', seeChart],
  ['an order at market', orderAtMarket],
  ['a limit order, and its end', limitAndCancel],
  ['a grid bot: tested, made, started', startGrid],
  ['an averaging bot: made, started', startAveraging],
  ['an alert to a signal bot', startSignals],
  ['paper on real prices', takePaper],
  ['an example copied and backtested', testExample],
  ['stop everything', stopAll],
];

const found = await findBrowser();
if (found === null) {
  process.stderr.write(`${NO_BROWSER}\n`);
  process.exit(2);
}
const venue = await startVenueServer();
const environment = { TIDEMILL_VENUE_LOOPBACK: venue.address, TIDEMILL_VENUES: 'binance' };
const [service, browser] = await Promise.all([startConsole(environment), startBrowser(found)]);
try {
  const visitor = await openVisitor(browser, service, null);
  await visitor.open(service.firstLink);
  process.stdout.write('| Task | Clicks | Fields filled | Seconds |\n|---|---|---|---|\n');
  for (const [name, play] of TASKS) {
    const counts = { clicks: 0, fields: 0 };
    const startMs = performance.now();
    await play(handOf(visitor.page, counts));
    const seconds = ((performance.now() - startMs) / 1_000).toFixed(1);
    process.stdout.write(`| ${name} | ${counts.clicks} | ${counts.fields} | ${seconds} |\n`);
  }
} finally {
  await browser.close();
  await service.close();
  await venue.close();
}
process.exit(0);

function handOf(page: Page, counts: { clicks: number; fields: number }): Hand {
  return {
    page,
    async press(what) {
      counts.clicks += 1;
      await what.click();
    },
    async choose(what, label) {
      counts.clicks += 1;
      await what.selectOption({ label });
    },
    async fill(what, text) {
      counts.fields += 1;
      await what.fill(text);
    },
  };
}

async function signIn({ page, press, fill }: Hand): Promise<void> {
  await fill(page.getByLabel('Password', { exact: true }), PASSWORD);
  await fill(page.getByLabel('Repeat password'), PASSWORD);
  await press(button(page, 'Save and continue'));
  await page.getByRole('heading', { name: 'First steps' }).waitFor();
}

async function seeChart({ page, press }: Hand): Promise<void> {
  await press(place(page, 'Markets'));
  await press(page.getByRole('link', { name: 'BTC/USDT', exact: true }).first());
  await page.locator('.chart canvas').first().waitFor();
}

async function orderAtMarket({ page, press, choose, fill }: Hand): Promise<void> {
  const ticket = page.getByRole('form', { name: 'Order ticket' });
  await choose(ticket.getByLabel('Type'), 'Market');
  await fill(ticket.getByLabel('Amount'), '0.01');
  await press(ticket.getByRole('button', { name: 'Buy 0.01 BTC' }));
  await page.getByText('Bought 0.01').waitFor();
}

async function limitAndCancel({ page, press, choose, fill }: Hand): Promise<void> {
  const ticket = page.getByRole('form', { name: 'Order ticket' });
  await choose(ticket.getByLabel('Type'), 'Limit');
  await fill(ticket.getByLabel('Price'), '1000');
  await fill(ticket.getByLabel('Amount'), '0.02');
  await press(ticket.getByRole('button', { name: 'Buy 0.02 BTC' }));
  const own = page.getByRole('region', { name: 'Your activity' });
  await own.getByText('0 of 0.02').waitFor();
  await press(own.getByRole('button', { name: 'Cancel', exact: true }));
  await own.getByText('No open orders').waitFor();
}

async function newStrategy({ page, press }: Hand): Promise<void> {
  await press(place(page, 'Bots'));
  await press(page.getByRole('link', { name: 'New strategy bot' }));
}

async function makeAndStart({ page, press }: Hand): Promise<void> {
  await press(button(page, 'Make the bot'));
  await press(button(page, 'Start'));
  await page.getByText('Running', { exact: true }).waitFor();
}

async function startGrid(hand: Hand): Promise<void> {
  const { page, press } = hand;
  await newStrategy(hand);
  await press(button(page, 'Run a backtest'));
  await page.getByRole('link', { name: 'Open the whole report' }).waitFor();
  await makeAndStart(hand);
}

async function startAveraging(hand: Hand): Promise<void> {
  const { page, choose } = hand;
  await newStrategy(hand);
  await choose(page.getByLabel('Strategy'), 'Spot DCA');
  await page.getByRole('region', { name: 'Orders of a deal' }).getByRole('row').nth(6).waitFor();
  await makeAndStart(hand);
}

/** Until the first alert has been acted on, as the bot's page says it. */
async function startSignals(hand: Hand): Promise<void> {
  const { page, press, choose } = hand;
  await newStrategy(hand);
  await choose(page.getByLabel('Strategy'), 'Signal bot');
  await makeAndStart(hand);
  await press(button(page, 'Make an address'));
  const dialog = page.getByRole('dialog', { name: 'Keep this address now' });
  await press(dialog.getByRole('button').last());
  await press(button(page, 'Send it'));
  await page
    .getByRole('log')
    .getByText(/bought/)
    .first()
    .waitFor({ timeout: MINUTES_MS });
}

async function takePaper({ page, press }: Hand): Promise<void> {
  await press(place(page, 'Accounts'));
  await press(button(page, 'New account'));
  const dialog = page.getByRole('dialog');
  await press(dialog.getByRole('button', { name: /^Paper account/ }));
  await press(dialog.getByRole('button', { name: /^Binance ?spot$/ }));
  await press(dialog.getByRole('button', { name: 'Make the account' }));
  await press(dialog.getByRole('button', { name: 'Open the account' }));
  await page.getByRole('heading', { level: 1, name: 'Paper Binance' }).waitFor();
}

async function testExample({ page, press, choose }: Hand): Promise<void> {
  await press(place(page, 'Scripts'));
  await press(button(page, 'Examples'));
  await press(button(page, /^Copy /));
  await page.getByLabel('Account').waitFor();
  await choose(page.getByLabel('Account'), 'Demo');
  await press(button(page, 'Run'));
  await page.getByText('Buy and hold').first().waitFor();
}

async function stopAll({ page, press }: Hand): Promise<void> {
  await press(button(page, 'Stop everything'));
  const dialog = present(page.getByRole('dialog'), 'it asks first');
  await press(dialog.getByRole('button', { name: 'Stop everything' }));
  await dialog.getByText(/bots? stopped/).waitFor();
}
