// Drawings of a script in the chart of its report: each of its colours is seen, and is gone when
// the script draws it no more.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { until } from '../../support/until.ts';
import { MARKET } from '../furnish.ts';
import { checkAccess } from '../page-checks.ts';
import { missingColours } from '../seen-colours.ts';
import type { Stage } from '../stage.ts';

const SOURCE = readFileSync(new URL('./drawn-script.lua', import.meta.url), 'utf8');
const WINDOW = { start_at: '2026-11-01T00:00:00.000Z', end_at: '2026-11-03T00:00:00.000Z' };

/** Each is used by one drawing, and by nothing of the page. */
const COLOURS = {
  band: [250, 215, 252],
  histogram: [255, 0, 170],
  'histogram below zero': [120, 0, 255],
  bars: [0, 170, 255],
  'inside of bars': [170, 235, 255],
  circles: [170, 90, 0],
  'inside of circles': [255, 230, 170],
  shapes: [60, 90, 255],
  'inside of shapes': [190, 220, 255],
  'inside of a line of two colours': [240, 255, 240],
  'outlines of a histogram': [180, 60, 20],
  'marked candles of another market': [140, 0, 220],
  'second colour': [170, 255, 0],
  'vertical line': [255, 0, 0],
  signal: [0, 255, 0],
  stack: [0, 255, 200],
  'rising candles of another market': [0, 80, 255],
  'falling candles of another market': [255, 80, 0],
  'rising volume': [200, 255, 0],
  'falling volume': [255, 0, 200],
  'label on the axis': [100, 0, 150],
  'line of the left axis': [0, 110, 20],
} as const;

export async function drawnScript({ service, visit }: Stage): Promise<void> {
  const user = await service.makeUser('dora');
  const account_id = await service.openAccount('dora');
  const { script_id } = await user.api.createScript({ body: { name: 'Drawn', source: SOURCE } });
  const parameters = { Other: 'SIM_ETH_USDT' };
  const what = { script_id, account_id, market_tag: MARKET, parameters };
  const run = { ...what, interval: 60 as const, ...WINDOW };
  const { backtest_id } = await user.api.createBacktest({ body: run });
  await until('the backtest has finished', async () => {
    return (await user.api.getBacktest({ backtest_id })).status === 'finished';
  });
  const visitor = await visit(user);
  const { page } = visitor;
  await visitor.open(`/backtests/${backtest_id}`);
  await page.locator('.report-chart canvas').first().waitFor();
  let missing: readonly string[] = [];
  await until('all of the script is drawn', async () => {
    missing = await missingColours(page, COLOURS);
    return missing.length === 0;
  }).catch(() => assert.deepEqual(missing, [], 'colours that are not drawn'));
  await visitor.picture('drawn-script');
  await checkAccess(page);
  await visitor.picture('drawn-script-dark');
  await visitor.leave();
}
