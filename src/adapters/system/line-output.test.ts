import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { Descriptor } from '#adapters/system/line-output.ts';
import { lineOutput } from '#adapters/system/line-output.ts';

/** Takes all that it is given unless `trouble` is the code of an error. */
function scripted() {
  const seen = { trouble: null as string | null, bytesMax: Infinity, text: '', callsCount: 0 };
  const writeNow = (bytes: Uint8Array): number => {
    seen.callsCount += 1;
    if (seen.trouble !== null) throw Object.assign(new Error('no'), { code: seen.trouble });
    const taken = bytes.subarray(0, seen.bytesMax);
    seen.text += Buffer.from(taken).toString();
    return taken.length;
  };
  const descriptor: Descriptor = {
    writeNow,
    writeSoon(bytes, onEnd) {
      try {
        const count = writeNow(bytes);
        setImmediate(onEnd, null, count);
      } catch (error) {
        setImmediate(onEnd, error as Error, 0);
      }
    },
  };
  const limits = { gatheredBytes: 1_000, gatheredMs: 1, waitingBytesMax: 2_000 };
  const lostLine = (count: number): string => `lost ${count}\n`;
  return { seen, output: lineOutput({ descriptor, ...limits, lostLine }) };
}

/** However late the timers of a loaded machine are; the last turn ends what was called. */
async function untilSeen(isSeen: () => boolean): Promise<void> {
  while (!isSeen()) await pause(1);
  await nextTurn();
  await nextTurn();
}

for (const trouble of ['EPIPE', 'ENOSPC', 'EIO'])
  test(`lines that end in ${trouble} are lost at once, counted, and said`, async () => {
    const { seen, output } = scripted();
    seen.trouble = trouble;
    output.write('a\nb\n');
    output.flush();
    assert.equal(seen.callsCount, 1);
    output.write('c\n');
    await untilSeen(() => seen.callsCount > 1);
    assert.equal(seen.callsCount, 2);
    seen.trouble = null;
    output.write('d\n');
    output.flush();
    assert.equal(seen.text, 'd\nlost 3\n');
  });

test('a full pipe is tried a few times, and its lines are written later', async () => {
  const { seen, output } = scripted();
  seen.trouble = 'EAGAIN';
  output.write('a\n');
  output.flush();
  assert.equal(seen.text, '');
  assert.ok(seen.callsCount > 1 && seen.callsCount < 10);
  seen.trouble = null;
  await untilSeen(() => seen.text !== '');
  assert.equal(seen.text, 'a\n');
});

test('what waits beyond the limit is lost and said', async () => {
  const { seen, output } = scripted();
  seen.trouble = 'EAGAIN';
  for (let count = 0; count < 30; count += 1) output.write(`${'x'.repeat(99)}\n`);
  seen.trouble = null;
  await untilSeen(() => seen.text !== '');
  output.flush();
  assert.equal(seen.text.split('\n').filter((line) => line.startsWith('x')).length, 20);
  assert.match(seen.text, /lost 10\n$/);
});

test('lines are whole and in order, however little is taken at once', async () => {
  const { seen, output } = scripted();
  seen.bytesMax = 3;
  output.write('first\n');
  output.write('second é\n');
  for (let count = 0; count < 20; count += 1) output.flush();
  assert.equal(seen.text, 'first\nsecond é\n');
});

test('ordinary lines are gathered, and leave by themselves', async () => {
  const { seen, output } = scripted();
  output.write('a\n');
  output.write('b\n');
  assert.equal(seen.callsCount, 0);
  await pause(20);
  assert.equal(seen.text, 'a\nb\n');
  assert.equal(seen.callsCount, 1);
});
