// A grid from its first line to its stop, and what an averaging bot shows before it is made.

import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { present } from '#lib/assert.ts';
import { until } from '../../support/until.ts';
import { checkAccess, checkWidths } from '../page-checks.ts';
import type { Stage } from '../stage.ts';
import type { Visitor } from '../visitor.ts';

/** With room for a busy machine. */
const FIRST_MINUTE_MS = 300_000;

export async function strategyBots({ service, visit }: Stage): Promise<void> {
  const user = await service.makeUser('gwen');
  await service.openAccount('gwen');
  const visitor = await visit(user);
  const { page } = visitor;
  await visitor.open('/bots');
  await page.getByRole('link', { name: 'New strategy bot' }).click();
  await page.getByRole('heading', { level: 1, name: 'Strategy bot' }).waitFor();

  await page.getByLabel('Strategy').selectOption({ label: 'Spot DCA' });
  const orders = page.getByRole('region', { name: 'Orders of a deal' });
  await orders.getByRole('row').nth(6).waitFor();
  assert.equal(await orders.getByRole('row').count(), 7, 'the first order and five that average');
  await visitor.picture('strategy-averaging');

  await page.getByLabel('Strategy').selectOption({ label: 'Spot grid' });
  await page.getByText('Needed at the start').waitFor();
  await checkWidths(page);
  await checkAccess(page);
  await visitor.picture('strategy-grid');
  await dragRange(page);
  // What cannot be is said at its field before anything is made.
  const investment = page.getByLabel('Investment', { exact: true });
  const possible = await investment.inputValue();
  await investment.fill('900000000');
  await page.locator('.field', { has: investment }).locator('.wrong').waitFor();
  assert.ok(await page.getByRole('button', { name: 'Make the bot' }).isDisabled());
  await investment.fill(possible);
  await page.getByLabel('Name', { exact: true }).fill('Grid of Gwen');
  await testAndChange(page, visitor, possible);
  // The price of now may be the highest of these days, and higher when the bot starts.
  const upper = page.getByRole('textbox', { name: 'Upper price' });
  await upper.fill(String(Math.round(Number(await upper.inputValue()) * 1.05)));
  await page.getByRole('button', { name: 'Make the bot' }).click();
  await page.getByRole('heading', { level: 1, name: 'Grid of Gwen' }).waitFor();
  assert.equal((await user.api.listBots({})).data[0]?.is_activated, false);

  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByText('Running', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Investment', { exact: true }).waitFor();
  assert.equal(await dialog.getByLabel('Grids', { exact: true }).count(), 0, 'fixed while it runs');
  await dialog.getByLabel('Investment', { exact: true }).fill(String(Number(possible) + 100));
  // Its range is on a chart as well, and the field follows.
  const lower = dialog.getByLabel('Lower price');
  const [handle, field] = [
    lower.and(page.getByRole('slider')),
    dialog.getByRole('textbox', { name: 'Lower price' }),
  ];
  const range = await field.inputValue();
  await until('the field follows the chart', async () => {
    await handle.press('PageDown');
    return (await field.inputValue()) !== range;
  });
  await visitor.picture('strategy-edit');
  await checkAccess(page);
  await field.fill(range);
  await dialog.getByRole('button', { name: 'Save the changes' }).click();
  await dialog.waitFor({ state: 'detached' });
  await visitor.picture('strategy-bot');
  await checkAccess(page);

  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByRole('button', { name: 'Stop the bot' }).click();
  await page.getByText('Stopped', { exact: true }).waitFor();
  await visitor.open('/bots');
  await page.getByText('Spot grid').waitFor();
  await visitor.leave();
}

/** The run is beside the form, which neither its report nor a step back empties. */
async function testAndChange(page: Page, visitor: Visitor, investment: string): Promise<void> {
  await page.getByRole('button', { name: 'Use the range of these days' }).first().click();
  await page.getByRole('button', { name: 'Run a backtest' }).click();
  const whole = page.getByRole('link', { name: 'Open the whole report' });
  await whole.waitFor();
  await visitor.picture('strategy-tested');
  await checkWidths(page, [390]);
  await whole.click();
  await page.getByRole('heading', { level: 1, name: 'Spot grid' }).waitFor();
  await page.goBack();
  const name = page.getByLabel('Name', { exact: true });
  await name.waitFor();
  assert.equal(await name.inputValue(), 'Grid of Gwen');
  assert.equal(await page.getByLabel('Investment', { exact: true }).inputValue(), investment);
  await whole.click();
  await visitor.picture('strategy-report');
  await page.getByRole('link', { name: 'Make this bot' }).click();
  await page.getByRole('heading', { level: 1, name: 'Strategy bot' }).waitFor();
  const field = page.getByLabel('Investment', { exact: true });
  await field.waitFor();
  assert.equal(await field.inputValue(), investment);
  await page.getByLabel('Name', { exact: true }).fill('Grid of Gwen');
}

/** The range on the chart: the fields follow the pointer and the keys, and the lines the fields. */
async function dragRange(page: Page): Promise<void> {
  const [lower, upper] = [page.getByLabel('Lower price'), page.getByLabel('Upper price')];
  const [low, high] = [lower.and(page.getByRole('slider')), upper.and(page.getByRole('slider'))];
  const field = lower.and(page.getByRole('textbox'));
  const numberOf = async (of: Locator): Promise<number> =>
    Number(((await of.getAttribute('aria-valuenow')) ?? (await of.inputValue())).replace(/,/g, ''));
  const before = { low: await numberOf(low), high: await numberOf(high) };
  await low.hover();
  const box = present(await low.boundingBox(), 'the lower price is on the chart');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y - 25, { steps: 4 });
  await page.mouse.up();
  await until('the field follows the pointer', async () => (await numberOf(field)) > before.low);
  const dragged = await numberOf(field);
  assert.ok(dragged < before.high, `${dragged} is below ${before.high}`);
  await high.focus();
  await page.keyboard.press('PageUp');
  await until('a key moves it by one percent', async () => {
    return Math.abs((await numberOf(high)) / before.high - 1.01) < 0.0001;
  });
  await low.focus();
  // Neither end passes the other.
  for (let press = 0; press < 40; press += 1) await page.keyboard.press('PageUp');
  assert.ok((await numberOf(low)) < (await numberOf(high)));
  await page.getByRole('textbox', { name: 'Lower price' }).fill(String(before.low));
  await page.getByRole('textbox', { name: 'Upper price' }).fill(String(before.high));
}

