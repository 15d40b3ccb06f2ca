// Five tasks of somebody who has the printed link and has read nothing: a paper account, a script,
// why it does not trade, a search of two inputs, and a bot that is started and stopped.

import assert from 'node:assert/strict';
import { checkAccess, checkWidths } from '../page-checks.ts';
import type { Stage } from '../stage.ts';
import type { Visitor } from '../visitor.ts';
import { writeScript } from '../write-script.ts';

const PASSWORD = 'chosen at the first start';
const NAME = 'Dips of the RSI';

/** Buys below 3, where the RSI never is. */
const SILENT = `local rsi = RSI(ClosePrices(60), 14)
Plot(1, 'RSI', rsi)
if rsi < 3 then DoLong() elseif rsi > 70 then DoExitPosition() end
`;

const MENDED = `local low = Input('Low', 35, 'Below it the market is oversold')
local high = Input('High', 65, 'Above it the market is overbought')
local rsi = RSI(ClosePrices(60), 14)
Plot(1, 'RSI', rsi)
if rsi < low then DoLong() elseif rsi > high then DoExitPosition() end
`;

export async function newUser({ service, visit }: Stage): Promise<void> {
  const visitor = await visit(null);
  await signInByLink(visitor, service.firstLink);
  await takePaperAccount(visitor);
  await writeFirstScript(visitor);
  await findWhyNoTrades(visitor);
  await searchTwoInputs(visitor);
  await runAndStop(visitor);
  await visitor.leave();
}

async function signInByLink(visitor: Visitor, link: string): Promise<void> {
  const { page } = visitor;
  await visitor.open(link);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Repeat password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await page.getByRole('heading', { name: 'First steps' }).waitFor();
}

async function takePaperAccount(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  await page.getByRole('main').getByRole('link', { name: 'Accounts', exact: true }).click();
  await page.getByRole('button', { name: 'New account' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Paper account/ }).click();
  await dialog.getByRole('button', { name: /^Binance ?spot$/ }).click();
  await dialog.getByRole('button', { name: 'Make the account' }).click();
  await dialog.getByText('Bots may trade on it.').waitFor();
  await visitor.picture('new-user-1-account');
  await dialog.getByRole('button', { name: 'Open the account' }).click();
  await page.getByRole('heading', { level: 1, name: 'Paper Binance' }).waitFor();
}

async function writeFirstScript({ page }: Visitor): Promise<void> {
  await page.getByRole('link', { name: 'Scripts', exact: true }).first().click();
  await page.getByRole('button', { name: 'New script' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New script' });
  const create = dialog.getByRole('button', { name: 'Create the script' });
  assert.ok(await create.isDisabled(), 'a script has a name');
  await dialog.getByLabel('Name').fill(NAME);
  await create.click();
  await page.getByRole('heading', { level: 1, name: NAME }).waitFor();
  await writeScript(page, SILENT);
}

/** The demo account's prices are simulated, so that there is a month of them. */
async function findWhyNoTrades(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  await page.getByLabel('Account').selectOption({ label: 'Demo' });
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('heading', { name: 'There was no signal' }).waitFor();
  const reach = await page.getByRole('listitem').filter({ hasText: 'RSI was between' }).innerText();
  const [least = 0, most = 0] = [...reach.matchAll(/\d+\.\d+/g)].map(Number);
  assert.ok(3 < least && least < most && most < 100, reach);
  await checkWidths(page);
  await checkAccess(page);
  await visitor.picture('new-user-2-no-trades');
  await writeScript(page, MENDED);
  await page.getByText('Not saved').waitFor();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByText('% won').waitFor();
  await visitor.picture('new-user-3-trades');
}

async function searchTwoInputs(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  await page.getByRole('link', { name: 'Search its inputs' }).click();
  await page.getByRole('button', { name: 'Choose its ranges' }).click();
  await page.getByText('Tick the inputs to vary').waitFor();
  await page.getByLabel('Account').selectOption({ label: 'Demo' });
  for (const [name, values] of [
    ['Low', ['30', '40', '5']],
    ['High', ['60', '70', '5']],
  ] as const) {
    const row = page.getByRole('listitem').filter({ hasText: name });
    await row.getByRole('checkbox').check();
    for (const [index, field] of ['from', 'to', 'step'].entries())
      await row.getByRole('textbox', { name: field }).fill(values[index] ?? '');
  }
  await page.getByText('9 runs').waitFor();
  await page.getByRole('button', { name: 'Start the search' }).click();
  await page.getByRole('heading', { name: 'How much may be luck' }).waitFor();
  await visitor.picture('new-user-4-lab');
}

async function runAndStop(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  await page.getByRole('link', { name: 'Open the script' }).first().click();
  await page.getByRole('link', { name: 'Make a bot' }).click();
  const dialog = page.getByRole('dialog', { name: 'New bot' });
  assert.equal(await dialog.getByLabel('Name').inputValue(), NAME);
  await dialog.getByRole('button', { name: 'Make the bot' }).click();
  await page.getByRole('heading', { level: 1, name: NAME }).waitFor();
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByText('Started its script on SIM_').waitFor();
  await visitor.picture('new-user-5-bot');
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByRole('button', { name: 'Stop the bot' }).click();
  await page.getByText('Stopped', { exact: true }).waitFor();
}
