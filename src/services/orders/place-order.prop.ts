// Invariants of placing, whatever happens to requests, and however often they are tried again: one
// request, at most one order at the exchange; and in the end our records say what the exchange
// says.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { propertyRuns } from '#lib/property-runs.fixture.ts';
import type { ExchangeFault } from '#ports/exchange/exchange-fault.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { PlaceOrderCommand } from '#services/orders/order-deps.ts';
import { orderIdentity } from '#services/orders/order-identity.ts';
import type { OrderHarness } from '#services/orders/order-harness.fixture.ts';
import { makeOrderHarness } from '#services/orders/order-harness.fixture.ts';
import { placeOrder } from '#services/orders/place-order.ts';
import { reconcileAccount } from '#services/orders/reconcile-account.ts';

type Step = {
  readonly request: number;
  readonly fault: ExchangeFault | null;
  /** Whether the store fails when the exchange's response is to be written. */
  readonly losesResponse: boolean;
  readonly pauseMs: number;
  readonly reconciles: boolean;
};

const REQUESTS = 4;

const fault = fc.constantFrom<ExchangeFault | null>(
  null,
  null,
  { kind: 'lost_request' },
  { kind: 'lost_response' },
  { kind: 'late_landing', delayMs: 2_000 },
  { kind: 'late_landing', delayMs: 4_900 },
  { kind: 'disconnect' },
  { kind: 'rate_limit' },
);

const step: fc.Arbitrary<Step> = fc.record({
  request: fc.nat(REQUESTS - 1),
  fault,
  losesResponse: fc.boolean(),
  pauseMs: fc.constantFrom(0, 10, 1_000, 3_000, 6_000, 30_000),
  reconciles: fc.boolean(),
});

function stepOf(request: number, change: Partial<Step>): Step {
  const step = { request, fault: null, losesResponse: false, pauseMs: 0, reconciles: false };
  return { ...step, ...change };
}

/** What has failed once. */
const RETAINED: [Step[]][] = [
  [
    [
      stepOf(2, { fault: { kind: 'disconnect' }, losesResponse: true }),
      stepOf(0, { pauseMs: 30_000 }),
      stepOf(2, {
        fault: { kind: 'late_landing', delayMs: 4_900 },
        losesResponse: true,
        reconciles: true,
      }),
      stepOf(2, {}),
    ],
  ],
];

test('one request makes at most one order, whatever happens', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
      const harness = await makeOrderHarness();
      const commands = Array.from({ length: REQUESTS }, () => harness.command());
      for (const item of steps) await play(harness, commands, item);
      await settle(harness);
      const ours = await harness.store.listWorkingOrders(harness.spot.accountId);
      const theirs = await harness.sim.sim.fetchOpenOrders(harness.spot);
      assert.deepEqual(
        new Set(ours.map((order) => order.clientOrderId)),
        new Set(theirs.map((order) => order.clientOrderId)),
      );
      for (const command of commands) {
        const names = Array.from(
          { length: 16 },
          (_, attempt) =>
            orderIdentity(harness.deps.digest, command.derivationId, attempt).clientOrderId,
        );
        const placed = theirs.filter((order) => names.includes(order.clientOrderId ?? ''));
        assert.ok(placed.length <= 1, `${placed.length} orders of one request`);
      }
    }),
    { numRuns: propertyRuns(100), examples: RETAINED },
  );
});

async function play(
  harness: OrderHarness,
  commands: readonly PlaceOrderCommand[],
  { request, fault: trouble, losesResponse, pauseMs, reconciles }: Step,
): Promise<void> {
  const command = commands[request];
  assert(command !== undefined);
  if (trouble !== null) harness.sim.faults?.inject(trouble);
  const failing = { transition: () => Promise.reject(new Failure('unavailable', 'store down')) };
  const orders = losesResponse ? { ...harness.store, ...failing } : harness.store;
  const attempt = placeOrder({ ...harness.deps, orders }, { ...command, isTakeover: true });
  await attempt.catch(passFailure);
  await harness.sim.advanceMs?.(pauseMs);
  if (reconciles) await reconcileAccount(harness.deps, harness.spotAtExchange).catch(passFailure);
}

/** Everything that is under way arrives, and reconciliation has its say. */
async function settle(harness: OrderHarness): Promise<void> {
  await harness.sim.faults?.landLate();
  for (let round = 0; round < 3; round += 1) {
    await harness.sim.advanceMs?.(60_000);
    // Faults that are still in line hit these.
    for (let tries = 0; tries < 40; tries += 1) {
      await reconcileAccount(harness.deps, harness.spotAtExchange).catch(passFailure);
    }
  }
}

function passFailure(cause: unknown): void {
  if (!(cause instanceof Failure)) throw cause;
}
