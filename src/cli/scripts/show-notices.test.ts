import assert from 'node:assert/strict';
import { test } from 'node:test';

import { showNotices } from '#cli/scripts/show-notices.ts';

const TERMINAL = {
  write: () => undefined,
  writeError: () => undefined,
  isWatched: true,
  isColored: false,
};

test('a line is shown without the characters that end it', () => {
  const notice = { message: 'wrong', line: 2, column: 3 };
  for (const end of ['\n', '\r\n', '\r', '\n\r']) {
    const source = ['one', 'two', 'three'].join(end);
    const shown = showNotices(TERMINAL, 'a.lua', source, 'error', [notice]);
    assert.equal(shown, 'a.lua:2:3: error: wrong\n     2 | two\n       |   ^\n');
  }
});
