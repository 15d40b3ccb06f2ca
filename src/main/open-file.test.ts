import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openFile } from '#main/open-file.ts';

test('a file is handed to the program by its whole path', async () => {
  const check = 'process.exit(require("node:path").isAbsolute(process.argv[1]) ? 0 : 1)';
  await openFile('page.html', [process.execPath, '-e', check]);
});

test('without the program, the person is told where the file is', async () => {
  await assert.rejects(
    openFile('page.html', ['no-such-program-is-here']),
    (error: Error & { readonly advice?: string }) => {
      assert.match(error.message, /no program "no-such-program-is-here"/);
      assert.match(error.advice ?? '', /in a browser: \/.*page\.html$/);
      return true;
    },
  );
});
