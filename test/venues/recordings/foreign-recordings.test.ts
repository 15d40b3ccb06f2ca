// Replies and frames of nine exchanges, recorded by others: the reader of the exchanges keeps every
// digit of every number in them.

import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { suite, test } from 'node:test';
import { parseJson } from '#venues/dialects/reply/parse-json.ts';
import { REFERENCE_DATA, skipWithout } from '../../support/reference-data.ts';
import type { ExactValue } from './exact-value.ts';
import { exactNumber, readExactly } from './exact-value.ts';
import { ALL_VENUES, VENUE_CODES } from '#loopback/skins/all-venues.ts';
import { ABSENT } from '#loopback/values/field-spelling.ts';
import { exchangeOf } from './account-of-recordings.ts';
import { CODES, FOLDER, recordingsOf } from './recordings.ts';

const skip = skipWithout(FOLDER);

/** Recordings that hold no JSON, and why. */
const WITHOUT_JSON: Readonly<Record<string, string>> = {
  'binance Endpoints/CoinFutures/Account/KeepAliveUserStream': 'no reply',
  'binance Endpoints/Spot/Account/CrossMarginSmallLiabilityExchange': 'no reply',
  'bybit JsonResponses/Derivatives/UnifiedMargin/Trading/CancelAllOrdersAsync': 'a comma too many',
  'gateio Endpoints/Spot/Account/BorrowOrRepay': 'no reply',
};

/** Compares in both directions: the same members, and each number with all its digits. */
function assertSame(read: unknown, exact: ExactValue, place: string): void {
  if (exact === null || typeof exact === 'boolean') return assert.equal(read, exact, place);
  if (Array.isArray(exact)) {
    assert(Array.isArray(read) && read.length === exact.length, place);
    for (const [index, item] of exact.entries())
      assertSame(read[index], item, `${place}[${index}]`);
    return;
  }
  const single = exact as Exclude<ExactValue, readonly ExactValue[] | boolean | null>;
  if ('number' in single) {
    assert(typeof read === 'number' || typeof read === 'string', place);
    return assert.equal(exactNumber(String(read)), single.number, place);
  }
  if ('text' in single) return assert.equal(read, single.text, place);
  assert(typeof read === 'object' && read !== null, place);
  assert.deepEqual(Object.keys(read).toSorted(), [...single.members.keys()].toSorted(), place);
  for (const [name, member] of single.members)
    assertSame((read as Record<string, unknown>)[name], member, `${place}.${name}`);
}

/** By the engine's own reader, which both must agree with. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    assert.throws(() => parseJson(text), SyntaxError);
    assert.throws(() => readExactly(text));
    return false;
  }
}

suite('recordings that others made', { skip }, () => {
  test('each file of the folder is read', () => {
    const files = globSync('*.json.gz', { cwd: join(REFERENCE_DATA, FOLDER) });
    const names = files.map((file) => basename(file, '.json.gz'));
    assert.deepEqual(names.toSorted(), Object.keys(CODES).toSorted());
  });

  test('every number keeps its digits, in all of them', (t) => {
    let [recordingsCount, textsCount] = [0, 0];
    const withoutJson: string[] = [];
    for (const exchange of Object.keys(CODES)) {
      for (const { name, texts } of recordingsOf(exchange)) {
        recordingsCount += 1;
        const found = texts.filter((each) => each.trim() !== '');
        if (found.length === 0 || !found.every(isJson)) {
          withoutJson.push(`${exchange} ${name}`);
          continue;
        }
        for (const text of found) {
          assertSame(parseJson(text), readExactly(text), `${exchange} ${name}`);
          textsCount += 1;
        }
      }
    }
    assert.deepEqual(withoutJson.toSorted(), Object.keys(WITHOUT_JSON).toSorted());
    t.diagnostic(`${textsCount} texts of ${recordingsCount} recordings`);
    assert(recordingsCount >= 904);
  });

  test('a reader that rounds is noticed', () => {
    const text = '{"orderId":8389765998331627938,"price":1.2E-7,"executed":-0}';
    assertSame(parseJson(text), readExactly(text), 'exact');
    assert.throws(() => assertSame(JSON.parse(text), readExactly(text), 'rounded'), /rounded/);
  });
});

suite('values of the loopback venue', { skip }, () => {
  for (const code of VENUE_CODES)
    test(`what ${code} spells there, a recording shows`, () => {
      const found = new Map(recordingsOf(exchangeOf(code)).map((each) => [each.name, each.texts]));
      for (const { fields, as, seen } of ALL_VENUES[code].spellings) {
        const text = found.get(seen)?.at(-1);
        assert(text !== undefined, `there is no recording ${seen}`);
        const isAbsent = [`"any"`, '""'].some((token) => as(token) === ABSENT);
        const shown = fields.filter((field) => text.includes(`"${field}"`) !== isAbsent);
        assert(shown.length > 0, `${seen} does not show ${fields.join(', ')}`);
      }
    });
});
