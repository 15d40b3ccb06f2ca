// The backtests that are pinned: eleven scripts (examples as they once were, so that examples may
// change) under each rule set, over a walk of prices that is the same for ever.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addText, digestText, newDigest } from '#lib/digest.ts';
import { decimal, formatDecimal, ZERO } from '#lib/decimal.ts';
import { canonicalJson } from '#lib/json.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { CandleColumns } from '#domain/candle/candle-columns.ts';
import { leverageTiers } from '#domain/margin/leverage-tier.ts';
import { unitsOf } from '#venue-port/money/currency.ts';
import { futuresMarket, spotMarket } from '#venue-port/market/market.fixture.ts';
import type { BacktestInput, BacktestReport, RuleSet } from '#backtesting/backtest.ts';
import { RULE_SETS } from '#backtesting/backtest.ts';

export const GOLDEN_FILE = join(import.meta.dirname, 'runs.json');
const SCRIPTS = join(import.meta.dirname, 'scripts');

const SPOT_SCRIPTS = [
  'spot-grid',
  'dca-ladder',
  'resting-order-kept',
  'report-and-export',
  'martingale-capped',
  'spot-bracket',
] as const;
const FUTURES_SCRIPTS = [
  'futures-grid-two-sides',
  'stop-orders-native',
  'two-positions-targets',
  'scaling-out',
  'session-hours',
] as const;

const START_MS = Date.UTC(2024, 2, 1);
const WARM_UP_ROWS = 1_500;
const WINDOW_ROWS = 4_320;
const FIRST_TICKS = 6_000_000;

/** Prices in hundredths that swing and drift, with minutes missing and a fall of a tenth. */
function walk(): CandleColumns {
  const rowCount = WARM_UP_ROWS + WINDOW_ROWS;
  const column = (): Float64Array => new Float64Array(rowCount);
  const [open, high, low, close, volume] = [column(), column(), column(), column(), column()];
  const isMissing = new Uint8Array(rowCount);
  let seed = 20_240_301;
  const chance = (below: number): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  let price = FIRST_TICKS;
  for (let row = 0; row < rowCount; row += 1) {
    const isEmpty = chance(100) === 0;
    const swing = (row % 700 < 350 ? 1 : -1) * 400;
    const fall = row === WARM_UP_ROWS + 3_000 ? -600_000 : 0;
    const next = isEmpty ? price : price + fall + swing + chance(24_001) - 12_000;
    const [top, bottom] = [Math.max(price, next), Math.min(price, next)];
    open[row] = price;
    close[row] = next;
    high[row] = top + (isEmpty ? 0 : chance(5_000));
    low[row] = bottom - (isEmpty ? 0 : chance(5_000));
    volume[row] = isEmpty ? 0 : 20 + chance(4_000);
    isMissing[row] = isEmpty ? 1 : 0;
    price = next;
  }
  const firstOpenMs = START_MS - WARM_UP_ROWS * MINUTE_MS;
  return { firstOpenMs, rowCount, open, high, low, close, volume, isMissing };
}

const INPUTS: Readonly<Record<string, BacktestInput['inputs']>> = {
  'spot-grid': { 'Range above %': 6, 'Range below %': 7, 'Quote per order': 500 },
};

const CANDLES = walk();
const LIMITS = { minOrderAmount: '0.001', minOrderValue: '5' } as const;
const SPOT = spotMarket(LIMITS);
const FUTURES = futuresMarket('vanilla', '1', LIMITS);

function tiers() {
  const rows = [
    { floorUnits: unitsOf('USDT', ZERO, 'floor'), maintenanceRate: '0.004', highest: '100' },
    {
      floorUnits: unitsOf('USDT', decimal('5000'), 'floor'),
      maintenanceRate: '0.01',
      highest: '20',
    },
  ].map(({ floorUnits, maintenanceRate, highest }) => ({
    floorUnits,
    maintenanceRate: decimal(maintenanceRate),
    highestLeverage: decimal(highest),
  }));
  const made = leverageTiers(rows);
  if (!made.ok) throw new RangeError(made.rejection);
  return made.value;
}

function inputOf(script: string, isSpot: boolean, rules: RuleSet): BacktestInput {
  return {
    script: { name: script, source: readFileSync(join(SCRIPTS, `${script}.lua`), 'utf8') },
    libraries: [],
    markets: [
      {
        market: isSpot ? SPOT : FUTURES,
        tiers: isSpot ? null : tiers(),
        liquidationFeePercent: isSpot ? ZERO : decimal('0.5'),
        funding: isSpot
          ? []
          : Array.from({ length: 9 }, (_, index) => ({
              atMs: START_MS + index * 480 * MINUTE_MS,
              rate: decimal(index % 3 === 2 ? '-0.00005' : '0.0001'),
            })),
        candles: CANDLES,
      },
    ],
    intervalMinutes: 5,
    startMs: START_MS,
    endMs: START_MS + WINDOW_ROWS * MINUTE_MS,
    accountId: 'golden',
    wallet: [
      { currency: 'USDT', amount: decimal('10000') },
      { currency: 'BTC', amount: decimal('0.5') },
    ],
    fees: null,
    inputs: INPUTS[script] ?? {},
    settings: {
      rules,
      slippagePercent: null,
      participationPercent: null,
      leverage: decimal('10'),
      marginMode: 'isolated',
      positionMode: 'one_way',
      seed: null,
      isAudited: false,
      tradeAmountQuote: decimal('1000'),
    },
  };
}

export type GoldenRun = { readonly name: string; readonly input: BacktestInput };

export const GOLDEN_RUNS: readonly GoldenRun[] = [
  ...SPOT_SCRIPTS.map((script) => ({ script, isSpot: true })),
  ...FUTURES_SCRIPTS.map((script) => ({ script, isSpot: false })),
].flatMap(({ script, isSpot }) =>
  RULE_SETS.map((rules) => ({
    name: `${script}, ${rules}`,
    input: inputOf(script, isSpot, rules),
  })),
);

/** What is pinned of a report: its figures, and digests of what is long. */
export function goldenOf(report: BacktestReport): Readonly<Record<string, unknown>> {
  const { positions, orders, logs, equity, days, plots, exports, ...more } = report;
  const { drawings, ...figures } = more;
  const long = { positions, orders, logs, equity, days, plots, exports, drawings };
  const digests = Object.entries(long).map(([name, value = []]) => {
    const digest = newDigest();
    addText(digest, canonicalJson(value));
    return [name, `${value.length}: ${digestText(digest)}`];
  });
  const shown = Object.entries(figures).map(([name, value]) => [
    name,
    typeof value === 'bigint' ? formatDecimal(value) : value,
  ]);
  return JSON.parse(canonicalJson(Object.fromEntries([...shown, ...digests]))) as Readonly<
    Record<string, unknown>
  >;
}

type PinnedFigures = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/**
 * Names of the runs whose figures changed although both name the same version of the engine; a
 * figure that was not there before did not change.
 */
export function changedUnderOneVersion(
  before: PinnedFigures,
  after: PinnedFigures,
): readonly string[] {
  return Object.entries(after)
    .filter(([name, run]) => {
      const pinned = before[name];
      return (
        pinned !== undefined &&
        pinned['engineVersion'] === run['engineVersion'] &&
        Object.entries(pinned).some(
          ([figure, value]) => canonicalJson(value) !== canonicalJson(run[figure] ?? null),
        )
      );
    })
    .map(([name]) => name);
}
