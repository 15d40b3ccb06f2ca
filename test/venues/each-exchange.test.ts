// Exchanges as docs/adding-an-exchange.md describes them: the folder of each, and its place in
// every list that is written by hand.

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { DIALECT_CODES, loadDialect } from '#venues/dialects/load-dialect.ts';
import { GOLDEN_DIALECTS } from './golden/golden-dialects.ts';
import { ALL_VENUES, VENUE_CODES } from '#loopback/skins/all-venues.ts';

const ROOT = new URL('../../', import.meta.url);
const DIALECTS = 'packages/venues/src/dialects';

function textOf(path: string): string {
  return readFileSync(new URL(path, ROOT), 'utf8');
}

/** Each has the promises of one exchange; what several do alike has none. */
const FOLDERS = readdirSync(new URL(DIALECTS, ROOT)).filter((folder) =>
  existsSync(new URL(`${DIALECTS}/${folder}/promises.ts`, ROOT)),
);

/** Where a folder has to be named, and as what. */
const LISTS: readonly (readonly [string, (folder: string) => string])[] = [
  [`${DIALECTS}/load-dialect.ts`, (folder) => `#venues/dialects/${folder}/${folder}.ts`],
  [`${DIALECTS}/unreadable-rows.test.ts`, (folder) => `/${folder}/${folder}.fixture.ts`],
  ['test/venues/golden/golden-dialects.ts', (folder) => `./${folder}-calls.ts`],
  ['ARCHITECTURE.md', (folder) => ` ${folder}`],
];

test('every exchange is listed by the service, by the loopback venue and by the goldens', () => {
  assert.deepEqual([...VENUE_CODES].sort(), [...DIALECT_CODES].sort());
  assert.equal(FOLDERS.length, DIALECT_CODES.length);
  assert.deepEqual(GOLDEN_DIALECTS.map(({ name }) => name).sort(), [...FOLDERS].sort());
});

for (const code of VENUE_CODES)
  test(`a key of ${code} has a passphrase where it has one there`, async () => {
    const { passphrase } = (await loadDialect(code)).credentialForm;
    assert.equal(passphrase !== null, ALL_VENUES[code].rules.hasPassphrases);
  });

for (const code of DIALECT_CODES)
  test(`${code} holds stops for those alone who choose so, and has a request for each`, async () => {
    const { orderSupport, marketTypes, libraryId } = await loadDialect(code);
    // Of a run of an earlier release the other types would be taken for ones that wait here.
    assert.deepEqual(orderSupport.types, ['limit', 'market']);
    const golden = GOLDEN_DIALECTS.find(({ libraryId: id }) => id === libraryId)?.calls ?? {};
    for (const [marketType, types] of Object.entries(orderSupport.stops ?? {})) {
      assert(types.length === 0 || marketTypes.some((type) => type === marketType));
      for (const type of types) {
        const name = `${WORDS[type]} of a long position`;
        assert(
          Object.keys(golden).some((each) => each.endsWith(name)),
          type,
        );
      }
    }
  });

/** How the golden requests name a type. */
const WORDS: { readonly [type: string]: string } = {
  stop_market: 'stop',
  stop_limit: 'stop limit',
  take_profit_market: 'profit',
  take_profit_limit: 'profit limit',
};

for (const folder of FOLDERS)
  test(`${folder} has all files of an exchange, and is named in all lists`, () => {
    for (const path of [
      `${DIALECTS}/${folder}/${folder}.fixture.ts`,
      `test/venues/contract/${folder}.test.ts`,
      `test/venues/golden/${folder}.json`,
      `test/venues/payloads/${folder}.test.ts`,
    ])
      assert(existsSync(new URL(path, ROOT)), path);
    for (const [list, nameOf] of LISTS) assert(textOf(list).includes(nameOf(folder)), list);
  });
