// Equal parts of two lists, how trades are aligned, and the cause of each kind of difference.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Decimal } from '#lib/decimal.ts';
import { decimal } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { TradePair } from '#domain/trade-list/compare-trades.ts';
import { compareTrades } from '#domain/trade-list/compare-trades.ts';
import type { BarPrices, Surroundings } from '#domain/trade-list/explain-difference.ts';
import { explainDifference } from '#domain/trade-list/explain-difference.ts';
import { findChartInterval } from '#domain/trade-list/find-chart-interval.ts';
import { findShift } from '#domain/trade-list/find-shift.ts';
import type { ListedTrade } from '#domain/trade-list/listed-trade.ts';

const START_MS = Date.UTC(2024, 0, 1);
const BAR_MINUTES = 60;
const bar = (index: number): number => START_MS + index * BAR_MINUTES * MINUTE_MS;

/** A trade a bar long every third bar, changed as given. */
function trade(index: number, changes: Partial<ListedTrade> = {}): ListedTrade {
  return {
    label: String(index + 1),
    line: index + 2,
    side: 'long',
    entryMs: bar(index * 4),
    exitMs: bar(index * 4 + 1),
    entryPrice: decimal('100'),
    exitPrice: decimal('110'),
    quantity: decimal('2'),
    profit: null,
    ...changes,
  };
}

const many = (count: number, changes: Partial<ListedTrade> = {}): ListedTrade[] =>
  Array.from({ length: count }, (_, index) => trade(index, changes));

const PRICES: BarPrices = {
  open: decimal('100'),
  high: decimal('112'),
  low: decimal('95'),
  close: decimal('105'),
};

function compare(theirs: readonly ListedTrade[], ours: readonly ListedTrade[]) {
  const list = { trades: theirs, decimals: { price: 1, quantity: 3, profit: 2 } };
  const comparison = compareTrades(list, ours, BAR_MINUTES);
  const around: Surroundings = {
    comparison,
    priceStep: decimal('0.1'),
    amountStep: decimal('0.001'),
    intervalMinutes: BAR_MINUTES,
    fromMs: START_MS,
    toMs: bar(1_000),
    barAt: (atMs) => (atMs >= START_MS && atMs < bar(900) ? PRICES : null),
    shiftMinutes: findShift(theirs, ours, BAR_MINUTES),
    chartMinutes: findChartInterval(comparison, BAR_MINUTES),
    session: null,
    equityAt: () => null,
  };
  const first = comparison.pairs[comparison.firstDifferent];
  return { comparison, cause: first === undefined ? null : explainDifference(first, around) };
}

const kinds = (pairs: readonly TradePair[]): readonly string[] =>
  pairs.map((pair) => (pair.kind === 'both' ? pair.differences.join('+') || 'equal' : pair.kind));

suite('alignment', () => {
  test('equal lists have no difference, whatever instant of the bar a fill is at', () => {
    const ours = many(5).map((each) => ({ ...each, entryMs: each.entryMs + 7 * MINUTE_MS }));
    const { comparison } = compare(many(5), ours);
    assert.equal(comparison.firstDifferent, -1);
    assert.equal(comparison.equalCount, 5);
  });

  test('one trade that is missing leaves all others equal', () => {
    const ours = many(200).filter((_, index) => index !== 3);
    const { comparison, cause } = compare(many(200), ours);
    assert.deepEqual([comparison.equalCount, comparison.firstDifferent], [199, 3]);
    assert.equal(cause?.code, 'missing_trade');
  });

  test('one that is too many likewise', () => {
    const theirs = many(200).filter((_, index) => index !== 3);
    const { comparison, cause } = compare(theirs, many(200));
    assert.deepEqual([comparison.equalCount, comparison.firstDifferent], [199, 3]);
    assert.equal(cause?.code, 'extra_trade');
  });

  test('several of one entry are paired with those that differ least', () => {
    const parts = ['1', '2', '3'].map((size) => trade(0, { quantity: decimal(size) }));
    const ours = parts.toReversed().map((each, index) => ({ ...each, label: `r${index}` }));
    assert.equal(compare(parts, ours).comparison.firstDifferent, -1);
    const other = compare(parts, [...ours.slice(1), { ...trade(0), quantity: decimal('9') }]);
    assert.deepEqual(kinds(other.comparison.pairs).toSorted(), ['equal', 'equal', 'quantity']);
  });

  test('figures are equal to half of the last decimal that the list shows', () => {
    const near = compare([trade(0)], [trade(0, { entryPrice: decimal('100.05') })]);
    assert.equal(near.comparison.firstDifferent, -1);
    const far = compare([trade(0)], [trade(0, { entryPrice: decimal('100.06') })]);
    assert.deepEqual(kinds(far.comparison.pairs), ['entry_price']);
  });
});

const price = (text: string): Partial<ListedTrade> => ({ exitPrice: decimal(text) });
const fees = (profit: string): Partial<ListedTrade> => ({ profit: decimal(profit) });
const later = (bars: number): Partial<ListedTrade> => ({ entryMs: bar(8 + bars), exitMs: bar(12) });

