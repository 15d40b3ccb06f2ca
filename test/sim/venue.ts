// The exchange of a simulation: the simulated one with faults. It responds to a second order of one
// name with the first, or places it again, as real ones do, which is what a blind retry is punished
// by; it keeps every order that there is, or plain ones alone.

import { decimal } from '#lib/decimal.ts';
import type { Exchange, PlacedOrder } from '#ports/exchange/exchange.ts';
import type { ExchangeFaults } from '#ports/exchange/exchange-fault.ts';
import { makeAccountUpdater } from '#adapters/sim/account-updater.ts';
import { makeFaultyExchange } from '#adapters/sim/faulty-exchange.ts';
import { hidingExchange } from '#adapters/sim/hiding-exchange.fixture.ts';
import { makeMemorySimStore } from '#adapters/sim/memory-sim-store.ts';
import { plainExchange } from '#adapters/sim/plain-exchange.fixture.ts';
import { makeSimExchange } from '#adapters/sim/sim-exchange.ts';
import { makeSimPrices } from '#adapters/sim/sim-prices.ts';
import { auditLedger, openSimWallet } from '#adapters/sim/sim-wallets.ts';
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

/** The same in every simulation, so that they are computed once. */
export const PRICES = makeSimPrices('simulator');

/** Of the orders of a venue that hides some for a while. */
const HIDDEN_PERCENT = 40;

export type VenueKind = {
  readonly deduplicates: boolean;
  readonly isPlain: boolean;
  /** So long it may hide what happened; zero where it hides nothing. */
  readonly visibilityLagMs: number;
};

export async function makeVenue(agenda: Agenda, chance: Chance, kind: VenueKind): Promise<Venue> {
  const store = makeMemorySimStore();
  const api = makeAccountUpdater({ store, prices: PRICES, clock: agenda });
  let fillShare: number | null = null;
  const sim = makeSimExchange({
    store,
    api,
    prices: PRICES,
    clock: agenda,
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
  const truth = recording(kind.isPlain ? plainExchange(named) : named, record);
  const { visibilityLagMs } = kind;
  const hidesNewMs = () => (chance.percent(HIDDEN_PERCENT) ? chance.below(visibilityLagMs) : 0);
  const shown =
    visibilityLagMs === 0
      ? truth
      : hidingExchange(truth, agenda, visibilityLagMs, hidesNewMs).exchange;
  const { exchange, faults } = makeFaultyExchange({
    exchange: shown,
    clock: agenda,
    wait: (durationMs) => agenda.wait(durationMs),
    limitNextFill: (sharePercent) => void (fillShare = sharePercent),
  });
  for (const account of Object.values(ACCOUNTS))
    await openSimWallet(store, { ...account, deposits: DEPOSITS, nowMs: agenda.nowMs() });
  return {
    exchange,
    faults,
    truth,
    placed,
    placedCount: () => placedCount,
    settle: () => api.settleDue(agenda.nowMs()),
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

const AGAIN = '~';

/** Under one name any number of orders; asked for the name, it shows the first. */
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
