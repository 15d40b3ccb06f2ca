// One book of one market: the resting orders of the accounts by price and time, and the quotes of
// the other participants (the crowd), who stand around a middle price and quote anew after each
// trade.

import type { Amount } from '#loopback/amount.ts';
import { amount } from '#loopback/amount.ts';
import type { Order, Side } from '#loopback/book/order.ts';

export type Book = {
  readonly bids: Order[];
  readonly asks: Order[];
};

export type Crowd = {
  /** From the middle to the best price, and from each price to the next. */
  gapTicks: bigint;
  levels: number;
  levelQuantity: Amount;
};

/** What a taker may take: an order of an account, or a price of the crowd. */
export type Offer = { readonly price: Amount; readonly order: Order | null; quantity: Amount };

/** Crowd with twenty levels a tick apart, each of this quantity. */
export function createCrowd(levelQuantity = '1000'): Crowd {
  return { gapTicks: 1n, levels: 20, levelQuantity: amount(levelQuantity) };
}

/** Resting orders of a side, best first; the list may be changed. */
export function restingOn(book: Book, side: Side): Order[] {
  return side === 'buy' ? book.bids : book.asks;
}

/** Behind all orders of the same price. */
export function rest(book: Book, order: Order): void {
  const resting = restingOn(book, order.side);
  const price = order.price ?? 0n;
  const isWorse = (other: Order): boolean =>
    order.side === 'buy' ? (other.price ?? 0n) < price : (other.price ?? 0n) > price;
  const index = resting.findIndex(isWorse);
  resting.splice(index < 0 ? resting.length : index, 0, order);
}

/** Removes a resting order; one that does not rest is left alone. */
export function takeFromBook(book: Book, order: Order): void {
  const resting = restingOn(book, order.side);
  const index = resting.indexOf(order);
  if (index >= 0) resting.splice(index, 1);
}

/** True if a taker who would go as far as `limit` may trade at `price`. Null: at any price. */
export function isWithin(taker: Side, limit: Amount | null, price: Amount): boolean {
  if (limit === null) return true;
  return taker === 'buy' ? price <= limit : price >= limit;
}

/** Everything that a taker of this side may take, best first; accounts before the crowd. */
export function offersTo(
  taker: Side,
  book: Book,
  crowd: Crowd,
  middle: Amount,
  tick: Amount,
): readonly Offer[] {
  const orders = (taker === 'buy' ? book.asks : book.bids).map((order) => ({
    price: order.price ?? 0n,
    order,
    quantity: order.quantity - order.filled,
  }));
  const offers = [...orders, ...crowdOffers(taker, book, crowd, middle, tick)];
  const isAccount = (offer: Offer): number => (offer.order === null ? 1 : 0);
  return offers.sort((a, b) => {
    const difference = taker === 'buy' ? a.price - b.price : b.price - a.price;
    return difference === 0n ? isAccount(a) - isAccount(b) : Number(difference);
  });
}

/** The best prices of the two sides; null where nobody quotes. */
export function bestPrices(
  book: Book,
  crowd: Crowd,
  middle: Amount,
  tick: Amount,
): { readonly bid: Offer | null; readonly ask: Offer | null } {
  const [ask] = offersTo('buy', book, crowd, middle, tick);
  const [bid] = offersTo('sell', book, crowd, middle, tick);
  return { bid: bid ?? null, ask: ask ?? null };
}

/** The crowd never quotes through an order of an account. */
function crowdOffers(
  taker: Side,
  book: Book,
  crowd: Crowd,
  middle: Amount,
  tick: Amount,
): readonly Offer[] {
  const [against] = taker === 'buy' ? book.bids : book.asks;
  const barrier = against?.price ?? null;
  const direction = taker === 'buy' ? 1n : -1n;
  const offers: Offer[] = [];
  for (let level = 1n; level <= BigInt(crowd.levels); level += 1n) {
    const price = middle + direction * level * crowd.gapTicks * tick;
    const isThrough = barrier !== null && (price - barrier) * direction <= 0n;
    if (price > 0n && !isThrough)
      offers.push({ price, order: null, quantity: crowd.levelQuantity });
  }
  return offers;
}
