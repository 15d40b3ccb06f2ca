// Cursors open where they were made and nowhere else.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { openCursor, sealCursor } from '#api/http/requests/cursor.ts';

const KEY = new Uint8Array(32).fill(1);
const NONCE = new Uint8Array(12).fill(2);
const PLACE = { operationId: 'listAccounts', userId: 'usr_1', filter: { exchange: 'sim' } };

test('a cursor opens in its place, whatever the order of its filters', () => {
  const place = { ...PLACE, filter: { a: 1, b: 2 } };
  const cursor = sealCursor(KEY, NONCE, place, 'acc_ä');
  assert.match(cursor, /^[A-Za-z0-9_-]+$/);
  assert.equal(openCursor(KEY, { ...place, filter: { b: 2, a: 1 } }, cursor), 'acc_ä');
});

test('another operation, user, filter or key cannot open it', () => {
  const cursor = sealCursor(KEY, NONCE, PLACE, 'acc_1');
  assert.equal(openCursor(KEY, { ...PLACE, operationId: 'listBots' }, cursor), null);
  assert.equal(openCursor(KEY, { ...PLACE, userId: 'usr_2' }, cursor), null);
  assert.equal(openCursor(KEY, { ...PLACE, filter: {} }, cursor), null);
  assert.equal(openCursor(new Uint8Array(32), PLACE, cursor), null);
});

test('any change of any character spoils it', () => {
  const cursor = sealCursor(KEY, NONCE, PLACE, 'acc_1');
  for (let index = 0; index < cursor.length; index += 1) {
    const other = cursor[index] === 'A' ? 'B' : 'A';
    const altered = cursor.slice(0, index) + other + cursor.slice(index + 1);
    assert.equal(openCursor(KEY, PLACE, altered), null, `character ${index}`);
  }
  for (const text of ['', 'A', `${cursor}A`, cursor.slice(1), `${cursor}=`, 'ü']) {
    assert.equal(openCursor(KEY, PLACE, text), null);
  }
});
