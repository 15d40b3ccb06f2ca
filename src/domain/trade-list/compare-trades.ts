// Two lists of trades side by side: which trades are one and the same, what differs in them, and
// which only one list has. Trades are aligned by side and entry, so that one that is missing does
// not make all later ones differ.

import type { Decimal } from '#lib/decimal.ts';
import { decimalFromUnits } from '#lib/decimal.ts';
import { barStartMs } from '#domain/candle/interval.ts';
import type { ListedTrade, TradeList } from '#domain/trade-list/listed-trade.ts';

export const TRADE_FIELDS = [
  'side',
  'entry_time',
  'entry_price',
  'exit_time',
  'exit_price',
  'quantity',
  'profit',
] as const;
export type TradeField = (typeof TRADE_FIELDS)[number];

/** A trade of the list, the one of the run that it was aligned with, and where they differ. */
export type TradePair =
  | {
      readonly kind: 'both';
      readonly theirs: ListedTrade;
      readonly ours: ListedTrade;
      readonly differences: readonly TradeField[];
    }
  | { readonly kind: 'missing'; readonly theirs: ListedTrade }
  | { readonly kind: 'extra'; readonly ours: ListedTrade };

export type Comparison = {
  /** By time of entry. */
  readonly pairs: readonly TradePair[];
  readonly equalCount: number;
  /** Of the list. */
  readonly listedCount: number;
  readonly ranCount: number;
  /** The place of the first pair that is not equal; -1 when all are. */
  readonly firstDifferent: number;
};

/**
 * `theirs` is the list with how fine its figures are; figures are equal when they are apart by no
 * more than half of its last decimal. Times are equal when they lie in one bar of the interval.
 */
export function compareTrades(
  theirs: TradeList,
  ours: readonly ListedTrade[],
  intervalMinutes: number,
): Comparison {
  const scale: Scale = { ...tolerancesOf(theirs), intervalMinutes };
  const aligned = joinNeighbours(alignByEntry(theirs.trades, ours, scale), scale);
  const pairs = aligned.toSorted((left, right) => entryOf(left) - entryOf(right));
  const isDifferent = (pair: TradePair): boolean =>
    pair.kind !== 'both' || pair.differences.length > 0;
  return {
    pairs,
    equalCount: pairs.filter((pair) => !isDifferent(pair)).length,
    listedCount: theirs.trades.length,
    ranCount: ours.length,
    firstDifferent: pairs.findIndex(isDifferent),
  };
}

type Scale = {
  readonly price: Decimal;
  readonly quantity: Decimal;
  readonly profit: Decimal;
  readonly intervalMinutes: number;
};

function tolerancesOf({ decimals }: TradeList): Omit<Scale, 'intervalMinutes'> {
  const half = (places: number): Decimal => decimalFromUnits(5n, Math.min(places + 1, 18));
  return {
    price: half(decimals.price),
    quantity: half(decimals.quantity),
    profit: half(decimals.profit),
  };
}

function entryOf(pair: TradePair): number {
  return pair.kind === 'extra' ? pair.ours.entryMs : pair.theirs.entryMs;
}

function isNear(left: Decimal | null, right: Decimal | null, tolerance: Decimal): boolean {
  if (left === null || right === null) return left === right;
  const apart = left - right;
  return (apart < 0n ? -apart : apart) <= tolerance;
}

function barOf(atMs: number | null, { intervalMinutes }: Scale): number | null {
  return atMs === null ? null : barStartMs(intervalMinutes, atMs);
}

function differencesOf(theirs: ListedTrade, ours: ListedTrade, scale: Scale): TradeField[] {
  const { price, quantity, profit } = scale;
  const isSame: { readonly [field in TradeField]: boolean } = {
    side: theirs.side === ours.side,
    entry_time: barOf(theirs.entryMs, scale) === barOf(ours.entryMs, scale),
    entry_price: isNear(theirs.entryPrice, ours.entryPrice, price),
    exit_time: barOf(theirs.exitMs, scale) === barOf(ours.exitMs, scale),
    exit_price: isNear(theirs.exitPrice, ours.exitPrice, price),
    quantity: isNear(theirs.quantity, ours.quantity, quantity),
    // Lists need not say what a trade brought.
    profit: theirs.profit === null || isNear(theirs.profit, ours.profit, profit),
  };
  const differences = TRADE_FIELDS.filter((field) => !isSame[field]);
  // It follows from the others.
  return differences.length > 1 ? differences.filter((field) => field !== 'profit') : differences;
}

