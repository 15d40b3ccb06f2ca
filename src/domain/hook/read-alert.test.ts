import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTemplate, readAlert } from '#domain/hook/read-alert.ts';

const text = (words: string, template: string | null = null) =>
  readAlert({ text: words, fields: null }, template);

for (const [words, action] of [
  ['buy', 'buy'],
  ['BTCUSDT order Buy @ 0.5 filled on BTCUSDT. New strategy position is 0.5', 'buy'],
  ['BTCUSDT, 15: go SHORT now', 'short'],
  ['flat', 'exit'],
  ['exit_long BTC', 'exit_long'],
  ['BTCUSDT crossed 62000', null],
  ['', null],
  ['constructor', null],
] as const) {
  test(`the text "${words}" says ${String(action)}`, () => {
    const read = text(words);
    assert.equal(read.ok ? read.value.action : null, action);
  });
}

test('a text of a known form says what stands at its placeholders', () => {
  const form = 'id={{id}} {{action}} {{ticker}} at {{price}}';
  const read = text('id=7  SELL BTCUSDT at 62000.5', form);
  const payload = { id: '7', action: 'SELL', ticker: 'BTCUSDT', price: '62000.5' };
  assert.deepEqual(read, { ok: true, value: { action: 'sell', callId: '7', payload } });
  for (const other of ['', 'id=7 SELL BTCUSDT', 'id= SELL BTCUSDT at 5', 'ix=7 SELL B at 5'])
    assert.equal(text(other, form).ok, false);
  assert.deepEqual(text('BTC/USDT:buy', '{{base}}/{{quote}}:{{action}}'), {
    ok: true,
    value: { action: 'buy', callId: null, payload: { base: 'BTC', quote: 'USDT', action: 'buy' } },
  });
});

test('JSON says its action, and its id if it has one', () => {
  const read = (fields: { readonly [name: string]: string | number | null }) =>
    readAlert({ text: '', fields }, 'whatever {{action}}');
  assert.deepEqual(read({ action: 'buy', id: 7 }), {
    ok: true,
    value: { action: 'buy', callId: '7', payload: { action: 'buy', id: 7 } },
  });
  const own = read({ action: 'MySignal', id: null });
  assert.equal(own.ok && own.value.action, 'MySignal');
  for (const wrong of [{}, { action: 5 }, { action: ' ' }, { action: 'x'.repeat(129) }])
    assert.equal(read(wrong as { readonly [name: string]: string }).ok, false);
  assert.equal(read({ action: 'buy', id: 'x'.repeat(129) }).ok, false);
});

test('a template has an action', () => {
  assert.equal(isTemplate('{{ticker}} {{ action }}'), true);
  assert.equal(isTemplate('{{ticker}} action'), false);
});
