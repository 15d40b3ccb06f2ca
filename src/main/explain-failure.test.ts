import assert from 'node:assert/strict';
import { test } from 'node:test';

import { translateDatabaseError } from '#adapters/postgres/connection/translate-database-error.ts';
import { explainFailure } from '#main/explain-failure.ts';
import { Failure, OutcomeUnknown } from '#venue-port/world/failure.ts';

function withCode(code: string): Error {
  return Object.assign(new Error(`what the system says about ${code}`), { code });
}

for (const [code, message] of [
  ['28P01', /password/],
  ['3D000', /no database of this name/],
  ['53100', /disk is full/],
  ['ECONNREFUSED', /Nothing listens/],
  ['ENOENT', /socket does not exist/],
  ['ENOTFOUND', /host is unknown/],
] as const) {
  test(`the database's ${code} is described in words, with what the system said and what to do`, () => {
    const explanation = explainFailure(translateDatabaseError(withCode(code), 'connect'));
    assert.match(explanation?.message ?? '', message);
    assert.match(explanation?.message ?? '', new RegExp(`what the system says about ${code}`));
    assert.ok((explanation?.advice ?? '').length > 20);
  });
}

test('refused addresses of one name are all reported', () => {
  const both = new AggregateError([new Error('refused ::1'), new Error('refused 127.0.0.1')]);
  const cause = Object.assign(both, { code: 'ECONNREFUSED' });
  const { message } = explainFailure(new Failure('unavailable', 'x', { cause })) ?? {};
  assert.match(message ?? '', /refused ::1, refused 127\.0\.0\.1/);
});

test('a right that a migration lacks is found behind its own error', () => {
  const error = new Error('The migration failed', { cause: withCode('42501') });
  assert.match(explainFailure(error)?.advice ?? '', /grant/);
});

test('another failure speaks for itself', () => {
  assert.equal(explainFailure(new Failure('timeout', 'It was slow.'))?.message, 'It was slow.');
  assert.match(explainFailure(new OutcomeUnknown('Lost.'))?.advice ?? '', /may have been done/);
});

for (const error of [new TypeError('not a function'), withCode('ENOENT'), 'text', null]) {
  test(`${String(error)} is a defect, not a failure of the harness`, () => {
    assert.equal(explainFailure(error), null);
  });
}
