// What the console has people type of a key is what the exchange has of it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyWords } from '../../console/src/pages/accounts/key-words.ts';
import { ALL_VENUES, VENUE_CODES } from '../venues/loopback/skins/all-venues.ts';

for (const code of VENUE_CODES)
  test(`a key of ${code} has a passphrase in the console where it has one there`, () => {
    assert.equal(keyWords(code).hasPassphrase, ALL_VENUES[code].rules.hasPassphrases);
  });
