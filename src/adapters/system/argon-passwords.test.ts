import assert from 'node:assert/strict';
import { test } from 'node:test';
import { argonPasswords } from '#adapters/system/argon-passwords.ts';
import { Failure } from '#venue-port/world/failure.ts';

const passwords = argonPasswords();

test('a password is recognised by what is stored of it, and no other is', async () => {
  const stored = await passwords.hash('correct horse');
  assert.match(stored, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  assert.equal(await passwords.verify('correct horse', stored), true);
  assert.equal(await passwords.verify('correct horsf', stored), false);
  assert.notEqual(await passwords.hash('correct horse'), stored);
});

test('one letter typed in two ways is one letter', async () => {
  const stored = await passwords.hash('gru\u0308ne Wiese');
  assert.equal(await passwords.verify('gr\u00fcne Wiese', stored), true);
});

test('where no password is stored none is right, and it takes as long', async () => {
  const stored = await passwords.hash('correct horse');
  // Processor time, and the least of it: other work on the machine takes turns of any length.
  const spent = async (hashed: string | null): Promise<number> => {
    const before = process.cpuUsage();
    assert.equal(await passwords.verify('wrong password', hashed), false);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
  let [known, unknown] = [Infinity, Infinity];
  for (let round = 0; round < 5; round += 1) {
    known = Math.min(known, await spent(stored));
    unknown = Math.min(unknown, await spent(null));
  }
  assert.ok(unknown > known / 3 && unknown < known * 3, `${known} ms, ${unknown} ms`);
});

test('of many at once some are turned away', async () => {
  const tries = Array.from({ length: 40 }, () => passwords.verify('wrong password', null));
  const outcomes = await Promise.allSettled(tries);
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  assert.equal(refused.length, 6);
  assert.ok(refused.every(({ reason }) => reason instanceof Failure));
});
