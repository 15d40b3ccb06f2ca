// A simulated exchange with a clock that is driven by hand, faults on demand and two funded
// accounts: what the tests of the driver work with.

import { decimal } from '#lib/decimal.ts';
import type { FeesIn } from '#domain/money/fees-in.ts';
import { FEES_IN_RECEIVED } from '#domain/money/fees-in.ts';
import type { Deposit } from '#ports/exchange/simulated-venue.ts';
import type { ContractHarness } from '#ports/exchange/exchange-harness.contract.ts';
import { makeAccountUpdater } from '#adapters/sim/account-updater.ts';
import { makeFaultyExchange } from '#adapters/sim/faulty-exchange.ts';
import { makeSimExchange } from '#adapters/sim/sim-exchange.ts';
import type { SimExchange } from '#adapters/sim/sim-exchange.ts';
import type { SimPrices } from '#adapters/sim/sim-prices.ts';
import { makeSimPrices } from '#adapters/sim/sim-prices.ts';
import type { SimStore } from '#adapters/sim/sim-store.ts';
import { openSimWallet } from '#adapters/sim/sim-wallets.ts';

/** Twenty seconds into a minute. */
const START_MS = Date.UTC(2025, 2, 3, 10, 30, 20);

export type SimHarness = ContractHarness & {
  readonly sim: SimExchange;
  readonly store: SimStore;
  /** The same exchange as another process sees it. */
  another(store: SimStore): SimExchange;
  settleDue(): Promise<number>;
  /** Without settling. */
  setNowMs(nowMs: number): void;
};

export const HARNESS_PRICES = makeSimPrices('world');
/** Which prices a harness has, and when it begins. */
export type SimTimes = {
  readonly prices: SimPrices;
  readonly startMs: number;
  /**
   * What the spot account pays fees in. Where it says so, the account has dollars, what fees are
   * paid in, and nothing else.
   */
  readonly feesIn?: FeesIn;
};

const USUAL_TIMES: SimTimes = { prices: HARNESS_PRICES, startMs: START_MS };
let harnessCount = 0;

function depositsFor(feesIn: FeesIn): readonly Deposit[] {
  const usdt = { currency: 'USDT', amount: decimal('10000') };
  return feesIn === FEES_IN_RECEIVED ? [usdt] : [usdt, { currency: feesIn, amount: decimal('5') }];
}

/** A world of its own; accounts never share a name, so stores may be shared. */
export async function makeSimHarness(
  store: SimStore,
  { prices, startMs, feesIn }: SimTimes = USUAL_TIMES,
): Promise<SimHarness> {
  harnessCount += 1;
  const name = `world-${process.pid}-${harnessCount}`;
  let nowMs = startMs;
  let orderCount = 0;
  let fillShare: number | null = null;
  const clock = { nowMs: () => nowMs };
  const api = makeAccountUpdater({ store, prices, clock });
  const sim = makeSimExchange({
    store,
    api,
    prices,
    clock,
    nextFillShare() {
      const share = fillShare;
      fillShare = null;
      return share;
    },
  });
  const { exchange, faults } = makeFaultyExchange({
    exchange: sim,
    clock,
    wait: async (durationMs) => {
      nowMs += durationMs;
    },
    limitNextFill: (sharePercent) => {
      fillShare = sharePercent;
    },
  });
  const spot = { accountId: `${name}-spot`, marketType: 'spot' } as const;
  const futures = { accountId: `${name}-futures`, marketType: 'futures' } as const;
  const usdt = { currency: 'USDT', amount: decimal('10000') };
  const btc = { currency: 'BTC', amount: decimal('1.5') };
  const bnb = { currency: 'BNB', amount: decimal('5') };
  if (feesIn === undefined) await openSimWallet(store, { ...spot, deposits: [usdt, btc], nowMs });
  else await openSimWallet(store, { ...spot, deposits: depositsFor(feesIn), nowMs, feesIn });
  await openSimWallet(store, { ...futures, deposits: [usdt, btc], nowMs });
  return {
    exchange,
    sim,
    store,
    faults,
    spot: { account: spot, marketTag: 'SIM_BTC_USDT' },
    futures: { account: futures, marketTag: 'SIM_BTC_USDT_PERP' },
    async payFees(feesIn) {
      const account = { accountId: `${name}-spot-${feesIn}`, marketType: 'spot' } as const;
      await openSimWallet(store, { ...account, deposits: [usdt, btc, bnb], nowMs, feesIn });
      return { account, marketTag: 'SIM_BTC_USDT' };
    },
    nowMs: clock.nowMs,
    newClientOrderId: () => `${name}-${(orderCount += 1)}`,
    async advanceMs(durationMs) {
      nowMs += durationMs;
      await api.settleDue(nowMs);
    },
    another(other) {
      const api = makeAccountUpdater({ store: other, prices, clock });
      const deps = { store: other, api, prices, clock };
      return makeSimExchange({ ...deps, nextFillShare: () => null });
    },
    settleDue: () => api.settleDue(nowMs),
    setNowMs(instantMs) {
      nowMs = instantMs;
    },
  };
}
