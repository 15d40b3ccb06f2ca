import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paced } from '#lib/paced.ts';

/** More than any chain of promises here is long. */
const TURNS = 20;

function drummed(itemsMax: number) {
  const ticks: (() => void)[] = [];
  const gone: number[] = [];
  const turn = paced(itemsMax, () => new Promise<void>((resolve) => void ticks.push(resolve)));
  async function settled(): Promise<void> {
    for (let step = 0; step < TURNS; step += 1) await Promise.resolve();
  }
  const tick = async (): Promise<void> => {
    ticks.at(-1)?.();
    await settled();
  };
  const wait = (item: number): void => void turn().then(() => gone.push(item));
  return { ticks, gone, settled, wait, tick };
}

test('nobody goes on before a tick, and then so many together, in their order', async () => {
  const { gone, settled, wait, tick } = drummed(2);
  for (const item of [1, 2, 3]) wait(item);
  await settled();
  assert.deepEqual(gone, []);
  await tick();
  assert.deepEqual(gone, [1, 2]);
  wait(4);
  await tick();
  assert.deepEqual(gone, [1, 2, 3, 4]);
});

test('while nobody waits there are no ticks', async () => {
  const { ticks, gone, settled, wait, tick } = drummed(2);
  wait(1);
  await tick();
  await settled();
  assert.equal(ticks.length, 1);
  wait(2);
  await settled();
  assert.equal(ticks.length, 2);
  await tick();
  assert.deepEqual(gone, [1, 2]);
});
