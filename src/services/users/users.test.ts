import assert from 'node:assert/strict';
import { test } from 'node:test';

import { memoryStore } from '#adapters/memory/memory-store.ts';
import { systemRandom } from '#adapters/system/system-ports.ts';
import { createUser } from '#services/users/create-user.ts';
import { listUsers } from '#services/users/list-users.ts';
import { setPlan } from '#services/users/set-plan.ts';

const NOW_MS = 1_763_700_000_000;

function freshDeps() {
  const store = memoryStore();
  const clock = { nowMs: () => NOW_MS };
  return { users: store, signIns: store, clock, random: systemRandom };
}

test('a new user has the plan requested, without end', async () => {
  const deps = freshDeps();
  const result = await createUser(deps, { name: 'ada', plan: 'standard' });
  assert.equal(result.ok, true);
  const [user] = await listUsers(deps);
  assert.ok(user !== undefined);
  assert.deepEqual(
    { ...user, userId: user.userId.slice(0, 5) },
    { userId: 'user_', name: 'ada', plan: 'standard', planUntilMs: null, createdAtMs: NOW_MS },
  );
});

for (const name of ['', ' ', 'two words', '-option', 'line\nbreak', '\u001B[2J', 'x'.repeat(65)]) {
  test(`${JSON.stringify(name.slice(0, 12))} cannot be a name`, async () => {
    const result = await createUser(freshDeps(), { name, plan: 'unlimited' });
    assert.deepEqual(result, { ok: false, rejection: 'user_name_invalid' });
  });
}

for (const name of ['a', 'ada@example.org', 'Zoë_2', '山田', 'x'.repeat(64)]) {
  test(`"${name.slice(0, 20)}" can be a name`, async () => {
    assert.equal((await createUser(freshDeps(), { name, plan: 'unlimited' })).ok, true);
  });
}

test('a name is taken once', async () => {
  const deps = freshDeps();
  await createUser(deps, { name: 'ada', plan: 'standard' });
  const again = await createUser(deps, { name: 'ada', plan: 'starter' });
  assert.deepEqual(again, { ok: false, rejection: 'user_name_taken' });
  assert.equal((await listUsers(deps))[0]?.plan, 'standard');
});

test('a plan changes with its end, and an end is taken away by leaving it out', async () => {
  const deps = freshDeps();
  await createUser(deps, { name: 'ada', plan: 'standard' });
  await setPlan(deps, { userName: 'ada', plan: 'starter', untilMs: NOW_MS + 1 });
  assert.equal((await listUsers(deps))[0]?.planUntilMs, NOW_MS + 1);
  const result = await setPlan(deps, { userName: 'ada', plan: 'professional', untilMs: null });
  const [user] = await listUsers(deps);
  assert.deepEqual(result, { ok: true, value: user });
  assert.deepEqual([user?.plan, user?.planUntilMs], ['professional', null]);
});

test('the plan of nobody cannot change', async () => {
  const result = await setPlan(freshDeps(), { userName: 'ada', plan: 'starter', untilMs: null });
  assert.deepEqual(result, { ok: false, rejection: 'user_not_found' });
});
