// A prompt that shows nothing of what is typed.

import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { askSecret } from '#main/process/ask-secret.ts';

function terminal() {
  const modes: boolean[] = [];
  const setRawMode = (isRaw: boolean): void => void modes.push(isRaw);
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode });
  const seen = { text: '' };
  const ask = () => askSecret('API key: ', input as never, (text) => void (seen.text += text));
  return { input, modes, seen, ask };
}

test('what is typed is returned and not shown, with corrections', async () => {
  const { input, modes, seen, ask } = terminal();
  const requested = ask();
  input.write('sec');
  input.write('rxx\u007f\u007fret\r');
  assert.equal(await requested, 'secrret');
  assert.equal(seen.text, 'API key: \n');
  assert.deepEqual(modes, [true, false]);
});

test('an interruption ends it and shows the terminal again', async () => {
  const { input, modes, ask } = terminal();
  const requested = ask();
  input.write('sec\u0003');
  await assert.rejects(requested, /interrupted/);
  assert.deepEqual(modes, [true, false]);
});

test('without a terminal nothing is asked', async () => {
  const input = Object.assign(new PassThrough(), { isTTY: false });
  assert.equal(await askSecret('API key: ', input as never, () => assert.fail('asked')), null);
});
