// Explains the difference between a trade of a list and the one of a run, as far as the prices of
// the bar and the other trades tell.

import { unreachable } from '#lib/assert.ts';
import type { Decimal } from '#lib/decimal.ts';
import { formatDecimal, multiplyDecimal, ZERO } from '#lib/decimal.ts';
import { formatInstant, MINUTE_MS } from '#lib/time.ts';
import { barOfMinute, barStartMs } from '#domain/candle/interval.ts';
import type { Comparison, TradePair } from '#domain/trade-list/compare-trades.ts';
import type { SessionFound } from '#domain/trade-list/find-session.ts';
import type { ListedTrade } from '#domain/trade-list/listed-trade.ts';
import { impliedFeePercent, quantityCause } from '#domain/trade-list/quantity-cause.ts';

export const CAUSES = [
  'time_zone',
  'shifted_bar',
  'chart_interval',
  'session',
  'side',
  'rounding',
  'slippage',
  'gap',
  'intrabar_order',
  'rule',
  'history_differs',
  'amount_step',
  'size_setting',
  'size_from_equity',
  'commission',
  'exit_time',
  'margin',
  'missing_trade',
  'extra_trade',
] as const;
export type CauseCode = (typeof CAUSES)[number];

/** `detail` is a sentence without a full stop. */
export type Cause = { readonly code: CauseCode; readonly detail: string };

export type BarPrices = {
  readonly open: Decimal;
  readonly high: Decimal;
  readonly low: Decimal;
  readonly close: Decimal;
};

export type Surroundings = {
  readonly comparison: Comparison;
  readonly priceStep: Decimal;
  readonly amountStep: Decimal;
  readonly intervalMinutes: number;
  /** What the run covered. */
  readonly fromMs: number;
  readonly toMs: number;
  /** The bar of the chart that holds the instant; null where there is none. */
  readonly barAt: (atMs: number) => BarPrices | null;
  /** Minutes by which the whole list is later than the run; 0: it is not. */
  readonly shiftMinutes: number;
  /** The interval of the chart that the list seems to be of; null when it may be the run's. */
  readonly chartMinutes: number | null;
  /** Hours of the day to which one of the lists keeps, and the other does not. */
  readonly session: SessionFound | null;
  /** Of the run, by its trades that have ended; null where profits are not in quote. */
  readonly equityAt: (atMs: number) => Decimal | null;
};

/**
 * First cause that explains a difference, in order of reach: time shift, interval, session, missing
 * candles, then the trade itself.
 */
export function explainDifference(pair: TradePair, around: Surroundings): Cause {
  const shift = around.shiftMinutes;
  if (shift !== 0) return shiftCause(shift, around.intervalMinutes);
  if (around.chartMinutes !== null) return intervalCause(around.chartMinutes, around);
  if (around.session !== null && isOfTimes(pair)) return sessionCause(around.session);
  if (isOfTimes(pair)) {
    const hole = holeCause(pair, around);
    if (hole !== null) return hole;
  }
  if (pair.kind === 'missing') return missingCause(pair.theirs, around);
  if (pair.kind === 'extra') return extraCause(pair.ours, around);
  const [first] = pair.differences;
  if (first === undefined) return { code: 'rule', detail: 'the trades are equal' };
  switch (first) {
    case 'side':
      return { code: 'side', detail: `the list is ${pair.theirs.side}, the run ${pair.ours.side}` };
    case 'entry_time':
      return shiftedEntry(pair.theirs, pair.ours, around);
    case 'exit_time':
      return shiftedExit(pair.theirs, pair.ours, around);
    case 'entry_price':
    case 'exit_price':
      return priceCause(fillsOf(pair, first), around);
    case 'quantity':
      return quantityCause(pair.theirs, pair.ours, around);
    case 'profit':
      return commissionCause(pair.theirs, pair.ours);
    default:
      return unreachable(first);
  }
}

