// A Pine strategy from the clipboard to a running bot: its inputs are the form and are searched,
// and its alerts are in the bot's log. Examples in Pine are in the gallery.

import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Stage } from '../stage.ts';

const SOURCE = `//@version=6
strategy("Averages", overlay = true, default_qty_value = 0.01)
int fastLength = input.int(10, "Fast", minval = 1)
int slowLength = input.int(30, "Slow", minval = 1)
fast = ta.sma(close, fastLength)
slow = ta.sma(close, slowLength)
plot(fast, "Fast", color.teal)
if ta.crossover(fast, slow)
    strategy.entry("Long", strategy.long)
    label.new(bar_index, low, "in", style = label.style_label_up)
if ta.crossunder(fast, slow)
    strategy.close("Long")
alert("Closed at " + str.tostring(close) + " with " + str.tostring(fastLength))
`;

/** Of a minute that has to close first, on a slow machine. */
const MINUTE_TIMEOUT_MS = 300_000;

export async function pineToBot({ service, visit }: Stage): Promise<void> {
  const user = await service.makeUser('petra');
  await service.openAccount('petra');
  const visitor = await visit(user);
  const { page } = visitor;
  await visitor.open('/scripts');
  await page.getByRole('button', { name: 'New script' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Averages of mine');
  await dialog.getByRole('button', { name: 'Pine', exact: true }).click();
  await dialog.getByLabel('Paste it here').fill(SOURCE);
  await dialog.getByRole('button', { name: 'Create the script' }).click();
  await page.getByRole('heading', { level: 1, name: 'Averages of mine' }).waitFor();
  await page.getByText('Inputs of the script').click();
  assert.equal(await page.getByLabel('Fast').inputValue(), '10');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByText('Buy and hold').first().waitFor();
  await page.locator('.report-chart canvas').first().waitFor();
  await search(page);
  await visitor.picture('pine-lab');
  const best = page.getByRole('region', { name: 'Best results' }).getByRole('row').nth(1);
  await best.getByRole('button', { name: 'Make a bot' }).click();
  await page.getByRole('heading', { level: 1, name: /^Averages of mine \(\d+\)$/ }).waitFor();
  const [bot] = (await user.api.listBots()).data;
  const chosen = String(bot?.parameters['Fast']);
  assert.ok(['5', '10', '15'].includes(chosen), chosen);
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByText('Running', { exact: true }).waitFor();
  const reported = page.getByText(new RegExp(`Closed at [\\d.]+ with ${chosen}`));
  await reported.first().waitFor({ timeout: MINUTE_TIMEOUT_MS });
  await visitor.picture('pine-bot');
  const events = await user.api.listEvents({ types: 'bot.notified' });
  assert.ok(events.data.length > 0, 'the alert is an event');

  await visitor.open('/scripts');
  await page.getByRole('button', { name: 'Examples' }).click();
  await page.getByRole('searchbox', { name: 'Search the examples' }).fill('supertrend pine');
  await visitor.picture('pine-gallery');
  await page.getByRole('button', { name: 'Copy Supertrend with table (Pine)' }).click();
  await page.getByRole('heading', { level: 1, name: 'Supertrend with table (Pine)' }).waitFor();
  const script = (await user.api.listScripts()).data.find(({ name }) => name.endsWith('(Pine)'));
  assert.deepEqual([script?.language, script?.is_valid], ['pine', true]);
  await visitor.leave();
}

/** Of one input, over candles of a minute. */
async function search(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Search its inputs' }).click();
  await page.getByRole('button', { name: 'Choose its ranges' }).click();
  await page.getByRole('heading', { name: 'What to search' }).waitFor();
  await page.getByRole('button', { name: '7 days' }).click();
  await page.getByText('How orders fill').click();
  await page.getByRole('combobox', { name: 'Candles', exact: true }).selectOption('1');
  const row = page.getByRole('listitem').filter({ hasText: 'Fast' });
  await row.getByRole('checkbox').check();
  for (const [field, value] of [
    ['from', '5'],
    ['to', '15'],
    ['step', '5'],
  ] as const)
    await row.getByRole('textbox', { name: field }).fill(value);
  await page.getByText('3 runs').waitFor();
  await page.getByRole('button', { name: 'Start the search' }).click();
  await page.getByRole('region', { name: 'Best results' }).getByRole('row').nth(1).waitFor();
}
