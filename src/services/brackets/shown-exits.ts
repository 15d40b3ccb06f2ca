// Exits of a bracket as their owner is shown them: its settings say what is wanted, its orders what
// works. An exit that is being moved is shown where it works until all of it is where it is to be.

import type { Decimal } from '#lib/decimal.ts';
import { parseDecimal, ZERO } from '#lib/decimal.ts';
import type { Order } from '#venue-port/order/order.ts';
import { exitSide } from '#domain/position/position.ts';
import type { StrategyBot } from '#ports/stores/bot-store.ts';

export const EXIT_KEYS = ['stop_price', 'target_price', 'second_target_price'] as const;
export type ExitKey = (typeof EXIT_KEYS)[number];

/** Both null: there is none. */
export type ShownExit = {
  /** Where it works; before it works anywhere, where it will. */
  readonly price: Decimal | null;
  /** Where it is to be; null: it is there. */
  readonly movesTo: Decimal | null;
};
export type ShownExits = { readonly [key in ExitKey]: ShownExit };

type ExitWish = { readonly first: Decimal | null; readonly now: Decimal | null };

/** Prices of its exits by the orders that work. One whose outcome is not known works nowhere. */
export function shownExits(bracket: StrategyBot, orders: readonly Order[]): ShownExits {
  const exits = exitOrders(bracket, orders).filter(({ state }) => state === 'open');
  const isShort = bracket.brain.config['direction'] === 'short';
  const stops = exits.flatMap(({ type, terms: { triggerPrice } }) =>
    type === 'stop_market' && triggerPrice !== null ? [triggerPrice] : [],
  );
  const limits = exits.flatMap(({ type, price }) => (type === 'limit' ? [price] : []));
  const stop = wantedOf(bracket, 'stop_price');
  const first = wantedOf(bracket, 'target_price');
  const second = wantedOf(bracket, 'second_target_price');
  const targets = targetsAt([first, second], nearestFirst(limits, isShort));
  return {
    stop_price: shownStop(bracket, stop, nearestFirst(stops, !isShort)),
    target_price: shownExit(bracket, first, targets[0] ?? null),
    second_target_price: shownExit(bracket, second, targets[1] ?? null),
  };
}

/** Those that close what is held. */
export function exitOrders(
  { brain }: Pick<StrategyBot, 'brain'>,
  orders: readonly Order[],
): readonly Order[] {
  const side = exitSide(brain.config['direction'] === 'short' ? 'short' : 'long');
  return orders.filter((order) => order.side === side);
}

/** True where a stop is wanted, whether one works or not. */
export function wantsStop(bracket: StrategyBot): boolean {
  return wantedOf(bracket, 'stop_price').now !== null;
}

function wantedOf({ brain: { config } }: StrategyBot, key: ExitKey): ExitWish {
  const priceOf = (name: string): Decimal | null => {
    const value = config[name];
    return typeof value === 'string' ? parseDecimal(value) : null;
  };
  const first = priceOf(key);
  return { first, now: priceOf(`moved_${key}`) ?? first };
}

/** One that trails is where it works; its orders move by themselves. */
function shownStop(bracket: StrategyBot, wish: ExitWish, furthest: readonly Decimal[]): ShownExit {
  if (bracket.brain.config['stop_trails'] !== true)
    return shownExit(bracket, wish, furthestFrom(wish, furthest));
  return { price: furthest.at(-1) ?? wish.now, movesTo: null };
}

/** `works`: null where it works nowhere. */
function shownExit(
  { bracket: standing }: StrategyBot,
  { first, now }: ExitWish,
  works: Decimal | null,
): ShownExit {
  if (works !== null) return { price: works, movesTo: works === now ? null : now };
  // One that was not there at first protects nothing before it is.
  const isAdded = first === null && now !== null && (standing?.heldAmount ?? ZERO) > ZERO;
  return isAdded ? { price: null, movesTo: now } : { price: now, movesTo: null };
}

/** Of several stops that which acts last, unless all are where they are wanted. */
function furthestFrom({ now }: ExitWish, furthest: readonly Decimal[]): Decimal | null {
  return furthest.findLast((price) => price !== now) ?? furthest[0] ?? null;
}

/** By rank where there are as many prices as targets; else by what is wanted. */
function targetsAt(
  wanted: readonly [ExitWish, ExitWish],
  prices: readonly Decimal[],
): readonly (Decimal | null)[] {
  const count = wanted.filter(({ now }) => now !== null).length;
  if (prices.length === count) return wanted[0].now === null ? [null, ...prices] : prices;
  const unwanted = prices.filter((price) => wanted.every(({ now }) => now !== price));
  const strays = unwanted.filter((price) => wanted.every(({ first }) => first !== price));
  return wanted.map(({ first, now }) => {
    if (now === null) return null;
    if (first !== null && unwanted.includes(first)) return first;
    const stray = now === first ? undefined : strays.shift();
    return stray ?? (prices.includes(now) ? now : null);
  });
}

/** Each price once. */
function nearestFirst(prices: readonly Decimal[], falls: boolean): readonly Decimal[] {
  const order = falls ? -1 : 1;
  return [...new Set(prices)].toSorted((one, other) => (one < other ? -order : order));
}
