// Cost of indicators per candle: the vectorised pass over a year of minutes, one step at a time,
// and a read of the forming candle. Run with: node bench/indicators.ts [name...] Figures are means
// of this thread's processor time; they are printed, not judged.

import { present } from '#lib/assert.ts';
import { advanceFold, computeColumns, startFold } from '#indicators/fold.ts';
import { planIndicator } from '#indicators/indicator.ts';
import type { Indicator, InputName } from '#indicators/indicator.ts';
import type { Columns } from '#indicators/kernel.ts';
import type { Plan } from '#indicators/plan.ts';
import { findIndicator, INDICATOR_REGISTRY } from '#indicators/registry.ts';

const YEAR_ROWS = 525_600;
const STEP_ROWS = 50_000;
const SPENT_US = 200_000;

const MAIN: readonly string[] = [
  'SMA',
  'EMA',
  'WMA',
  'RSI',
  'MACD',
  'BBANDS',
  'STDDEV',
  'ATR',
  'ADX',
  'STOCH',
  'CCI',
  'MFI',
  'SAR',
  'AROON',
  'KAMA',
  'T3',
  'LINEARREG',
  'CORREL',
  'HT_TRENDMODE',
  'MAMA',
  'ICHIMOKU',
  'SUPERTREND',
  'OBV',
];

/** A walk of prices with candles around it, the same in each run. */
function walk(rows: number): { readonly [name in InputName]: Float64Array } {
  const column = (): Float64Array => new Float64Array(rows);
  const [open, high, low, close, volume] = [column(), column(), column(), column(), column()];
  let seed = 1;
  const chance = (): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return seed / 2 ** 32;
  };
  let price = 50_000;
  for (let row = 0; row < rows; row += 1) {
    open[row] = price;
    price *= 1 + (chance() - 0.5) * 0.002;
    close[row] = price;
    high[row] = Math.max(open[row] ?? 0, price) * (1 + chance() * 0.0005);
    low[row] = Math.min(open[row] ?? 0, price) * (1 - chance() * 0.0005);
    volume[row] = chance() * 100;
  }
  const periods = column().fill(10);
  return { open, high, low, close, volume, series: close, series2: open, periods };
}

/**
 * The mean of this thread's time per row, after a pass to warm up; the clock ticks in milliseconds.
 */
function meanNs(rows: number, work: () => void): number {
  work();
  const start = process.threadCpuUsage();
  let passes = 0;
  let spentUs = 0;
  while (spentUs < SPENT_US) {
    work();
    passes += 1;
    const { user, system } = process.threadCpuUsage(start);
    spentUs = user + system;
  }
  return (spentUs * 1e3) / (passes * rows);
}

function measure(indicator: Indicator, plan: Plan, inputs: Columns): string {
  const pass = meanNs(YEAR_ROWS, () => computeColumns(plan, inputs));
  const fold = startFold(plan);
  const outputs = plan.outputs.map(() => new Float64Array(STEP_ROWS));
  const step = meanNs(STEP_ROWS, () => {
    for (let row = 0; row < STEP_ROWS; row += 1) advanceFold(fold, inputs, outputs, row, row + 1);
  });
  const year = ((pass * YEAR_ROWS) / 1e6).toFixed(1);
  const cells = [pass.toFixed(1), year, step.toFixed(0), String(plan.nodes.length)];
  return [indicator.name.padEnd(20), ...cells.map((cell) => cell.padStart(9))].join('');
}

const wanted = process.argv.slice(2);
const names = wanted.includes('all')
  ? INDICATOR_REGISTRY.map(({ name }) => name)
  : wanted.length > 0
    ? wanted
    : MAIN;
const columns = walk(YEAR_ROWS);
console.log('ns per candle            pass  ms/year     step    nodes');
for (const name of names) {
  const indicator = present(findIndicator(name), `"${name}" is an indicator`);
  const plan = planIndicator(indicator);
  if (!plan.ok) throw new Error(plan.rejection.message);
  const inputs = indicator.inputs.map((input) => columns[input]);
  console.log(measure(indicator, plan.value, inputs));
}
