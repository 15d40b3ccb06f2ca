// A list of a dialect, and what a reading of it with given rows comes to.

import { encodeJson } from '#lib/json.ts';
import type { Verdict } from '#venues/dialect.ts';
import { withLeftOut } from '#venues/dialects/reply/read-rows.ts';
import type { VenueCall, WireOutcome, WireReply } from '#venues/wire/venue-wire.ts';

/** What the rows of a list are of. */
type RowKind =
  /** Nobody's. */
  | 'public'
  | 'balances'
  | 'positions'
  /** Open ones, or those that are searched. */
  | 'orders'
  | 'fills'
  /** Of one order, which every row is of. */
  | 'order fills'
  | 'events'
  | 'frames';

export interface RowList {
  readonly name: string;
  readonly kind: RowKind;
  /** Two that can be read, and differ in what names them. */
  readonly rows: readonly [unknown, unknown];
  readonly read: (rows: readonly unknown[]) => Reading;
  /** Fields whose word tells what is none of this list. */
  readonly filters?: readonly string[];
  /** The place of a row is part of what it is. */
  readonly isByPlace?: true;
  /** Of fills: a row on which nothing was charged, and names no currency. */
  readonly free?: unknown;
  /**
   * What a search for the order of the first row finds in a list of these rows, of the second one
   * as well; absent: this list is not searched.
   */
  readonly lookUp?: (rows: readonly unknown[]) => Promise<string>;
}

export interface Reading {
  /** Why the list as a whole was not read; null: it was. */
  readonly stop: string | null;
  readonly items: readonly string[];
  /** How many rows are said to be missing, beside the items. */
  readonly missingCount: number;
  /** How many rows are named as unreadable. */
  readonly namedCount: number;
}

type Step = {
  readonly call?: VenueCall;
  readonly read: (outcome: WireOutcome) => Verdict<unknown>;
};

interface AnyPage {
  readonly items?: readonly unknown[];
  readonly balances?: readonly unknown[];
  readonly unreadable?: readonly unknown[];
  readonly leftOut?: readonly unknown[];
  readonly next?: Step | null;
  readonly rest?: Step | null;
}

const STEPS_MAX = 20;

/** Reads a list to its end; `respond` is given each request. */
export function readList(first: Step, respond: (call: VenueCall) => WireReply): Reading {
  const items: unknown[] = [];
  let missingCount = 0;
  let namedCount = 0;
  let step: Step | null | undefined = first;
  for (let count = 0; step !== null && step !== undefined && count < STEPS_MAX; count += 1) {
    const { call, read }: Step = step;
    const outcome = respond(call as VenueCall);
    const { value: verdict, leftOut } = withLeftOut(() => read(outcome));
    namedCount += leftOut.length;
    if (verdict.kind !== 'done') {
      const stop = encodeJson(verdict);
      return { stop, items: items.map(encodeJson), missingCount, namedCount };
    }
    const page: AnyPage = Array.isArray(verdict.value)
      ? { items: verdict.value as readonly unknown[] }
      : (verdict.value as AnyPage);
    items.push(...(page.items ?? page.balances ?? []));
    missingCount += (page.unreadable?.length ?? 0) + (page.leftOut?.length ?? 0);
    step = page.next ?? page.rest;
  }
  return { stop: null, items: items.map(encodeJson), missingCount, namedCount };
}

/** Reads one frame of a stream. */
export function readFrame(events: () => readonly unknown[]): Reading {
  const { value, leftOut } = withLeftOut(events);
  const items = value.map(encodeJson);
  return { stop: null, items, missingCount: 0, namedCount: leftOut.length };
}