function intervalCause(found: number, { intervalMinutes }: Surroundings): Cause {
  const detail =
    found < intervalMinutes
      ? `most entries of the list lie on no bar of ${intervalMinutes} minutes, all on bars of ${found}`
      : `all entries of the list lie on bars of ${found} minutes, most of the run on none`;
  return { code: 'chart_interval', detail: `${detail}: try --interval ${found}` };
}

/** Whether it is about when something happened. */
function isOfTimes(pair: TradePair): boolean {
  const [first] = pair.kind === 'both' ? pair.differences : ['entry_time'];
  return first === 'side' || first === 'entry_time' || first === 'exit_time';
}

function sessionCause({ of, hours }: SessionFound): Cause {
  const [one, other] = of === 'list' ? ['list', 'run'] : ['run', 'list'];
  const span = `${clock(hours.from)} to ${clock(hours.to)} UTC`;
  const detail =
    `the ${one} enters from ${span} only, the ${other} at other times too: ` +
    "a session, or the time zone that the script's sessions are of";
  return { code: 'session', detail };
}

/** Bars before one that differs in which a missing bar may be why. */
const BARS_BEFORE = 3;

function holeCause(pair: TradePair, around: Surroundings): Cause | null {
  const isExit = pair.kind === 'both' && pair.differences[0] === 'exit_time';
  const trades = pair.kind === 'both' ? [pair.theirs, pair.ours] : [tradeOf(pair)];
  const times = trades.map(({ entryMs, exitMs }) => (isExit ? exitMs : entryMs));
  const known = times.filter((atMs) => atMs !== null);
  if (known.length === 0) return null;
  const size = around.intervalMinutes * MINUTE_MS;
  const from = Math.max(around.fromMs, Math.min(...known) - BARS_BEFORE * size);
  for (let atMs = from; atMs <= Math.min(Math.max(...known), around.toMs - 1); atMs += size) {
    if (around.barAt(atMs) !== null) continue;
    const detail = `the history has no bar at ${formatInstant(barStartMs(around.intervalMinutes, atMs))}`;
    return { code: 'history_differs', detail };
  }
  return null;
}

function tradeOf(pair: Exclude<TradePair, { kind: 'both' }>): ListedTrade {
  return pair.kind === 'missing' ? pair.theirs : pair.ours;
}

/** Where the trade is worth more than the equity of the run, so that its margin decides. */
function marginCause(trade: ListedTrade, of: 'list' | 'run', around: Surroundings): Cause | null {
  const equity = around.equityAt(trade.entryMs);
  const worth = multiplyDecimal(trade.quantity, trade.entryPrice, 'floor');
  if (equity === null || worth <= equity) return null;
  const [has, hint] =
    of === 'list'
      ? ["the list's trade", 'the list has less margin, or more capital']
      : ["the run's trade", 'the run has less margin than the list'];
  const detail =
    `${has} is worth ${formatDecimal(worth)}, the equity of the run is ${formatDecimal(equity)}: ` +
    `${hint} (--margin-long, --margin-short, initial_capital)`;
  return { code: 'margin', detail };
}

function shiftCause(shift: number, intervalMinutes: number): Cause {
  const later = shift > 0 ? 'later' : 'earlier';
  const minutes = Math.abs(shift);
  if (minutes === intervalMinutes && minutes % 60 !== 0) {
    const who = shift > 0 ? 'run' : 'list';
    const detail = `all times of the list are a bar ${later}, as where the ${who} alone fills at the close`;
    return { code: 'shifted_bar', detail: `${detail} (--fill-at-close, process_orders_on_close)` };
  }
  const zone = `${shift < 0 ? '-' : '+'}${clock(minutes)}`;
  return {
    code: 'time_zone',
    detail: `all times of the list are ${clock(minutes)} hours ${later}: try --time-zone ${zone}`,
  };
}

function clock(minutes: number): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

