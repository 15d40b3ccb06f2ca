// As whom PostgreSQL runs, for each way in which we may be started.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serviceUser } from '#adapters/system/service-user.ts';
import { chooseRunAs, commandAs } from '#adapters/embedded-postgres/run-as.ts';

const ROOT = { userId: 0, groupId: 0 };
const ADA = { userId: 1_000, groupId: 100 };
const NOBODY = { userId: 65_534, groupId: 65_534 };
const SERVICE = serviceUser();

const works = () => true;
const fails = () => false;

test('an ordinary user runs it as itself', () => {
  assert.deepEqual(chooseRunAs(1_000, null, fails, fails), { kind: 'self' });
  assert.deepEqual(chooseRunAs(1_000, ADA, fails, fails), { kind: 'self' });
});

test("an ordinary user cannot run somebody else's", () => {
  assert.throws(() => chooseRunAs(1_001, ADA, works, works), /belongs to the user with id 1000/);
});

test("root runs it as the service's user, without root's rights, where that can enter", () => {
  for (const namespacesWork of [works, fails]) {
    assert.deepEqual(chooseRunAs(0, null, works, namespacesWork), { kind: 'user', ...SERVICE });
    assert.deepEqual(chooseRunAs(0, ROOT, works, namespacesWork), { kind: 'user', ...SERVICE });
  }
});

test('root runs it in a user namespace where that user cannot enter, if that works', () => {
  assert.deepEqual(chooseRunAs(0, null, fails, works), { kind: 'namespace' });
  assert.deepEqual(chooseRunAs(0, ROOT, fails, works), { kind: 'namespace' });
  // Refused with the reason when its places are prepared.
  assert.deepEqual(chooseRunAs(0, ROOT, fails, fails), { kind: 'user', ...SERVICE });
});

test('root runs it as the owner of what is there', () => {
  assert.deepEqual(chooseRunAs(0, ADA, works, works), { kind: 'user', ...ADA });
  assert.deepEqual(chooseRunAs(0, NOBODY, works, works), { kind: 'user', ...NOBODY });
});

test('no program inherits our environment', () => {
  for (const runAs of [
    { kind: 'self' },
    { kind: 'namespace' },
    { kind: 'user', ...ADA },
  ] as const) {
    const { file, args, options } = commandAs(runAs, '/bin/postgres', ['-D', 'data']);
    assert.deepEqual(options.env, {});
    assert.deepEqual([file, ...args].slice(-3), ['/bin/postgres', '-D', 'data']);
  }
});
