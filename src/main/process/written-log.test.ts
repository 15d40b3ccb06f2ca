import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const MODULE = fileURLToPath(new URL('../../adapters/system/json-log.ts', import.meta.url));
/** Takes nothing, as a file on a full disk. */
const FULL = '/dev/full';
const PROGRAM = `
  const { jsonLog } = await import(${JSON.stringify(MODULE)});
  const log = jsonLog('info');
  log.info('some', {});
  for (let count = 0; count < 3; count += 1) log.warn('trouble', { count });
  setTimeout(() => {
    log.error('more_trouble', {});
    process.stderr.write('went on');
  }, 300);
`;
/** A process that hangs is ended. */
const PATIENCE_MS = 30_000;

async function runWith(output: number | 'pipe'): Promise<string> {
  const words = ['--input-type=module', '--eval', PROGRAM];
  const child = spawn(process.execPath, words, {
    stdio: ['ignore', output, 'pipe'],
    timeout: PATIENCE_MS,
  });
  child.stdout?.destroy();
  assert(child.stderr !== null);
  const [said] = await Promise.all([text(child.stderr), once(child, 'close')]);
  return said;
}

test('a log whose reader has gone keeps nobody from working', async () => {
  assert.equal(await runWith('pipe'), 'went on');
});

test('a log on a full disk keeps nobody from working', { skip: !existsSync(FULL) }, async () => {
  const full = openSync(FULL, 'w');
  try {
    assert.equal(await runWith(full), 'went on');
  } finally {
    closeSync(full);
  }
});
