// A user with a spot account at a simulated exchange that can be made to fail, over a
// store in memory: what the tests of the order services work with.

import type { Decimal } from '#lib/decimal.ts';
import { decimal } from '#lib/decimal.ts';
import { memoryStore } from '#adapters/memory/memory-store.ts';
import { makeMemorySimStore } from '#adapters/sim/memory-sim-store.ts';
import type { SimHarness } from '#adapters/sim/sim-harness.fixture.ts';
import { makeSimHarness } from '#adapters/sim/sim-harness.fixture.ts';
import { systemDigest } from '#adapters/system/system-ports.ts';
import { sampleAccount, sampleCaller, sampleUser } from '#ports/stores/store.fixture.ts';
import type { Account } from '#ports/stores/account-store.ts';
import type { Principal } from '#ports/stores/key-store.ts';
import type { Store } from '#ports/stores/store.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import type { OrderDeps, PlaceOrderCommand } from '#services/orders/order-deps.ts';

export type OrderHarness = {
  readonly deps: OrderDeps;
  readonly store: Store;
  readonly sim: SimHarness;
  readonly caller: Principal;
  readonly spot: Account;
  /** The account with its exchange, as reconciliation takes it. */
  readonly spotAtExchange: { readonly account: Account; readonly exchange: SimHarness['exchange'] };
  /** A limit buy far below the market that rests, unless changed. */
  command(changes?: Partial<PlaceOrderCommand>): PlaceOrderCommand;
};

let derivationCount = 0;

export async function makeOrderHarness(): Promise<OrderHarness> {
  const store = memoryStore();
  const sim = await makeSimHarness(makeMemorySimStore());
  const user = sampleUser({ plan: 'unlimited' });
  await store.insertUser(user);
  const spot = sampleAccount(user.userId, { ...sim.spot.account, exchange: 'sim' });
  await store.insertAccount(spot);
  // Drivers keep the market list; faults are for the requests of accounts.
  const exchange = { ...sim.exchange, listMarkets: () => sim.sim.listMarkets() };
  const caller = sampleCaller(user.userId);
  return {
    deps: {
      clock: { nowMs: () => sim.nowMs() },
      digest: systemDigest,
      log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
      accounts: store,
      orders: store,
      idempotency: store,
      bots: store,
      exchanges: exchangeRegistry([exchange]),
    },
    store,
    sim,
    caller,
    spot,
    spotAtExchange: { account: spot, exchange },
    command: (changes) => ({ ...restingBuy(caller, spot.accountId), ...changes }),
  };
}

function restingBuy(caller: Principal, accountId: string): PlaceOrderCommand {
  derivationCount += 1;
  return {
    caller,
    accountId,
    marketTag: 'SIM_BTC_USDT',
    side: 'buy',
    type: 'limit',
    price: priceFarBelow(),
    amount: decimal('0.01'),
    derivationId: `request ${derivationCount}`,
    isTakeover: false,
    completion: null,
  };
}

function priceFarBelow(): Decimal {
  return decimal('1000');
}

function ignore(): void {
  // Logs are for operators; tests check responses and state.
}