function both(theirs: ListedTrade, ours: ListedTrade, scale: Scale): TradePair {
  return { kind: 'both', theirs, ours, differences: differencesOf(theirs, ours, scale) };
}

/** Pairs of one side and entry bar; of several there, those that differ least. */
function alignByEntry(
  theirs: readonly ListedTrade[],
  ours: readonly ListedTrade[],
  scale: Scale,
): readonly TradePair[] {
  const keyOf = ({ side, entryMs }: ListedTrade): string => `${side} ${barOf(entryMs, scale)}`;
  const waiting = Map.groupBy(ours, keyOf);
  const listed = Map.groupBy(theirs, keyOf);
  const pairs: TradePair[] = [];
  for (const [key, group] of listed) {
    const left = waiting.get(key) ?? [];
    waiting.delete(key);
    pairs.push(...pairGroup(group, left, scale));
  }
  for (const group of waiting.values())
    for (const trade of group) pairs.push({ kind: 'extra', ours: trade });
  return pairs;
}

function pairGroup(
  theirs: readonly ListedTrade[],
  ours: readonly ListedTrade[],
  scale: Scale,
): readonly TradePair[] {
  const pairs: TradePair[] = [];
  const left = [...ours];
  let unpaired = [...theirs];
  // Those that differ in nothing first, then those that differ in ever more.
  for (let count = 0; count <= TRADE_FIELDS.length && left.length > 0; count += 1) {
    unpaired = unpaired.filter((trade) => {
      const at = left.findIndex((each) => differencesOf(trade, each, scale).length <= count);
      const [found] = at < 0 ? [] : left.splice(at, 1);
      if (found === undefined) return true;
      pairs.push(both(trade, found, scale));
      return false;
    });
  }
  for (const trade of unpaired) pairs.push({ kind: 'missing', theirs: trade });
  for (const trade of left) pairs.push({ kind: 'extra', ours: trade });
  return pairs;
}

/** Bars that an entry may be off and still be of the same trade. */
const BARS_APART_MAX = 3;

/**
 * A trade that only the list has and one that only the run has are one whose entry or side differs
 * when they are of one bar, or of one side and near, with no other trade of either list nearer.
 */
function joinNeighbours(pairs: readonly TradePair[], scale: Scale): readonly TradePair[] {
  const extras = pairs
    .filter((pair) => pair.kind === 'extra')
    .sort((left, right) => left.ours.entryMs - right.ours.entryMs);
  const spanMs = BARS_APART_MAX * scale.intervalMinutes * 60_000;
  const joined: TradePair[] = [];
  const isTaken = new Set<TradePair>();
  let from = 0;
  const missing = pairs
    .filter((pair) => pair.kind === 'missing')
    .sort((left, right) => left.theirs.entryMs - right.theirs.entryMs);
  for (const pair of missing) {
    const { theirs } = pair;
    while ((extras[from]?.ours.entryMs ?? Infinity) < theirs.entryMs - spanMs) from += 1;
    let best: (typeof extras)[number] | null = null;
    let bestScore = Infinity;
    for (let at = from; at < extras.length; at += 1) {
      const extra = extras[at] as (typeof extras)[number];
      const apartMs = extra.ours.entryMs - theirs.entryMs;
      if (apartMs > spanMs) break;
      if (isTaken.has(extra)) continue;
      const isSameBar = barOf(extra.ours.entryMs, scale) === barOf(theirs.entryMs, scale);
      if (extra.ours.side !== theirs.side && !isSameBar) continue;
      const score = Math.abs(apartMs) + (extra.ours.side === theirs.side ? 0 : spanMs);
      if (score < bestScore) [best, bestScore] = [extra, score];
    }
    if (best === null) joined.push(pair);
    else {
      isTaken.add(best);
      joined.push(both(theirs, best.ours, scale));
    }
  }
  const rest = extras.filter((extra) => !isTaken.has(extra));
  return [...pairs.filter((pair) => pair.kind === 'both'), ...joined, ...rest];
}
