// Limits of accounts over an installation in memory: orders of people and of bots, and losses.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Decimal } from '#lib/decimal.ts';
import { decimal } from '#lib/decimal.ts';
import { DAY_MS } from '#lib/time.ts';
import type { CurrencyLimits } from '#domain/risk/account-limits.ts';
import type { Exchange } from '#ports/exchange/exchange.ts';
import { sampleCaller } from '#ports/stores/store.fixture.ts';
import type { Account } from '#ports/stores/store.ts';
import type { BotWorld } from '#services/live/runner/bot-harness.fixture.ts';
import { botWorld, EACH_MINUTE, IDLE } from '#services/live/runner/bot-harness.fixture.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import type { PlaceOrderCommand } from '#services/orders/order-deps.ts';
import { placeOrder } from '#services/orders/place-order.ts';
import { watchLosses } from '#services/risk/watch-losses.ts';

type Limits = Partial<Omit<CurrencyLimits, 'currency'>> & { readonly currency?: string };

const NONE = { maxOrderValue: null, maxExposure: null, maxDailyLoss: null };

async function limit(
  { store }: BotWorld,
  { accountId }: Account,
  limits: Limits,
  maxOrdersPerMinute: number | null = null,
): Promise<void> {
  const currencies = [{ currency: 'USDT', ...NONE, ...limits }];
  await store.setLimits(accountId, { maxOrdersPerMinute, currencies });
}

let requestsCount = 0;

async function place(world: BotWorld, changes: Partial<PlaceOrderCommand> = {}): Promise<string> {
  requestsCount += 1;
  const placed = await placeOrder(world.deps, {
    caller: sampleCaller(world.spot.userId),
    accountId: world.spot.accountId,
    marketTag: 'SIM_BTC_USDT',
    side: 'buy',
    type: 'limit',
    price: decimal('1000'),
    amount: decimal('0.02'),
    derivationId: `request ${requestsCount}`,
    isTakeover: false,
    completion: null,
    ...changes,
  });
  return placed.ok ? 'placed' : `${placed.rejection.code}: ${placed.rejection.detail}`;
}

const onFutures = ({ futures }: BotWorld) =>
  ({ accountId: futures.accountId, marketTag: 'SIM_BTC_USDT_PERP' }) as const;

const MARKET_ORDER = { type: 'market', price: null } as const;

/** The exchange, with other answers as told. */
function withExchange(world: BotWorld, changes: (exchange: Exchange) => Partial<Exchange>) {
  const [exchange] = world.deps.exchanges.list() as [Exchange];
  const exchanges = exchangeRegistry([{ ...exchange, ...changes(exchange) }]);
  return { ...world, deps: { ...world.deps, exchanges } };
}

