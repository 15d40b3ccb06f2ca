// Invariants of the queue for whatever tenants ask, whenever what they have running ends.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { propertyRuns } from '#lib/property-runs.fixture.ts';
import type { Tenant, TenantQueue } from '#domain/shares/tenant-queue.ts';
import { tenantQueue } from '#domain/shares/tenant-queue.ts';

type Step =
  | { readonly kind: 'add'; readonly tenant: Tenant; readonly dueMs: number }
  /** Of those that run, by place. */
  | { readonly kind: 'end'; readonly index: number };

const WAITING_MAX = 20;

const anyTenant = fc
  .tuple(fc.nat({ max: 4 }), fc.nat({ max: 2 }))
  .map(([tenant, member]) => ({ tenantId: `t${tenant}`, memberId: `m${member}` }));

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    arbitrary: fc.record({
      kind: fc.constant('add' as const),
      tenant: anyTenant,
      dueMs: fc.nat({ max: 3 }),
    }),
    weight: 3,
  },
  { arbitrary: fc.nat().map((index) => ({ kind: 'end', index }) as const), weight: 2 },
);

const anyRun = fc.record({
  placesCount: fc.integer({ min: 1, max: 4 }),
  retainedCount: fc.nat({ max: 2 }),
  sharesMax: fc.integer({ min: 1, max: 3 }),
  steps: fc.array(anyStep, { maxLength: 120 }),
});

type Item = { readonly tenant: Tenant; readonly number: number; readonly dueMs: number };
type Harness = {
  readonly queue: TenantQueue<Item>;
  readonly waiting: Item[];
  readonly running: Item[];
  /** Turns of others since a tenant has been waiting with nothing running. */
  readonly passed: Map<string, Map<string, number>>;
};

/** Reported before each turn that was taken. */
type Watch = (harness: Harness, turn: Item) => void;

function play({ steps, ...limits }: typeof anyRun extends fc.Arbitrary<infer T> ? T : never) {
  return (atTurn: Watch, atRest: (harness: Harness) => void): void => {
    const queue = tenantQueue<Item>({ ...limits, waitingPerTenantMax: WAITING_MAX });
    const harness: Harness = { queue, waiting: [], running: [], passed: new Map() };
    for (const [number, step] of steps.entries()) {
      if (step.kind === 'add') addTo(harness, { tenant: step.tenant, number, dueMs: step.dueMs });
      else endIn(harness, step.index);
      for (let turn = queue.next(); turn !== null; turn = queue.next()) {
        atTurn(harness, turn.item);
        harness.waiting.splice(harness.waiting.indexOf(turn.item), 1);
        harness.running.push(turn.item);
      }
      assert.equal(queue.waitingCount(), harness.waiting.length);
      assert.equal(queue.runningCount(), harness.running.length);
      atRest(harness);
    }
  };
}

function addTo({ queue, waiting }: Harness, item: Item): void {
  const before = waiting.filter(isOf(item.tenant.tenantId)).length;
  const isAdded = queue.add(item.tenant, item, item.dueMs);
  assert.equal(isAdded, before < WAITING_MAX);
  if (isAdded) waiting.push(item);
}

function endIn({ queue, running }: Harness, index: number): void {
  const [ended] = running.length === 0 ? [] : running.splice(index % running.length, 1);
  if (ended !== undefined) queue.end(ended.tenant);
}

function isOf(tenantId: string): (item: Item) => boolean {
  return ({ tenant }) => tenant.tenantId === tenantId;
}

function countOf(items: readonly Item[], tenantId: string): number {
  return items.filter(isOf(tenantId)).length;
}

function tenantsOf(items: readonly Item[]): readonly string[] {
  return [...new Set(items.map(({ tenant }) => tenant.tenantId))];
}

function ignore(): void {
  // Nothing to see here.
}

test('no place is free while somebody waits who may have it', () => {
  fc.assert(
    fc.property(anyRun, (run) =>
      play(run)(ignore, ({ waiting, running }) => {
        if (waiting.length === 0) return;
        assert.ok(running.length >= run.placesCount);
        const isFull = running.length === run.placesCount + run.retainedCount;
        const idle = tenantsOf(waiting).filter((id) => countOf(running, id) === 0);
        assert.ok(isFull || idle.length === 0);
      }),
    ),
  );
});

test('beyond the common places only a tenant begins that has nothing running', () => {
  fc.assert(
    fc.property(anyRun, (run) =>
      play(run)(
        ({ running }, { tenant }) => {
          if (running.length < run.placesCount) return;
          assert.equal(countOf(running, tenant.tenantId), 0);
        },
        ({ running }) => assert.ok(running.length <= run.placesCount + run.retainedCount),
      ),
    ),
  );
});

test('no tenant begins while another waits that has fewer running, and one share each', () => {
  fc.assert(
    fc.property(anyRun, (run) =>
      play({ ...run, sharesMax: 1 })(({ waiting, running }, { tenant }) => {
        const own = countOf(running, tenant.tenantId);
        for (const id of tenantsOf(waiting)) assert.ok(own <= countOf(running, id));
      }, ignore),
    ),
  );
});

test('while others wait, no tenant comes to more than half of the places', () => {
  fc.assert(
    fc.property(anyRun, (run) =>
      play({ ...run, sharesMax: 1, retainedCount: 0 })(({ waiting, running }, { tenant }) => {
        if (tenantsOf(waiting).length < 2) return;
        const after = countOf(running, tenant.tenantId) + 1;
        assert.ok(after <= Math.ceil(run.placesCount / 2));
      }, ignore),
    ),
  );
});

test('of one member, what is due first begins first, and of equals what came first', () => {
  fc.assert(
    fc.property(anyRun, (run) =>
      play(run)(({ waiting }, item) => {
        const { tenantId, memberId } = item.tenant;
        const [first] = waiting
          .filter(({ tenant }) => tenant.tenantId === tenantId && tenant.memberId === memberId)
          .toSorted((left, right) => left.dueMs - right.dueMs);
        assert.equal(item, first);
      }, ignore),
    ),
  );
});

test('nobody waits with nothing running while another has a turn beyond its shares twice', () => {
  fc.assert(
    fc.property(anyRun, (run) =>
      play(run)(({ waiting, running, passed }, { tenant }) => {
        const idle = tenantsOf(waiting).filter((id) => countOf(running, id) === 0);
        for (const id of passed.keys()) if (!idle.includes(id)) passed.delete(id);
        passed.delete(tenant.tenantId);
        for (const id of idle) {
          if (id === tenant.tenantId) continue;
          const turns = passed.get(id) ?? new Map<string, number>();
          const count = (turns.get(tenant.tenantId) ?? 0) + 1;
          passed.set(id, turns.set(tenant.tenantId, count));
          assert.ok(count <= 2 * run.sharesMax, `${count} turns went before ${id}`);
        }
      }, ignore),
    ),
    { numRuns: propertyRuns(300) },
  );
});

test('a tenant alone has every common place', () => {
  fc.assert(
    fc.property(anyRun, ({ steps, ...limits }) => {
      const alone = steps.map((step) =>
        step.kind === 'add' ? { ...step, tenant: { tenantId: 't', memberId: 't' } } : step,
      );
      play({ ...limits, steps: alone })(ignore, ({ waiting, running }) =>
        assert.ok(waiting.length === 0 || running.length === limits.placesCount),
      );
    }),
  );
});