function missingCause(trade: ListedTrade, around: Surroundings): Cause {
  const { entryMs, side } = trade;
  if (entryMs < around.fromMs || entryMs >= around.toMs)
    return { code: 'history_differs', detail: 'the run does not cover the time of the entry' };
  if (around.barAt(entryMs) === null)
    return { code: 'history_differs', detail: 'the history has no bar at the time of the entry' };
  const detail = `the run entered no ${side} position there`;
  return marginCause(trade, 'list', around) ?? { code: 'missing_trade', detail };
}

function extraCause(trade: ListedTrade, around: Surroundings): Cause {
  const { entryMs, side } = trade;
  const [first] = around.comparison.pairs.flatMap((pair) =>
    pair.kind === 'extra' ? [] : [pair.theirs],
  );
  const detail =
    first !== undefined && entryMs < first.entryMs
      ? `the run entered a ${side} position before the list begins`
      : `the list has no ${side} position there`;
  return marginCause(trade, 'run', around) ?? { code: 'extra_trade', detail };
}

function barsApart(leftMs: number, rightMs: number, { intervalMinutes }: Surroundings): number {
  const bar = (atMs: number): number => barOfMinute(intervalMinutes, Math.floor(atMs / 60_000));
  return bar(rightMs) - bar(leftMs);
}

function shiftedEntry(theirs: ListedTrade, ours: ListedTrade, around: Surroundings): Cause {
  const bars = barsApart(theirs.entryMs, ours.entryMs, around);
  return { code: 'shifted_bar', detail: `the run entered ${barsText(bars)}` };
}

function barsText(bars: number): string {
  const count = Math.abs(bars);
  return `${count} bar${count === 1 ? '' : 's'} ${bars > 0 ? 'later' : 'earlier'}`;
}

function shiftedExit(theirs: ListedTrade, ours: ListedTrade, around: Surroundings): Cause {
  if (theirs.exitMs === null || ours.exitMs === null) {
    const open = theirs.exitMs === null ? 'list' : 'run';
    return { code: 'exit_time', detail: `the position is still open in the ${open}` };
  }
  const bars = barsApart(theirs.exitMs, ours.exitMs, around);
  const bar = bars > 0 ? around.barAt(theirs.exitMs) : around.barAt(ours.exitMs);
  const price = bars > 0 ? theirs.exitPrice : ours.exitPrice;
  const near = [bar?.high, bar?.low].some(
    (extreme) => extreme !== undefined && price !== null && isWithin(extreme, price, around),
  );
  const touch = near ? ', at a price that the earlier bar only just touched (rounding)' : '';
  return { code: 'exit_time', detail: `the run left ${barsText(bars)}${touch}` };
}

function isWithin(left: Decimal, right: Decimal, { priceStep }: Surroundings): boolean {
  const apart = left - right;
  return (apart < 0n ? -apart : apart) <= priceStep;
}

type Fills = {
  readonly atMs: number;
  readonly isBuy: boolean;
  readonly theirs: Decimal;
  readonly ours: Decimal;
};

function fillsOf(
  { theirs, ours }: Extract<TradePair, { kind: 'both' }>,
  field: 'entry_price' | 'exit_price',
): Fills {
  const isEntry = field === 'entry_price';
  return {
    atMs: isEntry ? theirs.entryMs : (theirs.exitMs ?? theirs.entryMs),
    isBuy: (theirs.side === 'long') === isEntry,
    theirs: (isEntry ? theirs.entryPrice : theirs.exitPrice) ?? ZERO,
    ours: (isEntry ? ours.entryPrice : ours.exitPrice) ?? ZERO,
  };
}

