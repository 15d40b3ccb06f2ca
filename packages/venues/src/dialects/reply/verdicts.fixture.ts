// Verdicts in a few words, for the tables of the dialects: what a caller acts on.

import type { Verdict } from '#venues/dialect.ts';

export function brief(verdict: Verdict<unknown>): string {
  if (verdict.kind === 'rejected') return `rejected ${verdict.code}`;
  if (verdict.kind === 'clock') return verdict.mayBeKey === true ? 'clock or key' : 'clock';
  if (verdict.kind !== 'not_done') return verdict.kind;
  return `not_done ${verdict.failure}${verdict.stopsAddress ? ' address' : ''}`;
}

/** The verdict on a placement, and that on a look-up. */
export type BothVerdicts = readonly [string, string];

const both = (verdict: string): BothVerdicts => [verdict, verdict];

export const BOTH = {
  notSent: both('not_done unavailable'),
  unauthorized: both('not_done unauthorized'),
  unclear: ['unknown', 'not_done unavailable'],
  unreadable: ['unknown', 'not_done corrupt_reply'],
  timedOut: ['unknown', 'not_done timeout'],
  refused: ['rejected order_rejected', 'not_done unavailable'],
  poor: ['rejected insufficient_funds', 'not_done unavailable'],
  tooFast: both('not_done rate_limited'),
  banned: both('not_done rate_limited address'),
  clock: both('clock'),
  clockOrKey: both('clock or key'),
  taken: ['duplicate', 'not_done unavailable'],
  noSuchOrder: ['unknown', 'absent'],
} as const satisfies Readonly<Record<string, BothVerdicts>>;
