// Accounts of one user in PostgreSQL, at a simulated exchange, with orders that work: what ways out
// are tried on.

import { decimal } from '#lib/decimal.ts';
import type { Database } from '#adapters/postgres/connection/database.ts';
import { postgresStore } from '#adapters/postgres/postgres-store.ts';
import { postgresBotRunStore } from '#adapters/postgres/stores/bot-run-store.ts';
import { makeMemorySimStore } from '#adapters/sim/memory-sim-store.ts';
import { makeSimHarness } from '#adapters/sim/sim-harness.fixture.ts';
import { systemDigest } from '#adapters/system/system-ports.ts';
import { sampleAccount, sampleBot, sampleCaller, sampleUser } from '#ports/stores/store.fixture.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { placeOrder } from '#services/orders/place-order.ts';

export type OutWorld = Awaited<ReturnType<typeof outWorld>>;

export async function outWorld(database: Database) {
  const said: string[] = [];
  const say = (event: string, fields?: object): void =>
    void said.push(`${event} ${JSON.stringify(fields)}`);
  const heard = { ...database, report: (line: string) => void said.push(line) };
  const store = postgresStore(heard);
  const sim = await makeSimHarness(makeMemorySimStore());
  const user = sampleUser({ plan: 'unlimited' });
  await store.insertUser(user);
  const account = sampleAccount(user.userId, { ...sim.spot.account, exchange: 'sim' });
  await store.insertAccount(account);
  const caller = sampleCaller(user.userId);
  const exchange = { ...sim.exchange, listMarkets: () => sim.sim.listMarkets() };
  const bot = sampleBot(account, { activation: 1, activatedAtMs: sim.nowMs() });
  await store.insertBot(bot, null);
  const deps = {
    clock: { nowMs: () => sim.nowMs() },
    timer: { every: () => () => undefined },
    digest: systemDigest,
    log: { debug: say, info: say, warn: say, error: say },
    accounts: store,
    orders: store,
    bots: store,
    botRuns: postgresBotRunStore(heard),
    riskSwitch: store,
    idempotency: store,
    exchanges: exchangeRegistry([exchange]),
  };
  const at = { account, exchange };
  return { database, deps, store, sim, caller, account, at, bot, said };
}

let requestsCount = 0;

export type PlacedOrders = { readonly damagedId: string; readonly otherId: string };

/** Two orders of the bot that rest, of which one is to be damaged. */
export async function placeTwo(world: OutWorld): Promise<PlacedOrders> {
  const damagedId = await place(world, '1000');
  const otherId = await place(world, '1001');
  const { database, bot } = world;
  await database.write(
    { text: 'UPDATE orders SET bot_id = $1 WHERE order_id = ANY ($2::text[])' },
    [bot.botId, [damagedId, otherId]],
  );
  return { damagedId, otherId };
}

export async function place(
  { deps, caller, account }: Pick<OutWorld, 'deps' | 'caller' | 'account'>,
  price: string,
  side: 'buy' | 'sell' = 'buy',
): Promise<string> {
  requestsCount += 1;
  const placed = await placeOrder(deps, {
    caller,
    accountId: account.accountId,
    marketTag: 'SIM_BTC_USDT',
    side,
    type: 'limit',
    price: decimal(price),
    amount: decimal('0.01'),
    derivationId: `way out ${requestsCount}`,
    isTakeover: false,
    completion: null,
  });
  if (!placed.ok) throw new Error(placed.rejection.detail);
  return placed.value.orderId;
}

/** What the exchange has open, by our ids. */
export async function openThere({ sim, account }: OutWorld): Promise<readonly string[]> {
  const open = await sim.sim.fetchOpenOrders(account);
  return open.map(({ clientOrderId }) => (clientOrderId ?? '').replace(/^ord/, 'ord_'));
}
