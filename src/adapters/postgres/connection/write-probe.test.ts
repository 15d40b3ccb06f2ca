// Probe of writes: readiness, and how little frequent probing writes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeProbe } from '#adapters/postgres/connection/write-probe.ts';
import { Failure } from '#venue-port/world/failure.ts';

test('a database that refuses changes is not ready, until it takes one again', async () => {
  let nowMs = 0;
  let isFull = false;
  let writesCount = 0;
  const write = async (): Promise<readonly never[]> => {
    writesCount += 1;
    if (isFull) throw new Failure('unavailable', 'No space left on device');
    return [];
  };
  const isReady = writeProbe({ write, lastShortageMs: () => -Infinity }, () => nowMs);
  assert.deepEqual(await Promise.all([isReady(), isReady(), isReady()]), [true, true, true]);
  assert.equal(writesCount, 1);
  isFull = true;
  assert.equal(await isReady(), true, 'as it was a moment ago');
  nowMs += 1_000;
  assert.equal(await isReady(), false);
  isFull = false;
  nowMs += 1_000;
  assert.equal(await isReady(), true);
});

test('work that was refused for want of room counts, however lucky the probe is', async () => {
  let nowMs = 0;
  let shortageMs = -Infinity;
  const write = async (): Promise<readonly never[]> => [];
  const isReady = writeProbe({ write, lastShortageMs: () => shortageMs }, () => nowMs);
  assert.equal(await isReady(), true);
  nowMs += 100;
  shortageMs = nowMs;
  assert.equal(await isReady(), false, 'at once, and not when it is probed next');
  nowMs += 1_400;
  assert.equal(await isReady(), false);
  nowMs += 100;
  assert.equal(await isReady(), true, 'within two seconds of the last refusal');
});

test('a database that says nothing is not ready', async () => {
  const write = (): Promise<readonly never[]> => Promise.withResolvers<readonly never[]>().promise;
  const isReady = writeProbe({ write, lastShortageMs: () => -Infinity }, () => 0);
  assert.equal(await isReady(), false);
});
