// Remembers reads of an account while its stream is connected and reports nothing: the same is not
// queried again before the account's sweep, once in ten minutes. Whatever is queried within the
// venue's lag after news, or after a request of ours, is read and not remembered.

import { createHash } from 'node:crypto';
import type { PlacedOrder, VenueOrder } from '#venue-port/exchange/exchange.ts';

const SWEPT_EVERY_MS = 600_000;
/** Bots have cursors of their own; beyond so many, all is read again. */
const READS_MAX = 500;
const ENDED_MAX = 10_000;

type CachedRead = {
  readonly untilMs: number;
  readonly value: Promise<unknown>;
  /** Null until the value is there. */
  result: { readonly value: unknown } | null;
};

/** Of an account whose stream is connected. Instants are of a clock that is never set. */
export type AccountMemory = {
  /** What was queried before may be from before the newest event. */
  settledMs: number;
  /** Spreads the sweeps of accounts whose streams were connected together. */
  readonly sweepOffsetMs: number;
  readonly reads: Map<ReadKey, CachedRead>;
  /** Orders of ours that are being placed, by our names: the reply says more than news. */
  readonly placing: Set<string>;
  /** By the venue's names. News comes in any order, and none takes an end back here. */
  readonly ended: Set<string>;
};

/** What is read, and with which parameters. */
export type ReadKey = 'open orders' | `balances ${string}` | `fills ${string}`;

/**
 * Memory without reads; the sweep is at an offset that follows from the account's id, so that
 * accounts spread.
 */
export function newMemory(accountId: string, settledMs: number): AccountMemory {
  const digest = createHash('sha256').update(accountId).digest();
  return {
    settledMs,
    sweepOffsetMs: digest.readUInt32BE(0) % SWEPT_EVERY_MS,
    reads: new Map(),
    placing: new Set(),
    ended: new Set(),
  };
}

/** The remembered value, or that of a request under way, or what `ask` reads. */
export async function readOnce<T>(
  memory: AccountMemory,
  key: ReadKey,
  nowMs: number,
  ask: () => Promise<T>,
): Promise<T> {
  const { reads, settledMs, sweepOffsetMs } = memory;
  const known = reads.get(key);
  // A key stands for one question, and so for one type.
  if (known !== undefined && nowMs < known.untilMs) return known.value as Promise<T>;
  if (reads.size >= READS_MAX) reads.clear();
  const value = ask();
  const sweptMs = nowMs - ((nowMs + sweepOffsetMs) % SWEPT_EVERY_MS);
  const read: CachedRead = { value, untilMs: sweptMs + SWEPT_EVERY_MS, result: null };
  reads.set(key, read);
  let isRemembered = false;
  try {
    read.result = { value: await value };
    isRemembered = nowMs >= settledMs;
    return await value;
  } finally {
    if (!isRemembered && reads.get(key) === read) reads.delete(key);
  }
}

/**
 * Something happened: what was queried before `settledMs` is not remembered. The list of open
 * orders follows the news; fills are read again when there may be new ones.
 */
export function noteEvent(
  memory: AccountMemory,
  { settledMs, isFilled }: { readonly settledMs: number; readonly isFilled: boolean },
): void {
  memory.settledMs = Math.max(memory.settledMs, settledMs);
  for (const [key, { result }] of memory.reads) {
    const isValid = key === 'open orders' || (!key.startsWith('balances ') && !isFilled);
    if (!isValid || result === null) memory.reads.delete(key);
  }
}

/** It is not known what happened. */
export function noteDoubt(memory: AccountMemory, settledMs: number): void {
  memory.settledMs = Math.max(memory.settledMs, settledMs);
  memory.reads.clear();
}

/** An order as news or a look-up shows it. */
export function noteOrder(memory: AccountMemory, order: VenueOrder): void {
  const { venueOrderId, clientOrderId } = order;
  if (order.state !== 'open') return noteEnd(memory, order);
  if (memory.ended.has(venueOrderId)) return;
  if (clientOrderId !== null && memory.placing.has(clientOrderId)) return;
  changeOpenOrders(memory, (open) => {
    const known = open.find((each) => each.venueOrderId === venueOrderId);
    // Whether it works still, the list says.
    if (known === undefined) return null;
    const isOlder =
      order.updatedAtMs < known.updatedAtMs || order.filledAmount < known.filledAmount;
    return isOlder ? open : open.map((each) => (each === known ? order : each));
  });
}

/** The reply to a placement of ours. */
export function notePlaced(memory: AccountMemory, placed: PlacedOrder): void {
  const { state, venueOrderId } = placed;
  if (state === 'acknowledged') memory.reads.delete('open orders');
  else if (state !== 'open') noteEnd(memory, placed);
  else if (!memory.ended.has(venueOrderId))
    changeOpenOrders(memory, (open) => {
      const others = open.filter((each) => each.venueOrderId !== venueOrderId);
      return [...others, { ...placed, state }];
    });
}

type NamedTerms = Pick<VenueOrder, 'venueOrderId' | 'clientOrderId' | 'terms'>;

function noteEnd(memory: AccountMemory, order: NamedTerms): void {
  if (memory.ended.size >= ENDED_MAX) memory.ended.clear();
  memory.ended.add(order.venueOrderId);
  changeOpenOrders(memory, (open) =>
    open.filter((each) => each.venueOrderId !== order.venueOrderId && !hasBecome(each, order)),
  );
}

/** Some venues give another id to what comes of an order that waited for its price. */
function hasBecome(waiting: NamedTerms, order: NamedTerms): boolean {
  const isSameName =
    waiting.clientOrderId !== null && waiting.clientOrderId === order.clientOrderId;
  return isSameName && waiting.terms.triggerPrice !== null && order.terms.triggerPrice === null;
}

/** Null of `change`: the list has to be read again. */
function changeOpenOrders(
  { reads }: AccountMemory,
  change: (open: readonly VenueOrder[]) => readonly VenueOrder[] | null,
): void {
  const known = reads.get('open orders');
  if (known === undefined) return;
  const changed =
    known.result === null ? null : change(known.result.value as readonly VenueOrder[]);
  if (changed === null) reads.delete('open orders');
  else
    reads.set('open orders', {
      ...known,
      value: Promise.resolve(changed),
      result: { value: changed },
    });
}