export async function sendSignalByHand({ service, visit }: Stage): Promise<void> {
  const user = await service.makeUser('sina');
  const accountId = await service.openAccount('sina');
  const { bot_id: botId } = await user.api.createStrategyBot({
    body: {
      name: 'Listener',
      account_id: accountId,
      type: 'webhook',
      config: { market_tag: 'SIM_BTC_USDT', signal_token: 'trend', order_size: '50' },
    },
  });
  const visitor = await visit(user);
  const { page } = visitor;
  await visitor.open(`/bots/${botId}`);
  await page.getByText('The bot receives signals once it is started.').waitFor();
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByText('Running', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Send it' }).click();
  await page.getByText('Signal sent').waitFor();
  // It acts in its first minute, and what it bought comes by itself.
  const bought = page
    .getByRole('log')
    .getByText(/bought/)
    .first();
  await bought.waitFor({ timeout: FIRST_MINUTE_MS });
  await visitor.picture('signal-bot');
  await checkAccess(page);
  await takeAddress(page);
  const [hook] = (await user.api.listHooks({})).data;
  assert.deepEqual([hook?.bot_id, hook?.signal], [botId, 'trend']);
  assert.equal(hook?.allowed_addresses.length, 4, 'of TradingView');
  await page.getByText('There is an address from').waitFor();
  await page.getByText('Waiting for the first alert…').waitFor();
  // The proposed message, to an address that may be called from here.
  await page.getByLabel('The alert is of').selectOption('exit_position');
  const message = await page.getByLabel('The message of the alert').textContent();
  const open = await user.api.createHook({ body: { bot_id: botId, signal: 'trend' } });
  const alert = (message ?? '').replace('{{timenow}}', new Date().toISOString());
  const sent = await fetch(new URL(open.path, page.url()), { method: 'POST', body: alert });
  assert.equal(sent.status, 200, await sent.text());
  const sold = page.getByRole('log').getByText(/sold/);
  await sold.first().waitFor({ timeout: FIRST_MINUTE_MS });
  await page.getByText('Last alert').waitFor();
  await page
    .getByText(/signal "exit_position": closes the position/)
    .first()
    .waitFor();
  // What no bot can read is refused, with the reason where one waits for the alert.
  const wrong = await fetch(new URL(open.path, page.url()), { method: 'POST', body: '{"action":' });
  assert.equal(wrong.status, 400);
  await page.getByText(/Mend the message in TradingView/).waitFor();
  await visitor.picture('last-alert');
  await checkWidths(page);
  await visitor.leave();
}

/** Makes the hook of a bot on its own page. */
async function takeAddress(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Make an address' }).click();
  const dialog = page.getByRole('dialog', { name: 'Keep this address now' });
  const address = await dialog.getByLabel('The address of the hook').textContent();
  assert.match(address ?? '', /^http.*\/hooks\/tm_hook_/);
  await checkWidths(page, [390]);
  await dialog.getByRole('button', { name: 'I have saved it' }).click();
  await dialog.waitFor({ state: 'hidden' });
}
