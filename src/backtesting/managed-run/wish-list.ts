// Managed wishes of a run, by row: what its script asks for wherever the bot stands. Columns of
// small numbers, filled again for each run.

import type { ManagedWish } from '#engine/run-api/wish-api.ts';
import type { OrderTypeName } from '#engine/run-api/order-api.ts';

export type WishList = {
  rows: Int32Array;
  /** Of a wish and of the type of its orders. */
  codes: Uint8Array;
  count: number;
  /** What the script requested that depends on what the bot has done; null: nothing. */
  refusal: string | null;
};

const WISHES: readonly ManagedWish[] = ['long', 'short', 'exit', 'exit_long', 'exit_short', 'flip'];
const TYPES: readonly OrderTypeName[] = ['limit', 'market', 'no_timeout'];
const FIRST_LENGTH = 1_024;

export function emptyWishes(): WishList {
  const rows = new Int32Array(FIRST_LENGTH);
  return { rows, codes: new Uint8Array(FIRST_LENGTH), count: 0, refusal: null };
}

/** The same list for another run. */
export function clearWishes(list: WishList): void {
  list.count = 0;
  list.refusal = null;
}

/** Notes a wish; refuses it where its orders are of another type. */
export function noteWish(
  list: WishList,
  row: number,
  wish: ManagedWish,
  type: OrderTypeName,
): void {
  const typeAt = TYPES.indexOf(type);
  if (typeAt < 0) {
    list.refusal = `orders of type ${type}`;
    return;
  }
  if (list.count === list.rows.length) grow(list);
  list.rows[list.count] = row;
  list.codes[list.count] = WISHES.indexOf(wish) * TYPES.length + typeAt;
  list.count += 1;
}

function grow(list: WishList): void {
  const { rows, codes } = list;
  list.rows = new Int32Array(rows.length * 2);
  list.rows.set(rows);
  list.codes = new Uint8Array(codes.length * 2);
  list.codes.set(codes);
}

export function wishOf(code: number): ManagedWish {
  return WISHES[Math.floor(code / TYPES.length)] as ManagedWish;
}

export function typeOf(code: number): OrderTypeName {
  return TYPES[code % TYPES.length] as OrderTypeName;
}
