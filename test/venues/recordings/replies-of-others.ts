// Every recorded reply of an exchange for each of its readers, whoever it is a reply to: no reader
// throws, and what it returns is a verdict.

import type { VenueDialect } from '#venues/dialect.ts';
import { exchangeOf } from './account-of-recordings.ts';
import type { DialectQuery } from './dialect-queries.ts';
import { dialectQueries, marketsNamedIn, OWN_NAME, replyOf } from './dialect-queries.ts';
import { recordingsOf } from './recordings.ts';
import type { Faults } from './respelled-recordings.ts';

const KINDS = new Set(['done', 'rejected', 'not_done', 'unknown', 'absent', 'forgotten']);
const [FROM_MS, NOW_MS] = [1_779_999_990_000, 1_780_000_000_000];

export function faultsOfOthers(dialect: VenueDialect, isDrawn: () => boolean): Faults {
  const faults: string[] = [];
  let count = 0;
  for (const { name, texts } of recordingsOf(exchangeOf(dialect.code)))
    for (const text of texts)
      for (const { reader, read } of queriesOf(dialect, text)) {
        if (!isDrawn()) continue;
        count += 1;
        const fault = faultOf(() => read(replyOf(text, NOW_MS)));
        if (fault !== null) faults.push(`${dialect.code} ${reader} ${name}: ${fault}`);
      }
  return { count, faults };
}

/** All but those whose replies are read together. */
function queriesOf(dialect: VenueDialect, text: string): readonly DialectQuery[] {
  const find = marketsNamedIn(dialect.code, text);
  const order = { clientOrderId: OWN_NAME, venueOrderId: '123', placedAtMs: FROM_MS };
  const about = { symbol: 'BTC-USDT', find, nowMs: NOW_MS, fromMs: FROM_MS, order };
  return dialect.marketTypes
    .flatMap((marketType) => dialectQueries(dialect, { ...about, marketType }))
    .filter(({ reader }) => reader !== 'account.credentials');
}

function faultOf(read: () => unknown): string | null {
  try {
    const { kind } = read() as { readonly kind: string };
    return KINDS.has(kind) ? null : `it returns "${kind}"`;
  } catch (error) {
    return `it throws ${String(error)}`;
  }
}