test('entries inside of the bars are of a shorter chart, where few trades are equal', () => {
  const inside = (index: number, minutes: number): Partial<ListedTrade> => ({
    entryMs: bar(index * 4) + minutes * MINUTE_MS,
    entryPrice: decimal(`10${index}`),
  });
  const quarters = many(6).map((each, index) => ({ ...each, ...inside(index, 15 * (index % 4)) }));
  const { cause } = compare(quarters, many(6));
  assert.equal(cause?.code, 'chart_interval');
  assert.match(cause.detail, /on no bar of 60 minutes, all on bars of 15: try --interval 15$/);
  const any = many(6).map((each, index) => ({ ...each, ...inside(index, 7 * index + 1) }));
  assert.notEqual(compare(any, many(6)).cause?.code, 'chart_interval');
  const onBars = many(6).map((each, index) => ({ ...each, ...inside(index, 0) }));
  assert.notEqual(compare(onBars, many(6)).cause?.code, 'chart_interval');
});

suite('causes', () => {
  for (const [name, theirs, ours, code, detail] of [
    ['a step', price('110'), price('110.1'), 'rounding', /1 price step lower/],
    ['outside of the bar', price('112.5'), price('110'), 'history_differs', /95 to 112/],
    ["the bar's open", price('100'), price('98'), 'gap', /bar's open/],
    ["the run at the bar's open", price('98'), price('100'), 'gap', /run filled at the open/],
    ["the bar's close", price('105'), price('99'), 'rule', /bar's close/],
    ['both inside', price('97'), price('111'), 'intrabar_order', /both lie inside/],
    ['the side', { side: 'short' }, {}, 'side', /list is short, the run long/],
    ['an entry later', {}, later(2), 'shifted_bar', /entered 2 bars later/],
    ['an exit later', {}, { exitMs: bar(11) }, 'exit_time', /left 2 bars later/],
    ['an open trade', { exitMs: null, exitPrice: null }, {}, 'exit_time', /open in the list/],
    ['less than an amount step', { quantity: decimal('2.0009') }, {}, 'amount_step', /amount step/],
    ['an equity that differs', { quantity: decimal('2.01') }, {}, 'size_from_equity', /equity/],
    ['another size', { quantity: decimal('5') }, {}, 'size_setting', /list has 5, the run 2/],
    ['a commission', fees('19.58'), fees('20'), 'commission', /0\.1000 % a fill.* 0\.0000 %/],
  ] as const) {
    test(`${name}: ${code}`, () => {
      const list = many(6).map((each, index) => (index === 2 ? { ...each, ...theirs } : each));
      const run = many(6).map((each, index) => (index === 2 ? { ...each, ...ours } : each));
      const { cause, comparison } = compare(list, run);
      assert.equal(comparison.equalCount, 5);
      assert.equal(cause?.code, code);
      assert.match(cause?.detail ?? '', detail);
    });
  }

  test('the same steps in most prices are slippage', () => {
    const slipped = { entryPrice: decimal('100.5'), exitPrice: decimal('109.5') };
    const { cause } = compare(many(5, slipped), many(5));
    assert.equal(cause?.code, 'slippage');
    assert.match(cause?.detail ?? '', /slippage of 5 price steps in the list/);
  });

  test('one factor in all sizes is a setting', () => {
    const { cause } = compare(many(5, { quantity: decimal('3') }), many(5));
    assert.match(cause?.detail ?? '', /by one factor in all trades/);
  });

  for (const [minutes, code, detail] of [
    [8 * 60, 'time_zone', /try --time-zone \+08:00/],
    [-(5 * 60 + 30), 'time_zone', /try --time-zone -05:30/],
  ] as const) {
    test(`a list ${minutes} minutes off: ${code}`, () => {
      const moved = many(30).map((each) => ({
        ...each,
        // Entries at no rhythm, so that no other shift fits.
        entryMs: each.entryMs + each.line ** 2 * 60 * MINUTE_MS,
        exitMs: null,
        exitPrice: null,
      }));
      const shifted = moved.map((each) => ({
        ...each,
        entryMs: each.entryMs + minutes * MINUTE_MS,
      }));
      const { cause } = compare(shifted, moved);
      assert.equal(cause?.code, code);
      assert.match(cause?.detail ?? '', detail);
    });
  }

  test('what the run does not cover is said', () => {
    const early = trade(0, { entryMs: START_MS - 60 * MINUTE_MS });
    assert.match(compare([early, ...many(3)], many(3)).cause?.detail ?? '', /does not cover/);
    const late = trade(0, { entryMs: bar(950), exitMs: bar(951) });
    assert.match(compare([...many(3), late], many(3)).cause?.detail ?? '', /has no bar/);
  });
});

test('a price of nothing is distinguished from one', () => {
  const open = { exitMs: null, exitPrice: null as Decimal | null };
  assert.equal(compare([trade(0, open)], [trade(0, open)]).comparison.firstDifferent, -1);
});
