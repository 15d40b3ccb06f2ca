// The recordings of others are read by the readers that sign for the same verb and path, and each
// figure that is read is what the recording says, by tables written from the exchanges'
// documentation. What no reader is for is counted, with the reason.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { DIALECT_CODES, loadDialect } from '#venues/dialects/load-dialect.ts';
import type { VenueDialect } from '#venues/dialect.ts';
import { skipWithout } from '../../support/reference-data.ts';
import type { Kind } from './account-of-recordings.ts';
import { accountOfRecordings, exchangeOf, isStream, signedPairs } from './account-of-recordings.ts';
import { marketsNamedIn } from './dialect-queries.ts';
import { asRequested } from './figures.ts';
import { faultOfReading, rowsOfEvents } from './recorded-reading.ts';
import type { RecordedReading } from './recorded-reading.ts';
import type { Recording } from './recordings.ts';
import { FOLDER, recordingsOf } from './recordings.ts';
import { READING_TABLES, UNREAD } from './tables/reading-tables.ts';
import { UNREAD_FILE, unreadRecordings } from './unread-recordings.ts';

const skip = skipWithout(FOLDER);
const UNREAD_ADVICE = 'node test/venues/recordings/write-unread.ts writes it';

function tableOf(code: string): readonly RecordedReading[] {
  return READING_TABLES[code] ?? [];
}

function faultOf(
  dialect: VenueDialect,
  entry: RecordedReading,
  recordings: readonly Recording[],
): string | null {
  const named = (name: string): Recording | undefined =>
    recordings.find((each) => each.name === name);
  const recording = named(entry.recording);
  if (recording === undefined) return 'there is no such recording';
  return faultOfReading(dialect, entry, recording, (name) => named(name)?.texts.at(-1) ?? '');
}

/** Of what streams say, what would be taken for news of an account or of a price. */
function newsIn(dialect: VenueDialect, frame: string): ReadonlySet<string> {
  const find = marketsNamedIn(dialect.code, frame);
  const { stream, marketStream, bestPriceStream, marketTypes, code } = dialect;
  const found = new Set<string>();
  for (const marketType of marketTypes) {
    const context = { marketType, findMarket: find, nowMs: 1_780_000_000_000 };
    const add = (reader: string, events: readonly { readonly kind: string }[]): void => {
      if (rowsOfEvents(events).length > 0) found.add(`${code} ${reader}`);
    };
    add('stream', stream.read(frame, context));
    add('marketStream', marketStream?.read(frame, marketType, find) ?? []);
    add('bestPriceStream', bestPriceStream?.read(frame, marketType, find) ?? []);
  }
  return found;
}

/** Frames of Binance's other products come from other hosts, in the same form. */
function isOfAnother(code: string, name: string): boolean {
  const isUsdm = name.includes('/UsdFutures/');
  return code === 'binance' ? isUsdm : code === 'binanceusdm' && !isUsdm;
}

/** Of 904. No more than 75 are replies to a verb and a path that any dialect sends, in any mode. */
const COUNTS: Readonly<Record<Kind, number>> = {
  'read by verb and path, with figures': 64,
  'read by verb and path, with nothing to compare': 5,
  'signed for, and not read': 6,
  'rows of the same shape, with figures': 39,
  'rows as those of another recording, with figures': 46,
  'frames, with figures': 5,
  'frames that mean nothing': 120,
  'no reader': 619,
};

suite('readings of recordings that others made', { skip }, () => {
  for (const code of DIALECT_CODES)
    test(`what ${code} reads is what is recorded`, async () => {
      const dialect = await loadDialect(code);
      const recordings = recordingsOf(exchangeOf(code));
      const faults = tableOf(code).map((entry) => {
        const fault = faultOf(dialect, entry, recordings);
        return fault === null ? null : `${entry.reader} ${entry.recording}: ${fault}`;
      });
      assert.deepEqual(
        faults.filter((fault) => fault !== null),
        [],
      );
      assert(tableOf(code).length > 0);
    });

  test('every figure of a table is compared', async (t) => {
    let count = 0;
    for (const code of DIALECT_CODES) {
      const dialect = await loadDialect(code);
      const recordings = recordingsOf(exchangeOf(code));
      for (const entry of tableOf(code)) {
        const orderId = entry.orderId ?? entry.figures['venueOrderId'] ?? '';
        for (const [field, source] of Object.entries(entry.figures)) {
          if (source === asRequested) continue;
          const figures = { ...entry.figures, [field]: () => 'another figure' };
          const fault = faultOf(dialect, { ...entry, orderId, figures }, recordings);
          assert.match(fault ?? '', /recorded is another figure$/, `${entry.recording} ${field}`);
          count += 1;
        }
      }
    }
    t.diagnostic(`${count} figures`);
    assert(count > 500);
  });

  test('a reader that signs for a recording has a table of it, or a reason', async () => {
    const signed = await signedPairs();
    const tabled = DIALECT_CODES.flatMap((code) =>
      tableOf(code).map(({ reader, recording }) => `${code} ${reader} ${recording}`),
    );
    const missing = [...signed].filter((pair) => !tabled.includes(pair) && !(pair in UNREAD));
    const needless = Object.keys(UNREAD).filter((pair) => !signed.has(pair));
    assert.deepEqual([missing, needless], [[], []]);
  });

  for (const code of DIALECT_CODES)
    test(`what is no channel of ${code} is no news there`, async () => {
      const dialect = await loadDialect(code);
      const unexpected = recordingsOf(exchangeOf(code))
        .filter((recording) => isStream(recording) && !isOfAnother(code, recording.name))
        .flatMap(({ name, texts }) =>
          texts.flatMap((text) => [...newsIn(dialect, text)].map((news) => `${news} ${name}`)),
        )
        .filter(
          (news) =>
            !tableOf(code).some((entry) => `${code} ${entry.reader} ${entry.recording}` === news),
        );
      assert.deepEqual(unexpected, []);
    });

  test('the list of recordings that are not read is of those that are here', async () => {
    assert.equal(readFileSync(UNREAD_FILE, 'utf8'), await unreadRecordings(), UNREAD_ADVICE);
  });

  test('each recording is read, or has a reason why it is not', async (t) => {
    const counts: Record<string, number> = {};
    const account = await accountOfRecordings();
    for (const { kind, reason } of account.values()) {
      assert(reason !== '');
      counts[kind] = (counts[kind] ?? 0) + 1;
    }
    for (const [kind, count] of Object.entries(counts)) t.diagnostic(`${count} ${kind}`);
    assert.deepEqual(counts, COUNTS);
  });
});
