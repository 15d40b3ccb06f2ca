// A Pine script as its owner has it: pasted into a new one, with what its language is named, tested
// as on its chart, and then with realistic fills.

import assert from 'node:assert/strict';
import type { Stage } from '../stage.ts';
import { writeScript } from '../write-script.ts';

const SOURCE = `//@version=5
strategy("Averages", overlay = true, calc_on_every_tick = true)
fastLength = input.int(10, "Fast", minval = 1, group = "Averages", tooltip = "Candles of it")
slowLength = input.int(30, "Slow", minval = 1, group = "Averages")
fast = ta.sma(close, fastLength)
slow = ta.sma(close, slowLength)
a = plot(fast, "Fast", color.teal, 2)
b = plot(slow, "Slow", color.orange)
fill(a, b, color.new(color.gray, 85))
plotshape(ta.crossover(fast, slow), "Up", shape.triangleup, location.belowbar, color.green, text = "up")
bgcolor(fast < slow ? color.new(color.red, 92) : na)
if ta.crossover(fast, slow)
    strategy.entry("Long", strategy.long)
if ta.crossunder(fast, slow)
    strategy.close("Long")
`;

export async function pineScript({ service, visit }: Stage): Promise<void> {
  const user = await service.makeUser('pia');
  await service.openAccount('pia');
  const visitor = await visit(user);
  const { page } = visitor;
  await visitor.open('/scripts');
  await page.getByRole('button', { name: 'New script' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('From my chart');
  await dialog.getByRole('button', { name: 'Pine', exact: true }).click();
  await dialog.getByLabel('Paste it here').fill(SOURCE);
  await visitor.picture('pine-new');
  await dialog.getByRole('button', { name: 'Create the script' }).click();
  await page.getByRole('heading', { level: 1, name: 'From my chart' }).waitFor();
  const said = page.getByRole('list', { name: 'Mistakes' });
  await said.getByText("'calc_on_every_tick' has no effect").waitFor();
  const fills = page.getByRole('group', { name: 'How orders fill' });
  const chosen = fills.getByRole('button', { name: 'As TradingView' });
  assert.equal(await chosen.getAttribute('aria-pressed'), 'true');
  await page.getByText('Inputs of the script').click();
  await page.getByLabel('Fast').waitFor();
  const run = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/v1/backtests'),
  );
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  assert.equal((await run).postDataJSON().settings.rules, 'tradingview');
  await page.getByText('Buy and hold').first().waitFor();
  await page.locator('.report-chart canvas').first().waitFor();
  await visitor.picture('pine-report');
  await fills.getByRole('button', { name: 'Realistic' }).click();
  await page.getByText('What an exchange leaves of it').waitFor();
  await writeScript(page, SOURCE.replace('ta.sma(close', 'ta.smaa(close'));
  await said.getByText('5:8').waitFor();
  await visitor.picture('pine-mistake');
  await visitor.leave();
}
