// Turns of tenants, by example.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Tenant, TenantQueue } from '#domain/shares/tenant-queue.ts';
import { tenantQueue } from '#domain/shares/tenant-queue.ts';

function user(id: string): Tenant {
  return { tenantId: id, memberId: id };
}

function endUser(partner: string, id: string): Tenant {
  return { tenantId: partner, memberId: id };
}

type Limits = { readonly places?: number; readonly retained?: number; readonly shares?: number };

function queueOf({ places = 1, retained = 0, shares = 1 }: Limits): TenantQueue<string> {
  return tenantQueue({
    placesCount: places,
    retainedCount: retained,
    waitingPerTenantMax: 5,
    sharesMax: shares,
  });
}

function add(queue: TenantQueue<string>, tenant: Tenant, ...items: readonly string[]): void {
  for (const item of items) assert.ok(queue.add(tenant, item));
}

function begun(queue: TenantQueue<string>): readonly string[] {
  const items: string[] = [];
  for (let turn = queue.next(); turn !== null; turn = queue.next()) items.push(turn.item);
  return items;
}

/** Each that begins ends before the next. */
function oneByOne(queue: TenantQueue<string>): string {
  const items: string[] = [];
  for (let turn = queue.next(); turn !== null; turn = queue.next()) {
    items.push(turn.item);
    queue.end(turn.tenant);
  }
  return items.join(' ');
}

test('tenants that wait have their turns one after the other, each in its own order', () => {
  const queue = queueOf({});
  add(queue, user('a'), 'a1', 'a2', 'a3', 'a4');
  add(queue, user('b'), 'b1', 'b2');
  add(queue, user('c'), 'c1');
  assert.equal(oneByOne(queue), 'a1 b1 c1 a2 b2 a3 a4');
});

test('a tenant that comes late waits for none of the queue of another', () => {
  const queue = queueOf({});
  add(queue, user('a'), 'a1', 'a2', 'a3');
  assert.deepEqual(begun(queue), ['a1']);
  add(queue, user('b'), 'b1');
  queue.end(user('a'));
  assert.deepEqual(begun(queue), ['b1']);
});

test('turns are not saved up by who was away', () => {
  const queue = queueOf({});
  add(queue, user('b'), 'b1');
  assert.equal(oneByOne(queue), 'b1');
  add(queue, user('a'), 'a1', 'a2', 'a3', 'a4');
  assert.deepEqual(begun(queue), ['a1']);
  queue.end(user('a'));
  assert.deepEqual(begun(queue), ['a2']);
  queue.end(user('a'));
  add(queue, user('b'), 'b2', 'b3', 'b4');
  assert.equal(oneByOne(queue), 'a3 b2 a4 b3 b4');
});

test('a tenant alone has all places, and gives them up as they become free', () => {
  const queue = queueOf({ places: 4 });
  add(queue, user('a'), 'a1', 'a2', 'a3', 'a4', 'a5');
  assert.deepEqual(begun(queue), ['a1', 'a2', 'a3', 'a4']);
  add(queue, user('b'), 'b1', 'b2', 'b3');
  for (const item of ['b1', 'b2', 'a5']) {
    queue.end(user('a'));
    assert.deepEqual(begun(queue), [item]);
  }
});

test('a place that is retained is for a tenant that has nothing running', () => {
  const queue = queueOf({ places: 1, retained: 1 });
  add(queue, user('a'), 'a1', 'a2');
  assert.deepEqual(begun(queue), ['a1']);
  add(queue, user('b'), 'b1', 'b2');
  assert.deepEqual(begun(queue), ['b1']);
  add(queue, user('c'), 'c1');
  queue.end(user('a'));
  assert.deepEqual(begun(queue), ['c1']);
});

test('end users share what their partner has', () => {
  const queue = queueOf({});
  add(queue, endUser('p', 'x'), 'x1', 'x2');
  add(queue, endUser('p', 'y'), 'y1', 'y2');
  add(queue, user('a'), 'a1', 'a2', 'a3');
  assert.equal(oneByOne(queue), 'x1 a1 y1 a2 x2 a3 y2');
});

test('a partner has a share for each end user who waits, up to a limit', () => {
  const queue = queueOf({ shares: 2 });
  add(queue, endUser('p', 'x'), 'x1', 'x2');
  add(queue, endUser('p', 'y'), 'y1');
  add(queue, endUser('p', 'z'), 'z1');
  add(queue, user('a'), 'a1', 'a2', 'a3');
  assert.equal(oneByOne(queue), 'x1 a1 y1 a2 z1 x2 a3');
});

test('no more of a tenant wait than may, and of others all the same', () => {
  const queue = queueOf({});
  add(queue, user('a'), 'a1', 'a2', 'a3', 'a4', 'a5');
  assert.equal(queue.add(user('a'), 'a6'), false);
  add(queue, user('b'), 'b1');
  assert.equal(queue.waitingCount(), 6);
  assert.equal(oneByOne(queue), 'a1 b1 a2 a3 a4 a5');
});

test('what gave up has no turn, and cannot give up once it began', () => {
  const queue = queueOf({});
  add(queue, user('a'), 'a1', 'a2', 'a3');
  assert.deepEqual(begun(queue), ['a1']);
  assert.equal(queue.remove(user('a'), 'a1'), false);
  assert.equal(queue.remove(user('a'), 'a2'), true);
  queue.end(user('a'));
  assert.deepEqual(begun(queue), ['a3']);
  assert.equal(queue.runningCount(), 1);
});
