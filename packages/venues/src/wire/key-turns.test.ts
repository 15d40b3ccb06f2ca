import { test } from 'node:test';
import assert from 'node:assert/strict';
import { makeKeyTurns } from '#venues/wire/key-turns.ts';

const AMPLE_MS = 60_000;

test('requests of one key are sent one after another, those of others meanwhile', async () => {
  const inTurn = makeKeyTurns(AMPLE_MS);
  const sent: string[] = [];
  const first = Promise.withResolvers<string>();
  const send = async (name: string, outcome: Promise<string> | string): Promise<string> => {
    sent.push(name);
    return outcome;
  };
  const outcomes = [
    inTurn('a', async () => send('first', first.promise)),
    inTurn('a', async () => send('second', '2')),
    inTurn('a', async () => send('third', '3')),
  ];
  assert.equal(await inTurn('b', async () => send('other', 'b')), 'b');
  assert.deepEqual(sent, ['first', 'other']);
  first.resolve('1');
  assert.deepEqual(await Promise.all(outcomes), ['1', '2', '3']);
  assert.deepEqual(sent, ['first', 'other', 'second', 'third']);
});

test('a request that fails, or hangs, lets the next one pass', async () => {
  const inTurn = makeKeyTurns(1);
  const broken = inTurn('a', async () => Promise.reject(new Error('broken')));
  const failed = assert.rejects(broken, /broken/);
  const hanging = Promise.withResolvers<string>();
  const late = inTurn('a', async () => hanging.promise);
  assert.equal(await inTurn('a', async () => 'passed'), 'passed');
  await failed;
  hanging.resolve('late');
  assert.equal(await late, 'late');
});
