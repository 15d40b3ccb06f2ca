// Objects of a Pine script in the chart of its report: each of their colours is seen, wide and on a
// telephone, in light and dark.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { until } from '../../support/until.ts';
import { MARKET } from '../furnish.ts';
import { checkAccess, HEIGHTS, SCHEMES } from '../page-checks.ts';
import { missingColours } from '../seen-colours.ts';
import type { Stage } from '../stage.ts';

const SOURCE = readFileSync(new URL('./drawn-objects.pine', import.meta.url), 'utf8');
const WINDOW = { start_at: '2026-11-01T00:00:00.000Z', end_at: '2026-11-04T00:00:00.000Z' };

const COLOURS = {
  'label below a bar': [0, 170, 255],
  'triangle above a bar': [255, 0, 170],
  'line that goes on': [170, 90, 0],
  arrow: [90, 60, 255],
  'border of a box': [255, 0, 0],
  'lines of a fill': [200, 255, 0],
  'space between lines': [255, 80, 0],
  polyline: [120, 0, 255],
  'inside of a polyline': [0, 255, 200],
  'text alone': [0, 110, 20],
  'label at the left': [180, 60, 20],
  'label at the right': [180, 180, 20],
  table: [255, 230, 170],
  'frame of a table': [80, 0, 140],
  'merged cells': [208, 0, 112],
} as const;

export async function drawnObjects({ service, visit }: Stage): Promise<void> {
  const user = await service.makeUser('olive');
  const account_id = await service.openAccount('olive');
  const body = { name: 'Objects', source: SOURCE };
  const { script_id } = await user.api.createScript({ body });
  const what = { script_id, account_id, market_tag: MARKET, settings: { rules: 'tradingview' } };
  const run = { ...what, interval: 60, ...WINDOW } as const;
  const { backtest_id } = await user.api.createBacktest({ body: run as never });
  await until('the backtest has finished', async () => {
    return (await user.api.getBacktest({ backtest_id })).status === 'finished';
  });
  const visitor = await visit(user);
  const { page } = visitor;
  for (const width of [1_440, 390])
    for (const colorScheme of SCHEMES) {
      await page.setViewportSize({ width, height: HEIGHTS[width] ?? 900 });
      await page.emulateMedia({ colorScheme });
      await visitor.open(`/backtests/${backtest_id}`);
      await page.locator('.report-chart canvas').first().waitFor();
      let missing: readonly string[] = [];
      await until('all objects are drawn', async () => {
        missing = await missingColours(page, COLOURS);
        return missing.length === 0;
      }).catch(() => assert.deepEqual(missing, [], `not drawn at ${width}, ${colorScheme}`));
      await visitor.picture(`drawn-objects-${width}-${colorScheme}`);
    }
  await checkAccess(page);
  await visitor.leave();
}
