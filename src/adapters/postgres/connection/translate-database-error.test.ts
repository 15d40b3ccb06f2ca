// Meaning of each error of the server and the driver for a caller.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Attempt } from '#adapters/postgres/connection/translate-database-error.ts';
import {
  isConnectionCut,
  isConnectionLost,
  mayComeUp,
  translateDatabaseError,
} from '#adapters/postgres/connection/translate-database-error.ts';
import { Failure, isOfStore, OutcomeUnknown } from '#venue-port/world/failure.ts';

type Case = readonly [
  name: string,
  code: string | null,
  message: string,
  afterRead: string,
  afterWrite: string,
  isLost: boolean,
];

const CASES: readonly Case[] = [
  ['refused connection', 'ECONNREFUSED', 'connect', 'unavailable', 'unknown', true],
  ['missing socket', 'ENOENT', 'connect', 'unavailable', 'unknown', true],
  ['reset connection', 'ECONNRESET', 'read', 'unavailable', 'unknown', true],
  ['closed connection', null, 'Connection terminated unexpectedly', 'unavailable', 'unknown', true],
  ['no response', null, 'Query read timeout', 'unavailable', 'unknown', true],
  ['dead client', null, 'Client was closed and', 'unavailable', 'unavailable', true],
  ['crash of another process', '57P02', 'crash', 'unavailable', 'unknown', true],
  ['unknown completion', '40003', 'unknown', 'unavailable', 'unknown', true],
  ['shutdown', '57P01', 'terminating', 'unavailable', 'unavailable', true],
  ['start', '57P03', 'starting up', 'unavailable', 'unavailable', true],
  ['statement timeout', '57014', 'canceling', 'unavailable', 'unavailable', false],
  ['full disk', '53100', 'no space', 'unavailable', 'unavailable', false],
  ['too many connections', '53300', 'sorry', 'unavailable', 'unavailable', false],
  ['read-only server', '25006', 'read-only', 'unavailable', 'unavailable', false],
  ['serialization failure', '40001', 'could not', 'conflict', 'conflict', false],
  ['deadlock', '40P01', 'deadlock', 'conflict', 'conflict', false],
  ['wrong password', '28P01', 'password', 'unavailable', 'unavailable', false],
  ['idle transaction', '25P03', 'terminating', 'unavailable', 'unavailable', true],
  ['transaction aborted before', '25P02', 'aborted', 'unavailable', 'unavailable', false],
  ['out of memory', '53200', 'memory', 'unavailable', 'unavailable', false],
  ['limit of the server', '53400', 'limit', 'unavailable', 'unavailable', false],
  ['error of the disk', '58030', 'could not write', 'unavailable', 'unavailable', false],
  ['file of the server', '58P01', 'could not open', 'unavailable', 'unavailable', false],
  ['unique violation', '23505', 'duplicate', 'same', 'same', false],
  ['mistake in SQL', '42601', 'syntax error', 'unavailable', 'unavailable', false],
  ['error inside the server', 'XX000', 'cache lookup failed', 'unavailable', 'unavailable', false],
  ['error of a known class', '53999', 'something lacks', 'unavailable', 'unavailable', false],
  ['lock that others hold', '55P03', 'could not obtain lock', 'conflict', 'conflict', false],
  ['refusal of a trigger', 'P0001', 'must not change', 'same', 'same', false],
  ['too large for an index', '54000', 'index row size', 'same', 'same', false],
];

function meaningOf(error: Error, attempt: Attempt): string {
  const translated = translateDatabaseError(error, attempt);
  if (translated instanceof OutcomeUnknown) return 'unknown';
  if (translated instanceof Failure) return translated.code;
  return translated === error ? 'same' : 'other';
}

for (const [name, code, message, afterRead, afterWrite, isLost] of CASES) {
  test(`${name}: ${afterRead} after a read, ${afterWrite} after a write`, () => {
    const error = Object.assign(new Error(message), code === null ? {} : { code });
    assert.equal(meaningOf(error, 'read'), afterRead);
    assert.equal(meaningOf(error, 'connect'), afterRead);
    assert.equal(meaningOf(error, 'write'), afterWrite);
    assert.equal(meaningOf(error, 'commit'), afterWrite);
    assert.equal(isConnectionLost(error), isLost);
  });
}

test('a mistake in SQL is of the store, and ours to mend', () => {
  const mistake = Object.assign(new Error('syntax error'), { code: '42601' });
  const translated = translateDatabaseError(mistake, 'read');
  assert.ok(translated instanceof Failure && translated.isDefect);
  assert.equal(isOfStore(translated), true);
  const full = Object.assign(new Error('no space left'), { code: '53100' });
  const passing = translateDatabaseError(full, 'read');
  assert.ok(passing instanceof Failure && !passing.isDefect);
  assert.equal(isOfStore(passing), true);
  assert.equal(isOfStore(translateDatabaseError(new TypeError('ours'), 'read')), false);
  const badValue = Object.assign(new Error('numeric field overflow'), { code: '22003' });
  assert.equal(isOfStore(translateDatabaseError(badValue, 'write')), false);
});

test('what is no error of the database stays as it is', () => {
  const failure = new Failure('conflict', 'already translated');
  assert.equal(translateDatabaseError(failure, 'write'), failure);
  assert.equal(translateDatabaseError('text', 'read'), 'text');
});

const WAITED_FOR: readonly (readonly [
  code: string | null,
  message: string,
  isWaitedFor: boolean,
])[] = [
  ['ECONNREFUSED', 'connect', true],
  ['ENOENT', 'no such socket', true],
  ['57P03', 'the database system is starting up', true],
  ['57P01', 'terminating connection due to administrator command', true],
  ['53300', 'sorry, too many clients already', true],
  [null, 'timeout expired', true],
  [null, 'timeout exceeded when trying to connect', true],
  [null, 'Connection terminated due to connection timeout', true],
  [null, 'Query read timeout', true],
  [null, 'Client has encountered a connection error and is not queryable', true],
  ['ENOTFOUND', 'no such host', false],
  ['28P01', 'password authentication failed', false],
  ['3D000', 'database "none" does not exist', false],
  ['42601', 'syntax error', false],
  [null, 'The server does not support SSL connections', false],
];

for (const [code, message, isWaitedFor] of WAITED_FOR) {
  test(`a start ${isWaitedFor ? 'waits after' : 'ends with'}: ${code ?? message}`, () => {
    const error = Object.assign(new Error(message), code === null ? {} : { code });
    assert.equal(mayComeUp(translateDatabaseError(error, 'connect')), isWaitedFor);
  });
}

test('a connection is cut whether a read or a write of the socket meets it first', () => {
  const causes = ['ECONNRESET', 'EPIPE', '57P01', '25P03'];
  const cut = causes.filter((code) => isConnectionCut(Object.assign(new Error('cut'), { code })));
  assert.deepEqual(cut, causes);
  assert.equal(isConnectionCut(Object.assign(new Error('no'), { code: 'ECONNREFUSED' })), false);
});