suite('orders of people', () => {
  test('a limit order is valued at the market where that makes it more', async () => {
    const world = await botWorld();
    const { price } = await world.sim.exchange.fetchPrice('SIM_BTC_USDT');
    const value = ((price * decimal('0.02')) / decimal('1')) as Decimal;
    await limit(world, world.spot, { maxOrderValue: (value + decimal('1')) as Decimal });
    assert.equal(await place(world), 'placed');
    await limit(world, world.spot, { maxOrderValue: (value - decimal('1')) as Decimal });
    assert.match(await place(world), /^order_rejected: The order was refused: it is worth .* USDT/);
  });

  test('a market order is valued before the exchange hears of it', async () => {
    const world = await botWorld();
    await limit(world, world.spot, { maxOrderValue: decimal('100') });
    let placedCount = 0;
    const watched = withExchange(world, (exchange) => ({
      placeOrder(...request) {
        placedCount += 1;
        return exchange.placeOrder(...request);
      },
    }));
    assert.match(await place(watched, MARKET_ORDER), /^order_rejected/);
    assert.equal(await place(watched, { ...MARKET_ORDER, amount: decimal('0.001') }), 'placed');
    assert.equal(placedCount, 1);
  });

  test('orders a minute: of fifty at once as many as allowed, and more after it', async () => {
    const world = await botWorld();
    await world.store.setLimits(world.spot.accountId, { maxOrdersPerMinute: 7, currencies: [] });
    const answers = await Promise.all(Array.from({ length: 50 }, () => place(world)));
    assert.equal(answers.filter((answer) => answer === 'placed').length, 7);
    assert.match(answers.at(-1) ?? '', /may place 7 orders a minute and has placed 7/);
    world.passMs(61_000);
    assert.equal(await place(world), 'placed');
  });

  test('an order that was placed before the limit was set counts in its minute', async () => {
    const world = await botWorld();
    assert.equal(await place(world), 'placed');
    await world.store.setLimits(world.spot.accountId, { maxOrdersPerMinute: 1, currencies: [] });
    assert.match(await place(world), /may place 1 order a minute and has placed 1/);
    world.passMs(61_000);
    assert.equal(await place(world), 'placed');
  });

  test('exposure on spot is what the wallet holds and what may be bought', async () => {
    const world = await botWorld();
    const { price } = await world.sim.exchange.fetchPrice('SIM_BTC_USDT');
    const { balances } = await world.sim.exchange.fetchBalances(world.spot);
    const btc = balances.find(({ currency }) => currency === 'BTC')?.total ?? decimal('0');
    const held = ((price * btc) / decimal('1')) as Decimal;
    const order = ((price * decimal('0.02')) / decimal('1')) as Decimal;
    await limit(world, world.spot, { maxExposure: (held + order + order / 2n) as Decimal });
    assert.equal(await place(world), 'placed');
    assert.match(await place(world), /exposure is/);
    const sell = { side: 'sell', ...MARKET_ORDER, amount: decimal('0.001') } as const;
    assert.equal(await place(world, sell), 'placed');
  });

  test('a futures position beyond its limit can be closed, and not be turned', async () => {
    const world = await botWorld();
    const buy = { ...MARKET_ORDER, ...onFutures(world) } as const;
    assert.equal(await place(world, buy), 'placed');
    await limit(world, world.futures, { maxExposure: decimal('1'), maxDailyLoss: decimal('0') });
    assert.match(await place(world, buy), /exposure is/);
    const sell = { ...buy, side: 'sell' } as const;
    assert.match(await place(world, { ...sell, amount: decimal('0.06') }), /exposure is/);
    assert.equal(await place(world, sell), 'placed');
    assert.deepEqual(await world.sim.exchange.fetchPositions(world.futures), []);
  });

  const CONTRACTS = [
    ['an inverse contract', 'SIM_BTC_USD_PERP', 'BTC'],
    ['a quanto contract', 'SIM_ETH_USD_PERP_QUANTO', 'BTC'],
  ] as const;
  for (const [name, marketTag, currency] of CONTRACTS) {
    test(`${name} is limited in its margin currency`, async () => {
      const world = await botWorld();
      const order = { ...MARKET_ORDER, ...onFutures(world), marketTag, amount: decimal('10') };
      await limit(world, world.futures, { maxOrderValue: decimal('1000000') });
      assert.match(await place(world, order), /none for what settles in BTC/);
      await limit(world, world.futures, { currency, maxOrderValue: decimal('0.00000001') });
      assert.match(
        await place(world, order),
        /it is worth 0\.\d+ BTC, more than the 0.00000001 BTC/,
      );
    });
  }

  test('after a loss as large as allowed nothing is opened until the next day', async () => {
    const world = await botWorld();
    await limit(world, world.futures, { maxDailyLoss: decimal('50') });
    let lost = decimal('0');
    const losing = withExchange(world, (exchange) => ({
      async fetchBalances(account) {
        const found = await exchange.fetchBalances(account);
        const balances = found.balances.map((each) =>
          each.currency === 'USDT'
            ? { ...each, unrealizedProfit: ((each.unrealizedProfit ?? 0n) - lost) as Decimal }
            : each,
        );
        return { ...found, balances };
      },
    }));
    const buy = { ...MARKET_ORDER, ...onFutures(world), amount: decimal('0.002') } as const;
    assert.equal(await place(losing, buy), 'placed');
    lost = decimal('60');
    assert.match(await place(losing, buy), /^order_rejected: .* has lost .* since 00:00 UTC/);
    lost = decimal('-1000');
    assert.match(await place(losing, buy), /has lost/, 'what comes back does not lift the limit');
    await world.store.resetLosses(world.futures.accountId);
    assert.equal(await place(losing, buy), 'placed', 'it was reset');
    lost = decimal('-900');
    assert.match(await place(losing, buy), /has lost/);
    lost = decimal('0');
    world.passMs(DAY_MS);
    assert.equal(await place(losing, buy), 'placed');
  });
});

