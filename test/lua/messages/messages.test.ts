// Messages for mistakes that people make, word for word, with line and column.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { messagesOf, readWrongPrograms } from './read-wrong-programs.ts';

const PROGRAMS = readWrongPrograms();

suite('the check says what is wrong, where, and what to write instead', () => {
  for (const { title, source, messages } of PROGRAMS) {
    test(title, () => {
      assert(messages.length > 0, 'a wrong program has a message');
      assert.deepEqual(messagesOf(source), messages);
    });
  }
});

test('the programs differ from one another', () => {
  assert(PROGRAMS.length >= 60);
  assert.equal(new Set(PROGRAMS.map(({ title }) => title)).size, PROGRAMS.length);
});
