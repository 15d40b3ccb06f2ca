// Recordings of others in other spellings: what a reader makes of a recording, it makes of the
// same numbers however they are spelled, or of less; a field that is missing, empty or foreign
// costs its own row; and no reply of an exchange, whoever it is for, stops a reader.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { DIALECT_CODES, loadDialect } from '#venues/dialects/load-dialect.ts';
import { seededChance } from '../../sim/chance.ts';
import { skipWithout } from '../../support/reference-data.ts';
import { exchangeOf } from './account-of-recordings.ts';
import { openReading } from './recorded-reading.ts';
import { FOLDER, recordingsOf } from './recordings.ts';
import { faultsOfDamage } from './damaged-recordings.ts';
import { faultsOfSpelling } from './respelled-recordings.ts';
import { faultsOfOthers } from './replies-of-others.ts';
import { READING_TABLES } from './tables/reading-tables.ts';

const skip = skipWithout(FOLDER);

/** Every day a share of the spellings, drawn by seed; before a release all of them. */
export function declareRespellings(share: number): void {
  suite('recordings in other spellings', { skip }, () => {
    for (const code of DIALECT_CODES)
      test(`${code} reads the same of other spellings, or less`, async (t) => {
        const dialect = await loadDialect(code);
        const isDrawn = drawn(share);
        const recordings = recordingsOf(exchangeOf(code));
        const textOf = (name: string): string =>
          recordings.find((each) => each.name === name)?.texts.at(-1) ?? '';
        let [spelledCount, damagedCount] = [0, 0];
        const faults: string[] = [];
        for (const entry of READING_TABLES[code] ?? []) {
          const recording = recordings.find(({ name }) => name === entry.recording);
          assert(recording !== undefined, entry.recording);
          const reading = openReading(dialect, entry, recording, textOf);
          const place = `${entry.reader} ${entry.recording}`;
          const spelled = faultsOfSpelling(code, reading, isDrawn);
          const damaged = faultsOfDamage(entry, reading, isDrawn);
          spelledCount += spelled.count;
          damagedCount += damaged.count;
          for (const fault of [...spelled.faults, ...damaged.faults])
            faults.push(`${place}: ${fault}`);
        }
        t.diagnostic(`${spelledCount} spellings, ${damagedCount} damages`);
        assert.deepEqual(faults, []);
        assert(spelledCount + damagedCount > 0);
      });

    test('a reader that rounds, and one that a row stops, are noticed', () => {
      const given = '{"rows":[{"id":8389765998331627938,"price":"0.25"},{"id":2,"price":"1"}]}';
      type Sample = { readonly rows: readonly { readonly id: number; readonly price: string }[] };
      const rowsOf = (text: string): Sample['rows'] => (JSON.parse(text) as Sample).rows;
      const rounds = (text: string): readonly string[] => rowsOf(text).map(({ id }) => String(id));
      const stops = (text: string): Sample['rows'] | string =>
        text.includes('"price":"1"') ? rowsOf(text) : 'no row is read';
      const reading = { recorded: given, given };
      const entry = { recording: 'planted', reader: 'account.fills', rows: 'rows', figures: {} };
      assert(
        faultsOfSpelling('kraken', { ...reading, rowsIn: rounds }, drawn(1)).faults.length > 0,
      );
      assert(faultsOfDamage(entry, { ...reading, rowsIn: stops }, drawn(1)).faults.length > 0);
    });

    test('what is recorded of an exchange stops none of its readers', async (t) => {
      let total = 0;
      for (const code of DIALECT_CODES) {
        const { count, faults } = faultsOfOthers(await loadDialect(code), drawn(share));
        assert.deepEqual(faults, []);
        total += count;
      }
      t.diagnostic(`${total} pairs of a reader and a reply`);
      assert(total > 20_000 * share * 0.8);
    });
  });
}

function drawn(share: number): () => boolean {
  const chance = seededChance(1);
  return () => chance.percent(share * 100);
}
