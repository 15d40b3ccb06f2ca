// Retention of stored data by kind, in whole days. What an installation chooses replaces the
// defaults; orders, fills and the audit are no kinds, because they are retained for ever.

import { DAY_MS } from '#lib/time.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';

export const RETENTION_KINDS = [
  'lines',
  'steps',
  'brackets',
  'signals',
  'equity_changes',
  'equity_hours',
  'backtests',
  'labs',
  'usage',
] as const;
export type RetentionKind = (typeof RETENTION_KINDS)[number];

/** Days after which a kind is deleted; null: never. */
export type Retention = { readonly [kind in RetentionKind]: number | null };

export const DEFAULT_RETENTION: Retention = {
  lines: 90,
  steps: 30,
  brackets: null,
  signals: 1,
  equity_changes: 35,
  equity_hours: 400,
  backtests: null,
  labs: null,
  usage: null,
};

const DAYS_MAX = 36_500;
const EVER = 'ever';

/** Reads `lines=30,backtests=365,steps=ever`; kinds that are not named have their defaults. */
export function parseRetention(text: string): Result<Retention, string> {
  const chosen = new Map<RetentionKind, number | null>();
  for (const part of text.split(',')) {
    const [, name, value = ''] = /^\s*([a-z_]+)=(ever|\d{1,5})\s*$/.exec(part) ?? [];
    const kind = RETENTION_KINDS.find((known) => known === name);
    const days = value === EVER ? null : Number(value);
    const isPossible = days === null || (days >= 1 && days <= DAYS_MAX);
    if (kind === undefined || chosen.has(kind) || !isPossible) return rejected(EXPECTED);
    chosen.set(kind, days);
  }
  return accepted({ ...DEFAULT_RETENTION, ...Object.fromEntries(chosen) });
}

const EXPECTED =
  `days, or "${EVER}", for each of some kinds once, such as lines=30,backtests=365 ` +
  `(kinds: ${RETENTION_KINDS.join(', ')}; days: 1 to ${DAYS_MAX})`;

/** What is older than this instant is deleted; null: nothing is. */
export function prunedBeforeMs(
  retention: Retention,
  kind: RetentionKind,
  nowMs: number,
): number | null {
  const days = retention[kind];
  return days === null ? null : nowMs - days * DAY_MS;
}
