// Data series from the command line.

import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { commandRunner } from '#cli/command-host.fixture.ts';
import { tradingInstallation } from '#cli/trading-installation.fixture.ts';

test('a file becomes a series, which is listed and deleted', async () => {
  const { harness } = await tradingInstallation();
  const { store } = harness;
  const deps = { ...harness.deps, users: store, dataSeries: store };
  const open = async () => ({ deps, close: async () => undefined, baseUrl: '' });
  const runWords = commandRunner({ openApplication: open as never });
  const run = async (line: string) => runWords(line.split(' '));
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'data-')), 'mood.csv');
  writeFileSync(file, 'day,mood\n2026-11-01,0.5\n2026-11-02,0.75\n');
  assert.match((await run('data list')).out, /There are no data series/);
  assert.equal((await run(`data import mood ${file}`)).out, '2 points were added to "mood".\n');
  assert.match((await run(`data import mood ${file}`)).out, /^0 points .* 2 were there already/);
  assert.match((await run('data list')).out, /mood\s+2\s+2026-11-02T00:00:00.000Z/);
  assert.match((await run(`data import 9 ${file}`)).error, /expected a letter/);
  writeFileSync(file, '2026-11-01,0.6\n');
  assert.match((await run(`data import mood ${file}`)).error, /has 0.5 already/);
  writeFileSync(file, 'noon,1\nnoon,2\n');
  assert.match((await run(`data import mood ${file}`)).error, /Line 1/);
  assert.equal((await run('data delete mood')).out, '"mood" is deleted.\n');
  assert.match((await run('data delete mood')).error, /There is no data series "mood"/);
});
