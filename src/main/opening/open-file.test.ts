import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';

import { openFile } from '#main/opening/open-file.ts';

test('a file is handed to the program by its whole path', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tidemill-open-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const heard = path.join(folder, 'heard.sock');
  const server = createServer().listen(heard);
  t.after(() => server.close());
  await once(server, 'listening');
  const say = 'require("node:net").connect(process.argv[1]).end(process.argv[2])';
  await openFile('page.html', [process.execPath, '-e', say, heard]);
  const [socket] = (await once(server, 'connection')) as [Socket];
  assert.equal(await text(socket), path.resolve('page.html'));
});

test('without the program, the person is shown where the file is', async () => {
  await assert.rejects(
    openFile('page.html', ['no-such-program-is-here']),
    (error: Error & { readonly advice?: string }) => {
      assert.match(error.message, /no program "no-such-program-is-here"/);
      assert.match(error.advice ?? '', /in a browser: \/.*page\.html$/);
      return true;
    },
  );
});
