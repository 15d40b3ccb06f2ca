// Limits of accounts over an installation in memory: orders of people and of bots, and losses.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Decimal } from '#lib/decimal.ts';
import { decimal } from '#lib/decimal.ts';
import { DAY_MS } from '#lib/time.ts';
import type { CurrencyLimits } from '#domain/risk/account-limits.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import { sampleCaller } from '#ports/stores/store.fixture.ts';
import type { Account } from '#ports/stores/account-store.ts';
import type { BotHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { botHarness, EACH_MINUTE, IDLE } from '#services/live/runner/bot-harness.fixture.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import type { PlaceOrderCommand } from '#services/orders/order-deps.ts';
import { placeOrder } from '#services/orders/place-order.ts';
import { watchLosses } from '#services/risk/watch-losses.ts';

type Limits = Partial<Omit<CurrencyLimits, 'currency'>> & { readonly currency?: string };

const NONE = { maxOrderValue: null, maxExposure: null, maxDailyLoss: null };

async function limit(
  { store }: BotHarness,
  { accountId }: Account,
  limits: Limits,
  maxOrdersPerMinute: number | null = null,
): Promise<void> {
  const currencies = [{ currency: 'USDT', ...NONE, ...limits }];
  await store.setLimits(accountId, { maxOrdersPerMinute, currencies });
}

let requestsCount = 0;

async function place(
  harness: BotHarness,
  changes: Partial<PlaceOrderCommand> = {},
): Promise<string> {
  requestsCount += 1;
  const placed = await placeOrder(harness.deps, {
    caller: sampleCaller(harness.spot.userId),
    accountId: harness.spot.accountId,
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

const onFutures = ({ futures }: BotHarness) =>
  ({ accountId: futures.accountId, marketTag: 'SIM_BTC_USDT_PERP' }) as const;

const MARKET_ORDER = { type: 'market', price: null } as const;

/** The exchange, with other responses as given. */
function withExchange(harness: BotHarness, changes: (exchange: Exchange) => Partial<Exchange>) {
  const [exchange] = harness.deps.exchanges.list() as [Exchange];
  const exchanges = exchangeRegistry([{ ...exchange, ...changes(exchange) }]);
  return { ...harness, deps: { ...harness.deps, exchanges } };
}

suite('orders of people', () => {
  test('a limit order is valued at the market where that makes it more', async () => {
    const harness = await botHarness();
    const { price } = await harness.sim.exchange.fetchPrice('SIM_BTC_USDT');
    const value = ((price * decimal('0.02')) / decimal('1')) as Decimal;
    await limit(harness, harness.spot, { maxOrderValue: (value + decimal('1')) as Decimal });
    assert.equal(await place(harness), 'placed');
    await limit(harness, harness.spot, { maxOrderValue: (value - decimal('1')) as Decimal });
    assert.match(
      await place(harness),
      /^order_rejected: The order was refused: it is worth .* USDT/,
    );
  });

  test('a market order is valued before the exchange hears of it', async () => {
    const harness = await botHarness();
    await limit(harness, harness.spot, { maxOrderValue: decimal('100') });
    let placedCount = 0;
    const watched = withExchange(harness, (exchange) => ({
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
    const harness = await botHarness();
    await harness.store.setLimits(harness.spot.accountId, {
      maxOrdersPerMinute: 7,
      currencies: [],
    });
    const responses = await Promise.all(Array.from({ length: 50 }, () => place(harness)));
    assert.equal(responses.filter((response) => response === 'placed').length, 7);
    assert.match(responses.at(-1) ?? '', /may place 7 orders a minute and has placed 7/);
    harness.passMs(61_000);
    assert.equal(await place(harness), 'placed');
  });

  test('an order that was placed before the limit was set counts in its minute', async () => {
    const harness = await botHarness();
    assert.equal(await place(harness), 'placed');
    await harness.store.setLimits(harness.spot.accountId, {
      maxOrdersPerMinute: 1,
      currencies: [],
    });
    assert.match(await place(harness), /may place 1 order a minute and has placed 1/);
    harness.passMs(61_000);
    assert.equal(await place(harness), 'placed');
  });

  test('exposure on spot is what the wallet holds and what may be bought', async () => {
    const harness = await botHarness();
    const { price } = await harness.sim.exchange.fetchPrice('SIM_BTC_USDT');
    const { balances } = await harness.sim.exchange.fetchBalances(harness.spot);
    const btc = balances.find(({ currency }) => currency === 'BTC')?.total ?? decimal('0');
    const held = ((price * btc) / decimal('1')) as Decimal;
    const order = ((price * decimal('0.02')) / decimal('1')) as Decimal;
    await limit(harness, harness.spot, { maxExposure: (held + order + order / 2n) as Decimal });
    assert.equal(await place(harness), 'placed');
    assert.match(await place(harness), /exposure is/);
    const sell = { side: 'sell', ...MARKET_ORDER, amount: decimal('0.001') } as const;
    assert.equal(await place(harness, sell), 'placed');
  });

  test('a futures position beyond its limit can be closed, and not be turned', async () => {
    const harness = await botHarness();
    const buy = { ...MARKET_ORDER, ...onFutures(harness) } as const;
    assert.equal(await place(harness, buy), 'placed');
    await limit(harness, harness.futures, {
      maxExposure: decimal('1'),
      maxDailyLoss: decimal('0'),
    });
    assert.match(await place(harness, buy), /exposure is/);
    const sell = { ...buy, side: 'sell' } as const;
    assert.match(await place(harness, { ...sell, amount: decimal('0.06') }), /exposure is/);
    assert.equal(await place(harness, sell), 'placed');
    assert.deepEqual(await harness.sim.exchange.fetchPositions(harness.futures), []);
  });

  const CONTRACTS = [
    ['an inverse contract', 'SIM_BTC_USD_PERP', 'BTC'],
    ['a quanto contract', 'SIM_ETH_USD_PERP_QUANTO', 'BTC'],
  ] as const;
  for (const [name, marketTag, currency] of CONTRACTS) {
    test(`${name} is limited in its margin currency`, async () => {
      const harness = await botHarness();
      const order = { ...MARKET_ORDER, ...onFutures(harness), marketTag, amount: decimal('10') };
      await limit(harness, harness.futures, { maxOrderValue: decimal('1000000') });
      assert.match(await place(harness, order), /none for what settles in BTC/);
      await limit(harness, harness.futures, { currency, maxOrderValue: decimal('0.00000001') });
      assert.match(
        await place(harness, order),
        /it is worth 0\.\d+ BTC, more than the 0.00000001 BTC/,
      );
    });
  }

  test('after a loss as large as allowed nothing is opened until the next day', async () => {
    const harness = await botHarness();
    await limit(harness, harness.futures, { maxDailyLoss: decimal('50') });
    let lost = decimal('0');
    const losing = withExchange(harness, (exchange) => ({
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
    const buy = { ...MARKET_ORDER, ...onFutures(harness), amount: decimal('0.002') } as const;
    assert.equal(await place(losing, buy), 'placed');
    lost = decimal('60');
    assert.match(await place(losing, buy), /^order_rejected: .* has lost .* since 00:00 UTC/);
    lost = decimal('-1000');
    assert.match(await place(losing, buy), /has lost/, 'what comes back does not lift the limit');
    await harness.store.resetLosses(harness.futures.accountId);
    assert.equal(await place(losing, buy), 'placed', 'it was reset');
    lost = decimal('-900');
    assert.match(await place(losing, buy), /has lost/);
    lost = decimal('0');
    harness.passMs(DAY_MS);
    assert.equal(await place(losing, buy), 'placed');
  });
});

/** Buys, and two updates later sells it and asks for more at once. */
const EXIT_BESIDE_ENTRY = `
  local n = Load('n', 0) + 1
  Save('n', n)
  local price = CurrentPrice().ask
  if n == 1 then PlaceBuyOrder(price, 0.01, { type = MarketOrderType }) end
  if n == 3 then
    PlaceBuyOrder(price, 0.02, { type = MarketOrderType })
    PlaceSellOrder(price, 0.01, { type = MarketOrderType })
  end
`;

/** The entry first: nothing tells the exit from it but what is held. */
const besideEntry = (exit: string): string => `
  local n = Load('n', 0) + 1
  Save('n', n)
  local price = CurrentPrice().close
  if n == 1 then PlaceGoLongOrder(price, 0.01, { type = MarketOrderType }) end
  if n == 3 then
    PlaceGoLongOrder(price, 0.02, { type = MarketOrderType, positionId = 'second' })
    ${exit}
  end
`;

const ARMS_STOP = `
  PlaceExitLongOrder(price * 0.9992, 0.01, { type = StopMarketOrderType })`;

const EXITS_OF_CONTRACTS = [
  ['an exit at market', 'PlaceExitLongOrder(price, 0.01, { type = MarketOrderType })'],
  ['an exit at a limit', 'PlaceExitLongOrder(price * 1.5, 0.01, { type = LimitOrderType })'],
  ['a stop', 'PlaceExitLongOrder(price * 0.5, 0.01, { type = StopMarketOrderType })'],
] as const;

suite('orders of bots', () => {
  test('a bot whose order breaks a limit is stopped, and places nothing', async () => {
    const harness = await botHarness();
    await limit(harness, harness.spot, { maxOrderValue: decimal('1') });
    const bot = await harness.start(EACH_MINUTE);
    const runner = harness.runner();
    await harness.passMinutes(3, [runner]);
    assert.deepEqual(await harness.ordersOf(bot), []);
    const { isActivated, stopReason } = await harness.find(bot);
    assert.equal(isActivated, false);
    assert.match(
      stopReason ?? '',
      /^An order was not placed: it is worth .* 1 USDT that its account/,
    );
    const messages = (await harness.linesOf(bot)).map(({ message }) => message);
    assert(messages.includes(`The bot was stopped: ${stopReason}`), 'its log has the reason');
  });

  test('an exit beside an entry beyond a limit is placed, and the bot stops', async () => {
    const harness = await botHarness();
    const bot = await harness.start(EXIT_BESIDE_ENTRY);
    const runner = harness.runner();
    await harness.passMinutes(2, [runner]);
    await limit(harness, harness.spot, { maxExposure: decimal('1') });
    await harness.passMinutes(3, [runner]);
    const orders = await harness.ordersOf(bot);
    const states = orders.map(({ side, state }) => `${side} ${state}`);
    assert.deepEqual(new Set(states), new Set(['buy filled', 'sell filled']));
    assert.equal(states.length, 2);
    const { isActivated, stopReason } = await harness.find(bot);
    assert.equal(isActivated, false);
    assert.match(stopReason ?? '', /^An order was not placed: .* exposure/);
  });

  for (const [name, exit] of EXITS_OF_CONTRACTS)
    test(`${name} beside an entry beyond a limit is placed, and the bot stops`, async () => {
      const harness = await botHarness();
      const futures = onFutures(harness);
      const bot = await harness.start(besideEntry(exit), futures);
      const runner = harness.runner();
      await harness.passMinutes(2, [runner]);
      await limit(harness, harness.futures, { maxExposure: decimal('1') }, 1);
      await harness.passMinutes(3, [runner]);
      const orders = await harness.ordersOf(bot);
      assert.deepEqual(
        orders.map(({ side }) => side),
        ['buy', 'sell'],
      );
      assert.equal((await harness.find(bot)).stoppedBy, 'risk');
    });

  test('a stop that the service watches is armed beside a refused entry, and fires', async () => {
    const harness = await botHarness();
    const without = withExchange(harness, ({ orderSupport }) => ({
      orderSupport: { ...orderSupport, types: ['limit', 'market'] },
    }));
    const bot = await harness.start(besideEntry(ARMS_STOP), onFutures(harness));
    const runner = harness.runner(without.deps);
    await harness.passMinutes(2, [runner]);
    await limit(harness, harness.futures, { maxExposure: decimal('1') });
    await harness.passMinutes(2, [runner]);
    const [, stop] = await harness.ordersOf(bot);
    assert.deepEqual(
      [stop?.type, stop?.state, stop?.terms.heldBy],
      ['stop_market', 'open', 'service'],
    );
    assert.equal((await harness.find(bot)).isActivated, false);
    // Another process goes on with what the bot left.
    await harness.passMinutes(40, [harness.runner(without.deps)]);
    const [, fired] = await harness.ordersOf(bot);
    assert.equal(fired?.state, 'filled');
    assert.deepEqual(await harness.sim.exchange.fetchPositions(harness.futures), []);
  });

  test('a bot within the limits trades as without them', async () => {
    const [free, limited] = [await botHarness(), await botHarness()];
    const huge = decimal('1000000000');
    const all = { maxOrderValue: huge, maxExposure: huge, maxDailyLoss: huge };
    await limit(limited, limited.spot, all, 1_000);
    const amounts: unknown[] = [];
    for (const harness of [free, limited]) {
      const bot = await harness.start(EACH_MINUTE);
      await harness.passMinutes(5, [harness.runner()]);
      const orders = await harness.ordersOf(bot);
      amounts.push(orders.map(({ side, amount, state }) => [side, amount, state]));
      assert(orders.length >= 4, 'it orders each minute');
    }
    assert.deepEqual(amounts[0], amounts[1]);
  });

  test('limits that are set while a bot runs hold for its next order', async () => {
    const harness = await botHarness();
    const bot = await harness.start(EACH_MINUTE);
    const runner = harness.runner();
    await harness.passMinutes(3, [runner]);
    const before = (await harness.ordersOf(bot)).length;
    await limit(harness, harness.spot, {}, 1);
    await harness.passMinutes(1, [runner]);
    await limit(harness, harness.spot, { maxOrderValue: decimal('1') });
    await harness.passMinutes(2, [runner]);
    assert.equal((await harness.ordersOf(bot)).length, before + 1);
    assert.equal((await harness.find(bot)).isActivated, false);
  });
});

suite('the watch over losses', () => {
  /** The account loses so much of its worth between two looks. */
  async function checkAfterLoss(maxDailyLoss: string) {
    const harness = await botHarness();
    const bot = await harness.start(IDLE, { accountId: harness.futures.accountId, ...MARKET });
    const other = await harness.start(IDLE);
    await limit(harness, harness.futures, { maxDailyLoss: decimal(maxDailyLoss) });
    let lost = decimal('0');
    const losing = withExchange(harness, (exchange) => ({
      async fetchBalances(account) {
        const found = await exchange.fetchBalances(account);
        const taken = ({ total }: { total: Decimal }) => (total - lost) as Decimal;
        return {
          ...found,
          balances: found.balances.map((each) => ({ ...each, total: taken(each) })),
        };
      },
    }));
    const deps = { ...losing.deps, riskSwitch: harness.store };
    await watchLosses(deps);
    assert.equal((await harness.find(bot)).isActivated, true);
    lost = decimal('60');
    await watchLosses(deps);
    return { bot: await harness.find(bot), other: await harness.find(other) };
  }
  const MARKET = { marketTag: 'SIM_BTC_USDT_PERP' };

  test('bots of an account that has lost too much are stopped, those of others go on', async () => {
    const { bot, other } = await checkAfterLoss('60');
    assert.equal(bot.isActivated, false);
    assert.match(bot.stopReason ?? '', /^Stopped by a limit: its account has lost 60 USDT since/);
    assert.equal(other.isActivated, true);
  });

  test('a smaller loss stops nothing', async () => {
    assert.equal((await checkAfterLoss('60.01')).bot.isActivated, true);
  });
});
