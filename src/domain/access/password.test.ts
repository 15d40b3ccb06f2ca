import assert from 'node:assert/strict';
import { test } from 'node:test';
import { passwordProblem } from '#domain/access/password.ts';

for (const [password, problem] of [
  ['correct horse', null],
  ['ünïcödé paß', null],
  ['short', 'too_short'],
  ['x'.repeat(257), 'too_long'],
  ['aaaaaaaaaaaa', 'too_plain'],
  ['Ada.Lovelace', 'too_plain'],
] as const) {
  test(`"${password.slice(0, 20)}" is ${problem ?? 'a password'}`, () => {
    assert.equal(passwordProblem(password, 'ada.lovelace'), problem);
  });
}
