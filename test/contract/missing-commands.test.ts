// Missing custom commands, as `tidemill scripts add` and `scripts check` report them, with the
// check that the engine makes.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { memoryStore } from '#adapters/memory/memory-store.ts';
import { systemDigest, systemRandom } from '#adapters/system/system-ports.ts';
import { checkScript } from '#commands/check/check-script.ts';
import { commandRunner, opened } from '#cli/command-host.fixture.ts';

const TREND = "DefineCommand('Trend', 'x')\nDefineOutput(NumberType, 1, 'y')\n";

function installation() {
  const folder = mkdtempSync(path.join(tmpdir(), 'tidemill-commands-'));
  const store = memoryStore();
  let nowMs = 1_763_700_000_000;
  const deps = {
    users: store,
    scripts: store,
    clock: { nowMs: () => (nowMs += 1) },
    random: systemRandom,
    digest: systemDigest,
  };
  const runWords = commandRunner({
    openApplication: opened(deps),
    checkScript: async (source, libraries) => checkScript(source, libraries),
  });
  return {
    folder,
    run: async (...words: readonly string[]) => runWords(words),
    file: (name: string, source: string): string => {
      const target = path.join(folder, `${name}.lua`);
      writeFileSync(target, source);
      return target;
    },
  };
}

test('a script that calls a missing command is added, with what would define it', async (t) => {
  const { folder, run, file } = installation();
  t.after(() => rmSync(folder, { recursive: true }));
  await run('users', 'create', 'ada');
  const caller = file('caller', 'local a = 1\nLog(CC_Trend(a))\n');
  const added = await run('scripts', 'add', caller, '--user', 'ada');
  assert.equal(added.exitCode, 0);
  const [notice, line, mark, last] = added.out.split('\n');
  const what = "no other script here defines it with DefineCommand('Trend', …)";
  assert.equal(notice, `${caller}:2:5: error: unknown reference 'CC_Trend': ${what}`);
  assert.equal(line, '     2 | Log(CC_Trend(a))');
  assert.equal(mark, '       |     ^');
  assert.match(last ?? '', /^Added script scr_\w{26} "caller" \(not valid yet\)\.$/);
  await run('scripts', 'add', file('Trend', TREND), '--user', 'ada');
  const again = await run('scripts', 'add', caller, '--user', 'ada', '--name', 'again');
  assert.match(again.out, /^Added script scr_\w{26} "again" \(valid\)\.\n$/);
});

test('a check finds the command in the file that is named with it', async (t) => {
  const { folder, run, file } = installation();
  t.after(() => rmSync(folder, { recursive: true }));
  const caller = file('caller', 'Log(CC_Trend())\n');
  const alone = await run('scripts', 'check', caller);
  assert.equal(alone.exitCode, 1);
  assert.match(alone.out, /unknown reference 'CC_Trend': no other script here defines it/);
  const both = await run('scripts', 'check', caller, '--with', file('Trend', TREND));
  assert.equal(both.exitCode, 0, both.out);
});
