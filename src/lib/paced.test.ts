import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paced } from '#lib/paced.ts';

/** More than any chain of promises here is long. */
const TURNS = 20;

function drummed(itemsMax: number) {
  const beats: (() => void)[] = [];
  const gone: number[] = [];
  const turn = paced(itemsMax, () => new Promise<void>((resolve) => void beats.push(resolve)));
  async function settled(): Promise<void> {
    for (let step = 0; step < TURNS; step += 1) await Promise.resolve();
  }
  const beat = async (): Promise<void> => {
    beats.at(-1)?.();
    await settled();
  };
  const wait = (item: number): void => void turn().then(() => gone.push(item));
  return { beats, gone, settled, wait, beat };
}

test('nobody goes on before a beat, and then so many together, in their order', async () => {
  const { gone, settled, wait, beat } = drummed(2);
  for (const item of [1, 2, 3]) wait(item);
  await settled();
  assert.deepEqual(gone, []);
  await beat();
  assert.deepEqual(gone, [1, 2]);
  wait(4);
  await beat();
  assert.deepEqual(gone, [1, 2, 3, 4]);
});

test('while nobody waits there are no beats', async () => {
  const { beats, gone, settled, wait, beat } = drummed(2);
  wait(1);
  await beat();
  await settled();
  assert.equal(beats.length, 1);
  wait(2);
  await settled();
  assert.equal(beats.length, 2);
  await beat();
  assert.deepEqual(gone, [1, 2]);
});
