// Managed wishes of a run, by row: what its script asks for wherever the bot stands. Columns of
// small numbers, filled again for each run.

import type { ManagedWish } from '#engine/run-api/wish-api.ts';
import type { OrderTypeName } from '#engine/run-api/order-api.ts';

export type WishList = {
  /** By row, codes from 1 of updates that did no more than wish; see `wished` of the host. */
  wished: Uint8Array;
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

/** List without wishes; its columns grow as needed and are used again. */
export function emptyWishes(): WishList {
  const rows = new Int32Array(FIRST_LENGTH);
  const wished = new Uint8Array(0);
  return { wished, rows, codes: new Uint8Array(FIRST_LENGTH), count: 0, refusal: null };
}

/** The same list for another run, of so many rows. */
export function clearWishes(list: WishList, rowCount: number): void {
  list.count = 0;
  list.refusal = null;
  // Read in words of eight.
  const length = Math.ceil(rowCount / WORD_ROWS) * WORD_ROWS;
  if (list.wished.length === length) list.wished.fill(0);
  else list.wished = new Uint8Array(length);
}

const WORD_ROWS = 8;

/** Code of a wish, from 0; below zero where its orders are of a type that is not followed here. */
export function codeOf(wish: ManagedWish, type: OrderTypeName): number {
  const typeAt = TYPES.indexOf(type);
  return typeAt < 0 ? -1 : WISHES.indexOf(wish) * TYPES.length + typeAt;
}

/** Puts what was noted by row among the others. */
export function mergeWished(list: WishList): void {
  const { rows, codes, count } = list;
  const others = { rows: rows.slice(0, count), codes: codes.slice(0, count), count };
  takeWished(list);
  mergeInto(list, others);
}

/** Alone. Each row of a word is written, and the next one over what is no wish. */
function takeWished(list: WishList): void {
  const { wished } = list;
  const words = new Float64Array(wished.buffer);
  let { rows, codes } = list;
  let count = 0;
  for (let word = 0; word < words.length; word += 1) {
    // Zero in all its bytes, or in all but a sign that no code has.
    if (words[word] === 0) continue;
    if (count + WORD_ROWS > rows.length) {
      grow(list);
      ({ rows, codes } = list);
    }
    for (let row = word * WORD_ROWS; row < (word + 1) * WORD_ROWS; row += 1) {
      const code = wished[row] as number;
      rows[count] = row;
      codes[count] = code - 1;
      count += Math.min(code, 1);
    }
  }
  list.count = count;
}

/** From the last row back, so that each is moved once; of one row, the others come last. */
function mergeInto(list: WishList, others: Pick<WishList, 'rows' | 'codes' | 'count'>): void {
  let place = list.count - 1;
  list.count += others.count;
  while (list.count > list.rows.length) grow(list);
  const { rows, codes } = list;
  let at = list.count - 1;
  for (let next = others.count - 1; next >= 0; at -= 1) {
    const row = others.rows[next] as number;
    if (place >= 0 && (rows[place] as number) > row) {
      rows[at] = rows[place] as number;
      codes[at] = codes[place] as number;
      place -= 1;
    } else {
      rows[at] = row;
      codes[at] = others.codes[next] as number;
      next -= 1;
    }
  }
}

function append(list: WishList, row: number, code: number): void {
  if (list.count === list.rows.length) grow(list);
  list.rows[list.count] = row;
  list.codes[list.count] = code;
  list.count += 1;
}

/** Notes a wish; refuses it where its orders are of another type. */
export function noteWish(
  list: WishList,
  row: number,
  wish: ManagedWish,
  type: OrderTypeName,
): void {
  const code = codeOf(wish, type);
  if (code < 0) list.refusal = `orders of type ${type}`;
  else append(list, row, code);
}

function grow(list: WishList): void {
  const { rows, codes } = list;
  list.rows = new Int32Array(rows.length * 2);
  list.rows.set(rows);
  list.codes = new Uint8Array(codes.length * 2);
  list.codes.set(codes);
}

/** Wish of a code. */
export function wishOf(code: number): ManagedWish {
  return WISHES[Math.floor(code / TYPES.length)] as ManagedWish;
}

/** Order type of a code. */
export function typeOf(code: number): OrderTypeName {
  return TYPES[code % TYPES.length] as OrderTypeName;
}
