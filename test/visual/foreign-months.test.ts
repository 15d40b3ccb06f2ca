// Documents in HaasScript's format: compiled, run for a month on spot and on futures with the
// orders of the same written by hand, exported and read back. `npm run bench:visual -- documents`
// prints a table of all of them.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { someOf } from '../support/share-of-cases.ts';
import { FOREIGN_DOCUMENTS } from './foreign-documents.ts';
import { foreignMonth } from './foreign-month.ts';

suite('a month of minutes', () => {
  const some = Object.keys(FOREIGN_DOCUMENTS).filter((_, at) => at % 10 < someOf(10));
  for (const title of some) test(title, () => assert.ok(foreignMonth(title).blocks > 1));
});
