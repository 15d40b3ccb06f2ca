// Results of research taken out of the console: tables, one page that needs nothing else, paper, a
// link.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { parquetReadObjects } from 'hyparquet';
import { settledUser } from '../settled-user.ts';
import type { Stage } from '../stage.ts';

export async function takeItAlong({ service, browser, visit }: Stage): Promise<void> {
  const { user, own } = await settledUser(service);
  const { backtestId, labId } = own;
  const { data: trades } = await user.api.listBacktestPositions({
    backtest_id: backtestId,
    limit: 500,
  });
  const { total_return: total } = await user.api.getBacktestStatistics({ backtest_id: backtestId });
  const visitor = await visit(user);
  const { page } = visitor;
  await visitor.open(`/backtests/${backtestId}`);
  await page.getByRole('region', { name: 'Result' }).waitFor();
  await page.locator('summary').filter({ hasText: 'Export' }).click();
  const csv = readFileSync(await downloaded(page, 'Trades as CSV'), 'utf8');
  assert.equal(csv.trimEnd().split('\r\n').length, trades.length + 1);
  const parquet = readFileSync(await downloaded(page, 'Trades as Parquet'));
  const rows = await parquetReadObjects({ file: new Uint8Array(parquet).buffer });
  assert.equal(rows.length, trades.length);
  const file = await downloaded(page, 'Whole report as one page (HTML)');
  await visitor.picture('export');
  await page.keyboard.press('Escape');
  assert.ok(await page.getByRole('button', { name: 'Copy the link' }).isHidden());

  const reader = await browser.newPage();
  const requests: string[] = [];
  reader.on('request', (request) => requests.push(request.url()));
  await reader.goto(`file://${file}`);
  const figures = await reader.getByRole('region', { name: 'Result' }).innerText();
  const digits = Math.abs(Number(total)).toFixed(3).replace(/0+$/, '');
  assert.ok(figures.includes(digits), `${digits} is in ${figures}`);
  await reader.getByRole('heading', { name: 'Distributions and resampled runs' }).waitFor();
  assert.deepEqual(requests, [`file://${file}`], 'it asks for nothing');
  const paper = await reader.pdf({ format: 'A4' });
  assert.ok(paper.length > 20_000);
  await reader.close();

  await visitor.open(`/labs/${labId}`);
  await page.getByRole('region', { name: 'Best results' }).waitFor();
  await page.locator('summary').filter({ hasText: 'Export' }).click();
  const results = readFileSync(await downloaded(page, 'Results as CSV'), 'utf8');
  assert.match(results.split('\r\n')[0] ?? '', /parameters\.Fast/);
  const lab = readFileSync(await downloaded(page, 'Whole report as one page (HTML)'), 'utf8');
  assert.ok(lab.includes('"kind":"lab"'));

  // The report and a bot as one, chosen in its own page.
  await visitor.open(`/portfolio?backtests=${backtestId}`);
  await page.getByRole('region', { name: 'What each adds' }).waitFor();
  await page.getByRole('checkbox', { name: /^Averages, stopped/ }).check();
  await page.waitForURL(/bots=bot_/);
  await page.getByRole('region', { name: 'Correlations' }).waitFor();
  await page.locator('summary').filter({ hasText: 'Export' }).click();
  const all = readFileSync(await downloaded(page, 'Whole report as one page (HTML)'), 'utf8');
  assert.ok(all.includes('"kind":"portfolio"'));
  await visitor.picture('portfolio');
  await visitor.leave();
}

/** In a folder of its own. */
async function downloaded(page: Page, name: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name, exact: true }).click(),
  ]);
  // A browser reads a page by what its name ends in.
  const file = path.join(
    mkdtempSync(path.join(tmpdir(), 'tidemill-export-')),
    download.suggestedFilename(),
  );
  await download.saveAs(file);
  return file;
}