function priceCause(fills: Fills, around: Surroundings): Cause {
  const { theirs, ours, isBuy, atMs } = fills;
  const { priceStep } = around;
  const apart = theirs - ours;
  const size = apart < 0n ? -apart : apart;
  const steps = formatSteps(size, priceStep);
  const more = `the list's price is ${steps} ${apart > 0n ? 'higher' : 'lower'}`;
  const bar = around.barAt(atMs);
  if (bar === null)
    return { code: 'history_differs', detail: `${more}, and the history has no such bar` };
  const slippage = commonSlippage(around);
  const isAdverse = isBuy === apart > 0n;
  if (slippage > 0n && size === slippage)
    return {
      code: 'slippage',
      detail: `${more}, as most: slippage of ${steps} in the ${isAdverse ? 'list' : 'run'}`,
    };
  if (size <= priceStep) return { code: 'rounding', detail: more };
  if (ours === bar.open && isPassedOver(theirs, bar, around.barAt(beforeBar(atMs, around))))
    return { code: 'gap', detail: `${more}: the bar opened beyond it, where the run filled` };
  if (theirs > bar.high || theirs < bar.low) {
    const range = `${formatDecimal(bar.low)} to ${formatDecimal(bar.high)}`;
    return { code: 'history_differs', detail: `${more}, outside of the bar's ${range}` };
  }
  if (theirs === bar.open) return { code: 'gap', detail: `${more}: it is the bar's open` };
  if (ours === bar.open) return { code: 'gap', detail: `${more}; the run filled at the open` };
  if (theirs === bar.close) return { code: 'rule', detail: `${more}: it is the bar's close` };
  if (ours > bar.low && ours < bar.high)
    return {
      code: 'intrabar_order',
      detail: `${more}; both lie inside the bar, as with a bar magnifier (--bar-magnifier)`,
    };
  return { code: 'rule', detail: more };
}

function beforeBar(atMs: number, { intervalMinutes }: Surroundings): number {
  return barStartMs(intervalMinutes, atMs) - 1;
}

/** Whether the price lies between the close of the bar before and the open, where none traded. */
function isPassedOver(price: Decimal, { open }: BarPrices, before: BarPrices | null): boolean {
  if (before === null) return false;
  const { close } = before;
  return close > open ? price > open && price <= close : price < open && price >= close;
}

function formatSteps(size: bigint, priceStep: Decimal): string {
  const count = formatDecimal(((size * 10n ** 18n) / priceStep) as Decimal);
  return `${count} price step${count === '1' ? '' : 's'}`;
}

/**
 * By how much most prices that differ do, to the worse in one and the same of the lists; zero when
 * it is not the same for most. Where entries are equal, most exits differ: slippage spares none.
 */
function commonSlippage({ comparison }: Surroundings): bigint {
  const counts = new Map<bigint, number>();
  let [total, entries, trades] = [0, 0, 0];
  for (const pair of comparison.pairs) {
    if (pair.kind !== 'both') continue;
    trades += 1;
    if (pair.differences.includes('entry_price')) entries += 1;
    for (const field of ['entry_price', 'exit_price'] as const) {
      if (!pair.differences.includes(field)) continue;
      const { theirs, ours, isBuy } = fillsOf(pair, field);
      const worse = isBuy ? theirs - ours : ours - theirs;
      counts.set(worse, (counts.get(worse) ?? 0) + 1);
      total += 1;
    }
  }
  const [best] = [...counts].sort((left, right) => right[1] - left[1]);
  if (best === undefined || best[1] <= 2 || best[1] * 2 <= total) return 0n;
  if (entries === 0 && total * 2 <= trades) return 0n;
  return best[0] < 0n ? -best[0] : best[0];
}

function commissionCause(theirs: ListedTrade, ours: ListedTrade): Cause {
  const [listed, ran] = [impliedFeePercent(theirs), impliedFeePercent(ours)];
  const detail =
    listed === null || ran === null
      ? 'the profits differ, though all prices are the same'
      : `the list's profit is net of ${listed} % a fill, the run's of ${ran} %`;
  return { code: 'commission', detail };
}
