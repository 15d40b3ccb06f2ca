// The exchange of a simulation: the simulated one with faults. It responds to a second order of one
// name with the first, or places it again, as real ones do, which is what a blind retry is punished
// by; it keeps every order that there is, or plain ones alone. It may take fees out of what is
// bought, decide on orders after it has acknowledged them, and have a clock of its own.

import { decimal } from '#lib/decimal.ts';
import type { FeesIn } from '#domain/money/fees-in.ts';
import type { Exchange, PlacedOrder } from '#venue-port/exchange/exchange.ts';
import type { ExchangeFaults } from '#ports/exchange/exchange-fault.ts';
import { makeAccountUpdater } from '#adapters/sim/account-updater.ts';
import { makeFaultyExchange } from '#adapters/sim/faulty-exchange.ts';
import { hidingExchange } from '#adapters/sim/hiding-exchange.fixture.ts';
import { makeMemorySimStore } from '#adapters/sim/memory-sim-store.ts';
import { plainExchange } from '#adapters/sim/plain-exchange.fixture.ts';
import { makeSimExchange } from '#adapters/sim/sim-exchange.ts';
import { makeSimPrices } from '#adapters/sim/sim-prices.ts';
import { auditLedger, openSimWallet } from '#adapters/sim/sim-wallets.ts';
import { acknowledgingExchange } from './acknowledging-exchange.ts';
import type { Agenda } from './agenda.ts';
import type { Chance } from './chance.ts';

export const START_MS = Date.UTC(2025, 2, 3, 10, 30, 20);

export const ACCOUNTS = {
  spot: { accountId: 'acc_spot', marketType: 'spot' },
  futures: { accountId: 'acc_futures', marketType: 'futures' },
} as const;

export type Venue = {
  /** With faults, as a process reaches it. */
  readonly exchange: Exchange;
  readonly faults: ExchangeFaults;
  /** Without faults: what is true. */
  readonly truth: Exchange;
  /** Ids of the orders that were placed under each client order id. */
  readonly placed: ReadonlyMap<string, ReadonlySet<string>>;
  /** How many were placed in all. */
  placedCount(): number;
  settle(): Promise<unknown>;
  /** What is wrong with the money; none when all adds up. */
  audit(): Promise<readonly string[]>;
};

const DEPOSITS = [
  { currency: 'USDT', amount: decimal('10000') },
  { currency: 'BTC', amount: decimal('0.5') },
] as const;

/** So little that it may be used up. */
const BNB = { currency: 'BNB', amount: decimal('0.002') } as const;

/** What a request of ours may be off by in the venue's time, beside what is measured of it. */
const SKEW_ERROR_MS = 300;

/** The same in every simulation, so that they are computed once. */
export const PRICES = makeSimPrices('simulator');

/** Of the orders of a venue that hides some for a while. */
const HIDDEN_PERCENT = 40;

export type VenueKind = {
  readonly deduplicates: boolean;
  readonly isPlain: boolean;
  /** So long it may hide what happened; zero where it hides nothing. */
  readonly visibilityLagMs: number;
  /** What fees of spot trades are paid in. */
  readonly feesIn: FeesIn;
  /** Whether it acknowledges what it then refuses. */
  readonly decidesLater: boolean;
  /** Its clock less ours. */
  readonly skewMs: number;
};

export async function makeVenue(agenda: Agenda, chance: Chance, kind: VenueKind): Promise<Venue> {
  const store = makeMemorySimStore();
  const { skewMs, feesIn } = kind;
  const clock = { nowMs: () => agenda.nowMs() + skewMs };
  const api = makeAccountUpdater({ store, prices: PRICES, clock });
  let fillShare: number | null = null;
  const sim = makeSimExchange({
    store,
    api,
    prices: PRICES,
    clock,
    nextFillShare() {
      const share = fillShare;
      fillShare = null;
      return share;
    },
  });
  const placed = new Map<string, Set<string>>();
  let placedCount = 0;
  const record = (clientOrderId: string, venueOrderId: string): void => {
    const ids = placed.get(clientOrderId) ?? new Set();
    placed.set(clientOrderId, ids.add(venueOrderId));
    placedCount += 1;
  };
  const named = kind.deduplicates ? sim : placingAgain(sim);
  const placing = recording(kind.isPlain ? plainExchange(named) : named, record);
  const timed = skewMs === 0 ? placing : withSkew(placing, skewMs, chance);
  const truth = kind.decidesLater ? acknowledgingExchange(timed, clock) : timed;
  const { visibilityLagMs } = kind;
  const hidesNewMs = () => (chance.percent(HIDDEN_PERCENT) ? chance.below(visibilityLagMs) : 0);
  const shown =
    visibilityLagMs === 0
      ? truth
      : hidingExchange(truth, clock, visibilityLagMs, hidesNewMs).exchange;
  const { exchange, faults } = makeFaultyExchange({
    exchange: shown,
    clock: agenda,
    wait: (durationMs) => agenda.wait(durationMs),
    limitNextFill: (sharePercent) => void (fillShare = sharePercent),
  });
  const deposits = feesIn === BNB.currency ? [...DEPOSITS, BNB] : DEPOSITS;
  for (const account of Object.values(ACCOUNTS))
    await openSimWallet(store, { ...account, deposits, nowMs: clock.nowMs(), feesIn });
  return {
    exchange,
    faults,
    truth,
    placed,
    placedCount: () => placedCount,
    settle: () => api.settleDue(clock.nowMs()),
    async audit() {
      const audits = Object.values(ACCOUNTS).map(({ accountId }) => auditLedger(store, accountId));
      return (await Promise.all(audits)).flatMap((found) => found ?? ['An account is gone.']);
    },
  };
}

function recording(
  exchange: Exchange,
  record: (clientOrderId: string, venueOrderId: string) => void,
): Exchange {
  return {
    ...exchange,
    async placeOrder(account, order) {
      const response = await exchange.placeOrder(account, order);
      if (response.ok) record(order.clientOrderId, response.value.venueOrderId);
      return response;
    },
  };
}

/** What is measured of its clock is nearly right, and its promise allows for that. */
function withSkew(exchange: Exchange, skewMs: number, chance: Chance): Exchange {
  const { promises } = exchange;
  const requestHorizonMs = promises.requestHorizonMs + SKEW_ERROR_MS;
  return {
    ...exchange,
    promises: { ...promises, requestHorizonMs },
    clockSkewMs: () => skewMs + chance.below(2 * SKEW_ERROR_MS + 1) - SKEW_ERROR_MS,
  };
}

const AGAIN = '~';

/** Under one name any number of orders; queried by name, it shows the first. */
function placingAgain(exchange: Exchange): Exchange {
  const counts = new Map<string, number>();
  const plain = <T extends PlacedOrder>(order: T): T => ({
    ...order,
    clientOrderId: order.clientOrderId?.split(AGAIN)[0] ?? null,
  });
  return {
    ...exchange,
    promises: { ...exchange.promises, duplicateName: 'none' },
    async placeOrder(account, order) {
      const count = counts.get(order.clientOrderId) ?? 0;
      const clientOrderId =
        count === 0 ? order.clientOrderId : `${order.clientOrderId}${AGAIN}${count}`;
      const response = await exchange.placeOrder(account, { ...order, clientOrderId });
      if (!response.ok) return response;
      // Only here: what the exchange refused leaves its name free.
      counts.set(order.clientOrderId, count + 1);
      return { ok: true, value: plain(response.value) };
    },
    fetchOpenOrders: async (account) => (await exchange.fetchOpenOrders(account)).map(plain),
  };
}
