// The settings of a bracket as its run reads them, and the rules between them. What the price now
// says of them is in preview-bracket.ts.

import type { Decimal } from '#lib/decimal.ts';
import { formatDecimal, ONE } from '#lib/decimal.ts';
import { HUNDRED, isOnStep } from '#venue-port/market/market-grid.ts';
import type { Market } from '#venue-port/market/market.ts';
import { nearestPrices, priceStepAt } from '#venue-port/market/price-digits.ts';
import type { Direction, MarginMode } from '#domain/position/position.ts';
import type { ConfigValues } from '#strategies/config/config-values.ts';
import { flagOf, numberOf, sureNumberOf, textOf } from '#strategies/config/config-values.ts';
import type { Refuse } from '#strategies/config/market-problems.ts';
import { leverageProblem } from '#strategies/config/market-problems.ts';
import type { SettingProblem } from '#strategies/config/setting.ts';

export type BracketTarget = {
  readonly key: 'target_price' | 'second_target_price';
  readonly price: Decimal;
  /** Of what is held. */
  readonly percent: Decimal;
};

export type BracketConfig = {
  readonly direction: Direction;
  readonly amount: Decimal;
  /** Null: at market. */
  readonly entryPrice: Decimal | null;
  /** Where it was at first: what was entered beyond it is closed. */
  readonly firstStopPrice: Decimal | null;
  /** Where it is now. */
  readonly stopPrice: Decimal | null;
  readonly isMoved: boolean;
  readonly stopTrails: boolean;
  /** At most two, the nearer one first. */
  readonly targets: readonly BracketTarget[];
  readonly leverage: Decimal;
  readonly marginMode: MarginMode;
  readonly allowsEntry: boolean;
  /** What its owner wants of what is held, once it is to end. */
  readonly ending: 'none' | 'keep' | 'close';
};

/** Prices of exits that their owner has moved since. */
const MOVED_KEYS = ['moved_stop_price', 'moved_target_price', 'moved_second_target_price'] as const;

/** Settings of values that were read whole; the stop is the moved one where its owner moved it. */
export function bracketConfig(values: ConfigValues): BracketConfig {
  return {
    direction: textOf(values, 'direction') as Direction,
    amount: sureNumberOf(values, 'amount'),
    entryPrice: numberOf(values, 'entry_price'),
    firstStopPrice: numberOf(values, 'stop_price'),
    stopPrice: numberOf(values, 'moved_stop_price') ?? numberOf(values, 'stop_price'),
    isMoved: MOVED_KEYS.some((key) => numberOf(values, key) !== null),
    stopTrails: flagOf(values, 'stop_trails'),
    targets: targetsOf(values),
    leverage: sureNumberOf(values, 'leverage'),
    marginMode: textOf(values, 'margin_mode') as MarginMode,
    allowsEntry: flagOf(values, 'allows_entry'),
    ending: textOf(values, 'ending') as BracketConfig['ending'],
  };
}

/** All of it at the one target, where there is one. */
function targetsOf(values: ConfigValues): readonly BracketTarget[] {
  const keys = ['target_price', 'second_target_price'] as const;
  const priced = keys.flatMap((key) => {
    const price = numberOf(values, `moved_${key}`) ?? numberOf(values, key);
    return price === null ? [] : [{ key, price }];
  });
  const first = sureNumberOf(values, 'first_target_percent');
  const percentOf = (index: number): Decimal =>
    priced.length === 1 ? HUNDRED : index === 0 ? first : ((HUNDRED - first) as Decimal);
  return priced.map((target, index) => ({ ...target, percent: percentOf(index) }));
}

/**
 * Problems between settings and market, whatever the price is; empty when a bracket may be made.
 */
export function bracketProblems(config: BracketConfig, market: Market): readonly SettingProblem[] {
  const problems: SettingProblem[] = [];
  const refuse: Refuse = (key, message) => {
    problems.push({ key, message: `"${key}" ${message}` });
  };
  const { direction, leverage, stopPrice, stopTrails, targets } = config;
  leverageProblem(refuse, market, leverage);
  if (market.contract === null && leverage !== ONE)
    refuse('leverage', 'is for futures markets; the nearest valid value is 1');
  if (market.contract === null && direction === 'short')
    refuse('direction', 'must be long on a spot market, which has no shorts');
  if (stopPrice === null && targets.length === 0)
    refuse('stop_price', 'or "target_price" must be given: without both it is a plain order');
  if (stopTrails && stopPrice === null)
    refuse('stop_trails', 'needs "stop_price", from which the stop begins to follow');
  for (const { key, price } of pricesOf(config)) stepProblem(refuse, market, key, price);
  // What has been moved is judged by the price, which has left the entry meanwhile.
  const from = config.isMoved ? null : config.entryPrice;
  wrongSides(refuse, config, from, '"entry_price"');
  if (from === null) crossedExits(refuse, config);
  return problems;
}

type NamedPrice = { readonly key: string; readonly price: Decimal };

function pricesOf({ entryPrice, stopPrice, targets }: BracketConfig): readonly NamedPrice[] {
  const named = (key: string, price: Decimal | null): NamedPrice[] =>
    price === null ? [] : [{ key, price }];
  return [...named('entry_price', entryPrice), ...named('stop_price', stopPrice), ...targets];
}

function stepProblem(refuse: Refuse, market: Market, key: string, price: Decimal): void {
  const step = priceStepAt(market, price);
  if (isOnStep(price, step)) return;
  const nearest = nearestPrices(market, price).map(formatDecimal).join(' and ');
  refuse(
    key,
    `must be a multiple of ${formatDecimal(step)}; the nearest valid values are ${nearest}`,
  );
}

/** The stop on the losing side of a price, the targets beyond it, the second beyond the first. */
export function wrongSides(
  refuse: Refuse,
  { direction, stopPrice, targets }: BracketConfig,
  from: Decimal | null,
  what: string,
): void {
  const isBeyond = (price: Decimal, other: Decimal): boolean =>
    direction === 'long' ? price > other : price < other;
  const [gain, loss] = direction === 'long' ? ['above', 'below'] : ['below', 'above'];
  const [first, second] = targets;
  if (from !== null) {
    const at = `${what}, ${formatDecimal(from)}`;
    if (stopPrice !== null && !isBeyond(from, stopPrice))
      refuse('stop_price', `must be ${loss} ${at}, where the position is ${direction}`);
    if (first !== undefined && !isBeyond(first.price, from))
      refuse(first.key, `must be ${gain} ${at}, where the position is ${direction}`);
  }
  if (first !== undefined && second !== undefined && !isBeyond(second.price, first.price))
    refuse(second.key, `must be ${gain} "target_price"`);
}

function crossedExits(refuse: Refuse, { direction, stopPrice, targets }: BracketConfig): void {
  const [first] = targets;
  if (stopPrice === null || first === undefined) return;
  const isCrossed = direction === 'long' ? stopPrice >= first.price : stopPrice <= first.price;
  if (isCrossed)
    refuse('stop_price', `must be ${direction === 'long' ? 'below' : 'above'} "${first.key}"`);
}