suite('orders of bots', () => {
  test('a bot whose order breaks a limit is stopped, and places nothing', async () => {
    const world = await botWorld();
    await limit(world, world.spot, { maxOrderValue: decimal('1') });
    const bot = await world.start(EACH_MINUTE);
    const runner = world.runner();
    await world.passMinutes(3, [runner]);
    assert.deepEqual(await world.ordersOf(bot), []);
    const { isActivated, stopReason } = await world.find(bot);
    assert.equal(isActivated, false);
    assert.match(
      stopReason ?? '',
      /^An order was not placed: it is worth .* 1 USDT that its account/,
    );
    const messages = (await world.linesOf(bot)).map(({ message }) => message);
    assert(messages.includes(`The bot was stopped: ${stopReason}`), 'its log has the reason');
  });

  test('a bot within the limits trades as without them', async () => {
    const [free, limited] = [await botWorld(), await botWorld()];
    const huge = decimal('1000000000');
    const all = { maxOrderValue: huge, maxExposure: huge, maxDailyLoss: huge };
    await limit(limited, limited.spot, all, 1_000);
    const amounts: unknown[] = [];
    for (const world of [free, limited]) {
      const bot = await world.start(EACH_MINUTE);
      await world.passMinutes(5, [world.runner()]);
      const orders = await world.ordersOf(bot);
      amounts.push(orders.map(({ side, amount, state }) => [side, amount, state]));
      assert(orders.length >= 4, 'it orders each minute');
    }
    assert.deepEqual(amounts[0], amounts[1]);
  });

  test('limits that are set while a bot runs hold for its next order', async () => {
    const world = await botWorld();
    const bot = await world.start(EACH_MINUTE);
    const runner = world.runner();
    await world.passMinutes(3, [runner]);
    const before = (await world.ordersOf(bot)).length;
    await limit(world, world.spot, {}, 1);
    await world.passMinutes(1, [runner]);
    await limit(world, world.spot, { maxOrderValue: decimal('1') });
    await world.passMinutes(2, [runner]);
    assert.equal((await world.ordersOf(bot)).length, before + 1);
    assert.equal((await world.find(bot)).isActivated, false);
  });
});

suite('the watch over losses', () => {
  /** The account loses so much of its worth between two looks. */
  async function lookAfterLoss(maxDailyLoss: string) {
    const world = await botWorld();
    const bot = await world.start(IDLE, { accountId: world.futures.accountId, ...MARKET });
    const other = await world.start(IDLE);
    await limit(world, world.futures, { maxDailyLoss: decimal(maxDailyLoss) });
    let lost = decimal('0');
    const losing = withExchange(world, (exchange) => ({
      async fetchBalances(account) {
        const found = await exchange.fetchBalances(account);
        const taken = ({ total }: { total: Decimal }) => (total - lost) as Decimal;
        return {
          ...found,
          balances: found.balances.map((each) => ({ ...each, total: taken(each) })),
        };
      },
    }));
    const deps = { ...losing.deps, riskSwitch: world.store };
    await watchLosses(deps);
    assert.equal((await world.find(bot)).isActivated, true);
    lost = decimal('60');
    await watchLosses(deps);
    return { bot: await world.find(bot), other: await world.find(other) };
  }
  const MARKET = { marketTag: 'SIM_BTC_USDT_PERP' };

  test('bots of an account that has lost too much are stopped, those of others go on', async () => {
    const { bot, other } = await lookAfterLoss('60');
    assert.equal(bot.isActivated, false);
    assert.match(bot.stopReason ?? '', /^Stopped by a limit: its account has lost 60 USDT since/);
    assert.equal(other.isActivated, true);
  });

  test('a smaller loss stops nothing', async () => {
    assert.equal((await lookAfterLoss('60.01')).bot.isActivated, true);
  });
});
