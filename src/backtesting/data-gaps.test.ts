// Gaps in the data of a report: stretches without rates of funding and without minutes, and another
// digest of the data with other rates.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { decimal } from '#lib/decimal.ts';
import { HOUR_MS, MINUTE_MS } from '#lib/time.ts';
import { present } from '#lib/assert.ts';
import type { BacktestMarket } from '#backtesting/backtest.ts';
import { dataGapsOf } from '#backtesting/data-gaps.ts';
import { dataHashOf } from '#backtesting/data-hash-of.ts';
import type { Bar } from '#backtesting/feed.fixture.ts';
import { columnsOf, planInput, runPlan, START_MS, VANILLA } from '#backtesting/feed.fixture.ts';

const FLAT: Bar = [100, 100, 100, 100];

/** With rates at these hours of the window, and these minutes. */
function marketWith(dueHours: readonly number[], bars: readonly Bar[] = [FLAT]): BacktestMarket {
  const rate = decimal('0.0001');
  const funding = dueHours.map((hour) => ({ atMs: START_MS + hour * HOUR_MS, rate }));
  const [market] = planInput([], { market: VANILLA, funding }).markets;
  return { ...present(market, 'it trades one'), candles: columnsOf([...bars]) };
}

/** `step` hours apart, from `from` to before `to`. */
function hours(from: number, to: number, step: number): readonly number[] {
  return Array.from({ length: Math.ceil((to - from) / step) }, (_, index) => from + index * step);
}

function gapsOf(dueHours: readonly number[], hoursCount: number): readonly string[] {
  const endMs = START_MS + hoursCount * HOUR_MS;
  const gaps = dataGapsOf({ markets: [marketWith(dueHours)], startMs: START_MS, endMs });
  return gaps.map(({ kind, fromMs, toMs }) => {
    const [from, to] = [fromMs, toMs].map((atMs) => (atMs - START_MS) / HOUR_MS);
    return `${kind} ${from} to ${to}`;
  });
}

suite('stretches without rates of funding', () => {
  for (const [what, dueHours, hoursCount, expected] of [
    ['none while each interval has its rate', hours(0, 48, 8), 48, []],
    ['none where the window begins between two rates', hours(5, 48, 8), 48, []],
    ['none in a window that is shorter than an interval', [], 7, []],
    ['none where the interval grows', [...hours(0, 24, 1), ...hours(24, 72, 8)], 72, []],
    ['none where the interval shrinks', [...hours(0, 24, 8), ...hours(24, 72, 1)], 72, []],
    ['all of it where none is listed', [], 48, ['funding 0 to 48']],
    ['what is older than the list', hours(40, 96, 8), 96, ['funding 0 to 40']],
    ['a rate that is missing', [0, 8, 24, 32, 40], 48, ['funding 8 to 24']],
    ['one that is missing each hour', [0, 1, 2, 4, 5, 6], 7, ['funding 2 to 4']],
    ['what is not listed yet', hours(0, 24, 8), 48, ['funding 16 to 48']],
  ] as const)
    test(`are ${what}`, () => {
      assert.deepEqual(gapsOf(dueHours, hoursCount), expected);
    });

  test('are not those of spot', () => {
    const market = { ...VANILLA, marketType: 'spot', contract: null } as const;
    const spot = { ...marketWith([]), market };
    const window = { startMs: START_MS, endMs: START_MS + 48 * HOUR_MS };
    assert.deepEqual(dataGapsOf({ markets: [spot], ...window }), []);
  });
});

suite('stretches without minutes', () => {
  const minutesOf = (count: number, bar: Bar): readonly Bar[] =>
    Array.from({ length: count }, () => bar);

  test('are those of an hour and more, to the end of the window', () => {
    const bars = [
      ...minutesOf(10, FLAT),
      ...minutesOf(59, null),
      ...minutesOf(10, FLAT),
      ...minutesOf(61, null),
      ...minutesOf(10, FLAT),
      ...minutesOf(60, null),
    ];
    const endMs = START_MS + bars.length * MINUTE_MS;
    const gaps = dataGapsOf({ markets: [marketWith([], bars)], startMs: START_MS, endMs });
    const rows = gaps.map(({ kind, fromMs, toMs }) => [
      kind,
      (fromMs - START_MS) / MINUTE_MS,
      (toMs - START_MS) / MINUTE_MS,
    ]);
    assert.deepEqual(rows, [
      ['minutes', 79, 140],
      ['minutes', 150, 210],
    ]);
  });

  test('are in the report of a run, with the market', () => {
    const bars = [FLAT, ...minutesOf(70, null), FLAT];
    const { report } = runPlan(() => undefined, planInput(bars));
    const [gap, ...others] = present(report.dataGaps, 'there is one');
    assert.deepEqual([gap?.kind, gap?.fromMs, others.length], ['minutes', START_MS + MINUTE_MS, 0]);
    const whole = runPlan(() => undefined, planInput([FLAT, FLAT])).report;
    assert.equal(whole.dataGaps, undefined);
  });
});

test('the digest of the data is of its rates as well', () => {
  const [early, late] = [marketWith([8]), marketWith([9])];
  const [funding] = early.funding;
  const dearer = { ...early, funding: [{ atMs: funding?.atMs ?? 0, rate: decimal('0.0002') }] };
  const digests = [marketWith([]), early, late, dearer].map((each) =>
    dataHashOf({ markets: [each] }),
  );
  assert.equal(new Set(digests).size, 4);
  assert.equal(dataHashOf({ markets: [marketWith([8])] }), digests[1]);
});
