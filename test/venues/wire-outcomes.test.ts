// Outcomes of requests on the wire, beside what the loopback venue knows: a request that was not
// sent never arrived, one that succeeded was carried out, and none arrived twice.

import test, { suite } from 'node:test';
import type { TestContext } from 'node:test';
import assert from 'node:assert/strict';

import { makeRequestBudget } from '#venues/request-budget.ts';
import { makeCcxtWire } from '#venues/wire/ccxt-wire.ts';
import type { CcxtWire } from '#venues/wire/ccxt-wire.ts';
import type { VenueCall, WireOutcome } from '#venues/wire/venue-wire.ts';
import { someOf } from '../support/share-of-cases.ts';
import type { OrderTruth } from '#loopback/control/truth.ts';
import type { VenueClient } from '#loopback/venue-client.ts';
import { openVenue } from '#loopback/venue-client.ts';

type Code = 'binance' | 'bybit';

const DEADLINE_MS = 400;
/** A refusal comes at once; only a loaded machine needs more. */
const REFUSED_MS_MAX = 60_000;
const IN_FLIGHT_MAX = 20;
const HOSTS = { binance: ['api.binance.com'], bybit: ['api.bybit.com'] };
const SHARED = { access: 'private', method: 'POST', lane: 'order', cost: 1 } as const;

const CALLS: Readonly<Record<Code, (name: string) => VenueCall>> = {
  binance: (newClientOrderId) => ({
    ...SHARED,
    section: 'private',
    path: 'order',
    parameters: {
      symbol: 'BTCUSDT',
      side: 'BUY',
      type: 'LIMIT',
      // Immediate: a market takes only so many open orders of one account.
      timeInForce: 'IOC',
      quantity: '0.0001',
      price: '59000',
      newClientOrderId,
    },
  }),
  bybit: (orderLinkId) => ({
    ...SHARED,
    section: 'private',
    path: 'v5/order/create',
    parameters: {
      category: 'linear',
      symbol: 'BTCUSDT',
      side: 'Buy',
      orderType: 'Limit',
      timeInForce: 'IOC',
      qty: '0.001',
      price: '59000',
      orderLinkId,
    },
  }),
};

for (const code of ['binance', 'bybit'] as const) {
  suite(`the wire to ${code}`, () => {
    test('tells what became of each request under a mix of faults', async (t) => {
      const { venue, wire } = await connect(t, code);
      venue.control('mix', { seed: 7, share: 0.5, delayMaxMs: 100, operations: ['place'] });
      const count = someOf(2_000);
      const outcomes = await placeMany(wire, venue, code, count);
      // What is still on its way arrives.
      venue.control('advance', { ms: 60_000 });
      compare(venue, code, outcomes);
      const kinds = new Set([...outcomes.values()].map(({ kind }) => kind));
      assert(kinds.has('reply') && kinds.has('no_reply'), [...kinds].join());
    });

    test('sends nothing to a venue that is not there, and says so', async (t) => {
      const { venue, wire } = await connect(t, code);
      await venue.server.close();
      const outcome = await wire.send(CALLS[code]('gone'), keysOf(venue, code), REFUSED_MS_MAX);
      assert.deepEqual(outcome, { kind: 'not_sent', cause: 'refused', retryAfterMs: null });
    });
  });
}

async function connect(
  t: TestContext,
  code: Code,
): Promise<{ readonly venue: VenueClient; readonly wire: CcxtWire }> {
  const venue = await openVenue(t);
  venue.control('limits', { venue: code, max: 1_000_000, areAccountsLimited: false });
  const settings = { perMinute: 1_000_000, windowSeconds: 60, usedHeader: null };
  const time = {
    nowMs: () => performance.now(),
    after: (delayMs: number, run: () => void) => {
      const timer = setTimeout(run, delayMs);
      return () => clearTimeout(timer);
    },
  };
  const wire = makeCcxtWire({
    exchangeId: code,
    hosts: { allowed: HOSTS[code], redirect: venue.server.address },
    budget: makeRequestBudget(settings, time),
    clock: { nowMs: () => Date.now() },
    venueNowMs: () => venue.server.state.clock.nowMs(),
  });
  t.after(() => wire.close());
  return { venue, wire };
}

function keysOf(venue: VenueClient, code: Code) {
  const { key, secret } = venue[code];
  return { apiKey: key, secret, passphrase: null };
}

async function placeMany(
  wire: CcxtWire,
  venue: VenueClient,
  code: Code,
  count: number,
): Promise<ReadonlyMap<string, WireOutcome>> {
  const outcomes = new Map<string, WireOutcome>();
  const names = Array.from({ length: count }, (_, index) => `order-${index}`).values();
  const worker = async (): Promise<void> => {
    for (const name of names) {
      const call = CALLS[code](name);
      outcomes.set(name, await wire.send(call, keysOf(venue, code), DEADLINE_MS));
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT_MAX }, worker));
  return outcomes;
}

function compare(venue: VenueClient, code: Code, outcomes: ReadonlyMap<string, WireOutcome>): void {
  const { accounts } = venue.control('truth', { venue: code, account: 'a' }) as {
    readonly accounts: readonly { readonly orders: readonly OrderTruth[] }[];
  };
  const arrived = new Map<string, number>();
  for (const { name } of accounts[0]?.orders ?? []) arrived.set(name, (arrived.get(name) ?? 0) + 1);
  for (const [name, outcome] of outcomes) {
    const times = arrived.get(name) ?? 0;
    assert(times <= 1, `${name} arrived ${times} times`);
    if (outcome.kind === 'not_sent') assert.equal(times, 0, `${name} was not sent, and arrived`);
    if (isSuccess(outcome, name)) assert.equal(times, 1, `${name} succeeded, and did not arrive`);
  }
  const { requests } = venue.server.state;
  const sent = [...outcomes.values()].filter(({ kind }) => kind !== 'not_sent');
  // Of those that were cut off in time, some may have been on their way to the venue.
  const late = sent.filter((outcome) => outcome.kind === 'no_reply' && outcome.cause === 'timeout');
  const placed = requests.filter(({ operation }) => operation === 'place').length;
  const counts = `${placed} of ${sent.length} arrived, ${late.length} were late`;
  assert(placed <= sent.length && placed >= sent.length - late.length, counts);
}

/** The venue accepts the order and repeats its name. */
function isSuccess(outcome: WireOutcome, name: string): boolean {
  if (outcome.kind !== 'reply' || outcome.status !== 200) return false;
  return outcome.body.includes(`"${name}"`) && /"orderId":/.test(outcome.body);
}
