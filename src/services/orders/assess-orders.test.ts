// Assessment of orders: what they add to an account, and what it has in their currency.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Decimal } from '#lib/decimal.ts';
import { decimal, formatDecimal, ZERO } from '#lib/decimal.ts';
import { DAY_MS } from '#lib/time.ts';
import { futuresMarket, spotMarket } from '#venue-port/market/market.fixture.ts';
import type { Market, MarketType } from '#venue-port/market/market.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { Order } from '#venue-port/order/order.ts';
import type { Balance, Exchange, VenuePosition } from '#venue-port/exchange/exchange.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { CurrencyLimits } from '#domain/risk/account-limits.ts';
import type { OrderRisk, Standing } from '#domain/risk/judge-orders.ts';
import type { OrderStore, UnreadableOrder } from '#ports/stores/order-store.ts';
import { sampleOrder } from '#ports/stores/store.fixture.ts';
import type { AccountAtExchange } from '#services/accounts/account-access.ts';
import { assessOrders, takeDailyLoss } from '#services/orders/assess-orders.ts';
import type { OrderDeps } from '#services/orders/order-deps.ts';
import { makeOrderHarness } from '#services/orders/order-harness.fixture.ts';

/** Others of the same coins come before those that count. */
const MARKETS: readonly Market[] = [
  spotMarket({}, { marketTag: 'btc_eur', quote: 'EUR' }),
  { ...futuresMarket('inverse', '1'), marketTag: 'btc_inverse' },
  { ...futuresMarket('vanilla', '1'), marketTag: 'btc_perp' },
  { ...futuresMarket('vanilla', '1'), marketTag: 'eth_perp', base: 'ETH' },
  spotMarket({}, { marketTag: 'btc_usdt' }),
  spotMarket({}, { marketTag: 'eth_usdt', base: 'ETH' }),
];

const ALL_LIMITED = { maxOrderValue: null, maxExposure: '1000000', maxDailyLoss: '50' };

type Wishes = {
  readonly marketType?: MarketType;
  readonly limits?: { readonly [name in keyof typeof ALL_LIMITED]: string | null } | null;
  readonly positions?: readonly VenuePosition[];
  readonly balances?: readonly Balance[];
  readonly working?: readonly Order[];
  readonly unreadable?: readonly string[];
};

type World = {
  readonly deps: OrderDeps;
  readonly at: AccountAtExchange;
  readonly accountId: string;
  /** Requests of the exchange and losses that were latched, by name. */
  readonly counts: Map<string, number>;
  balances: readonly Balance[];
  price: Decimal;
  assess(this: void, ...orders: readonly Order[]): Promise<readonly OrderRisk[]>;
};

async function world(wishes: Wishes = {}): Promise<World> {
  const { marketType = 'futures', positions = [], working = [], unreadable = [] } = wishes;
  const harness = await makeOrderHarness();
  const account = { ...harness.spot, marketType };
  const { accountId } = account;
  const { limits = ALL_LIMITED } = wishes;
  if (limits !== null) await harness.store.setLimits(accountId, limitsOf(limits));
  for (const order of working)
    await harness.store.insertIntent({ ...order, accountId }, { risk: 'exempt' });
  const counts = new Map<string, number>();
  const count = (name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1);
  const state = { balances: wishes.balances ?? [balance('USDT', '1000')], price: decimal('100') };
  const exchange: Exchange = {
    ...harness.spotAtExchange.exchange,
    listMarkets: async () => MARKETS,
    async fetchPrice(marketTag) {
      count(`price of ${marketTag}`);
      return { price: state.price, atMs: 1 };
    },
    async fetchPositions() {
      count('positions');
      return positions;
    },
    async fetchBalances() {
      count('balances');
      return { updatedAtMs: 1, balances: state.balances };
    },
    fetchOpenOrders: async () => working.map((order) => shownAs(order)),
  };
  const orders: OrderStore = {
    ...harness.store,
    async listWorkingOrders(id, onUnreadable) {
      const found = await harness.store.listWorkingOrders(id);
      for (const marketTag of unreadable) onUnreadable?.(unreadableOn(marketTag));
      return found;
    },
    async latchLoss(...given) {
      count('latched');
      await harness.store.latchLoss(...given);
    },
  };
  const deps = { ...harness.deps, orders };
  const at = { account, exchange };
  return Object.assign(state, {
    deps,
    at,
    accountId,
    counts,
    assess: (...given: readonly Order[]) => assessOrders(deps, at, given),
  });
}

function limitsOf({ maxOrderValue, maxExposure, maxDailyLoss }: NonNullable<Wishes['limits']>) {
  const read = (text: string | null): Decimal | null => (text === null ? null : decimal(text));
  const usdt: CurrencyLimits = {
    currency: 'USDT',
    maxOrderValue: read(maxOrderValue),
    maxExposure: read(maxExposure),
    maxDailyLoss: read(maxDailyLoss),
  };
  return { maxOrdersPerMinute: null, currencies: [usdt] };
}

function shownAs(order: Order) {
  const { clientOrderId, marketTag, side, type, price, amount, terms, filledAmount } = order;
  assert(marketTag !== null && order.venueOrderId !== null);
  const of = { clientOrderId, marketTag, side, type, price, amount, terms, filledAmount };
  const { venueOrderId } = order;
  const times = { placedAtMs: 1, updatedAtMs: 1 };
  return {
    ...of,
    ...times,
    venueOrderId,
    averageFillPrice: price,
    state: 'open',
    reason: null,
  } as const;
}

function unreadableOn(marketTag: string): UnreadableOrder {
  const { terms: _, ...rest } = order('buy', '1', { marketTag });
  return { ...rest, cause: 'a hand was in it' };
}

function balance(currency: string, total: string, profit: string | null = null): Balance {
  const unrealizedProfit = profit === null ? null : decimal(profit);
  const amounts = { available: decimal(total), locked: ZERO, total: decimal(total) };
  return { currency, ...amounts, marginUsed: null, unrealizedProfit };
}

function position(
  marketTag: string,
  direction: 'long' | 'short',
  amount: string,
  markPrice = '100',
): VenuePosition {
  return {
    positionId: `${marketTag} ${direction}`,
    marketTag,
    direction,
    amount: decimal(amount),
    averagePrice: decimal('90'),
    markPrice: decimal(markPrice),
    leverage: decimal('1'),
    marginMode: 'cross',
    margin: ZERO,
    marginCurrency: 'USDT',
    liquidationPrice: null,
    unrealizedProfit: ZERO,
    realizedProfit: ZERO,
    fees: ZERO,
    roiPercent: ZERO,
    openedAtMs: 1,
    updatedAtMs: 1,
  };
}

function order(side: 'buy' | 'sell', amount: string, changes: Partial<Order> = {}): Order {
  const marketTag = 'btc_perp';
  const price = decimal('50');
  return sampleOrder('', { marketTag, side, price, amount: decimal(amount), ...changes });
}

let venueIds = 0;

/** At work, so much of it filled. */
function resting(side: 'buy' | 'sell', amount: string, changes: Partial<Order> = {}): Order {
  venueIds += 1;
  return order(side, amount, { state: 'open', venueOrderId: `v${venueIds}`, ...changes });
}

const REDUCING = { terms: { ...PLAIN_TERMS, isReduceOnly: true } };

function shown(standing: Standing | null | undefined) {
  return (standing?.markets ?? []).map(({ marketTag, held, hedged, buys, sells }) =>
    [marketTag, ...[held, hedged, buys, sells].map((each) => formatDecimal(each))].join(' '),
  );
}

suite('the value of an order', () => {
  const VALUES: readonly (readonly [string, Order, string])[] = [
    ['at the market, where its price is lower', order('buy', '2'), '200'],
    ['at its price, where that is higher', order('buy', '2', { price: decimal('150') }), '300'],
    [
      'at its trigger, where that is higher',
      order('buy', '2', { terms: { ...PLAIN_TERMS, triggerPrice: decimal('130') } }),
      '260',
    ],
    ['nothing, where it only reduces', order('buy', '2', REDUCING), '0'],
  ];
  for (const [title, placed, value] of VALUES)
    test(`is ${title}`, async () => {
      const [risk] = await (await world()).assess(placed);
      assert.equal(formatDecimal(risk?.value ?? ZERO), value);
      assert.deepEqual(
        [risk?.marketTag, risk?.currency, risk?.side],
        ['btc_perp', 'USDT', placed.side],
      );
    });

  test('is not requested of an account without limits, or in another currency', async () => {
    for (const [limits, marketTag] of [
      [null, 'btc_perp'],
      [ALL_LIMITED, 'btc_inverse'],
    ] as const) {
      const { assess, counts } = await world({ limits });
      const [risk] = await assess(order('buy', '2', { marketTag }));
      assert.deepEqual([risk?.value, risk?.standing], [ZERO, null]);
      assert.deepEqual([...counts.keys()], ['positions']);
    }
  });

  test('asks for the price of a market once', async () => {
    const { assess, counts } = await world({ limits: { ...NONE, maxOrderValue: '1' } });
    const risks = await assess(order('buy', '1'), order('buy', '2'));
    assert.deepEqual(
      risks.map(({ value }) => formatDecimal(value)),
      ['100', '200'],
    );
    assert.equal(counts.get('price of btc_perp'), 1);
    assert.equal(counts.get('balances'), undefined, 'no limit is of what the account holds');
  });

  test('is not known of a market that the exchange does not list', async () => {
    const { assess } = await world();
    const absent = assess(order('buy', '1', { marketTag: 'gone' }));
    await assert.rejects(absent, { code: 'unavailable', message: /"gone"/ });
  });
});

const NONE = { maxOrderValue: null, maxExposure: null, maxDailyLoss: null };

suite('the standing of an account of contracts', () => {
  test('has positions at their marks, and both sides of hedged ones', async () => {
    const { assess } = await world({
      positions: [
        position('btc_perp', 'long', '2', '110'),
        position('btc_perp', 'short', '0.5'),
        position('eth_perp', 'long', '1'),
        position('eth_perp', 'short', '3'),
        position('btc_inverse', 'long', '7'),
        position('gone', 'long', '7'),
      ],
    });
    const [risk] = await assess(order('buy', '1'));
    assert.deepEqual(shown(risk?.standing), ['btc_perp 170 100 0 0', 'eth_perp -200 200 0 0']);
  });

  test('has what working orders may add, by what is left of them', async () => {
    const { assess } = await world({
      positions: [position('btc_perp', 'long', '1')],
      working: [
        resting('buy', '4', { filledAmount: decimal('1') }),
        resting('buy', '1'),
        resting('buy', '1', { filledAmount: decimal('1.5') }),
        resting('sell', '2', { price: decimal('200') }),
        resting('sell', '9', REDUCING),
        resting('sell', '1', { marketTag: 'eth_perp' }),
        resting('buy', '5', { marketTag: 'btc_inverse' }),
      ],
    });
    const [risk] = await assess(order('buy', '1'));
    assert.deepEqual(shown(risk?.standing), ['btc_perp 100 0 400 400', 'eth_perp 0 0 0 100']);
  });

  test('is taken once for the orders of a currency', async () => {
    const { assess, counts } = await world();
    const [one, two] = await assess(order('buy', '1'), order('sell', '1'));
    assert.equal(counts.get('balances'), 1);
    assert(one?.standing !== null && one?.standing === two?.standing);
  });

  for (const limit of ['maxExposure', 'maxDailyLoss'])
    test(`is needed by ${limit} alone`, async () => {
      const { assess } = await world({ limits: { ...NONE, [limit]: '1' } });
      assert.notEqual((await assess(order('buy', '1')))[0]?.standing, null);
    });
});

suite('the standing of a spot account', () => {
  test('has what the wallet holds at prices of its own spot markets', async () => {
    const { assess, counts } = await world({
      marketType: 'spot',
      balances: [
        balance('ETH', '0'),
        balance('BTC', '2'),
        balance('GONE', '5'),
        balance('USDT', '1000'),
      ],
    });
    const [risk] = await assess(order('buy', '1', { marketTag: 'btc_usdt' }));
    assert.deepEqual(shown(risk?.standing), ['btc_usdt 200 0 0 0']);
    const expected = [
      ['balances', 1],
      // For what is held, and for the order.
      ['price of btc_usdt', 2],
    ] as const;
    assert.deepEqual(counts, new Map(expected));
  });
});

suite('the loss of a day', () => {
  const LIMIT = { currency: 'USDT', maxDailyLoss: decimal('50') };
  const LOSSES: readonly (readonly [
    title: string,
    lost: readonly string[],
    loss: string,
    latched: number,
  ])[] = [
    ['is what the account is worth less than before', ['40'], '40', 0],
    ['is below zero for nobody', ['-40'], '0', 0],
    ['stays where it has reached its limit', ['50', '10'], '50', 1],
    ['grows beyond its limit', ['60', '55', '60', '61'], '61', 2],
  ];
  for (const [title, lost, expected, latched] of LOSSES)
    test(title, async () => {
      const made = await world({ balances: [balance('BTC', '3'), balance('USDT', '900', '100')] });
      const { deps, at, counts } = made;
      assert.equal(await takeDailyLoss(deps, at, LIMIT), ZERO);
      let loss = ZERO;
      for (const each of lost) {
        const profit = formatDecimal((decimal('100') - decimal(each)) as Decimal);
        made.balances = [balance('BTC', '3'), balance('USDT', '900', profit)];
        loss = await takeDailyLoss(deps, at, LIMIT);
      }
      assert.deepEqual([formatDecimal(loss), counts.get('latched') ?? 0], [expected, latched]);
    });

  test('is noted where no limit is of it, and stays nowhere', async () => {
    const made = await world({ limits: { ...NONE, maxExposure: '1000' } });
    await made.assess(order('buy', '1'));
    made.balances = [balance('USDT', '300')];
    const [risk] = await made.assess(order('buy', '1'));
    assert.equal(formatDecimal(risk?.standing?.dailyLoss ?? ZERO), '700');
    assert.equal(made.counts.get('latched'), undefined);
  });

  test('is of money, and of coins at their prices, on spot', async () => {
    const balances = [balance('BTC', '2'), balance('USDT', '10')];
    const made = await world({ marketType: 'spot', balances });
    assert.equal(await takeDailyLoss(made.deps, made.at, LIMIT), ZERO);
    made.price = decimal('90');
    assert.equal(await takeDailyLoss(made.deps, made.at, LIMIT), decimal('20'));
    made.balances = [balance('BTC', '2'), balance('USDT', '4')];
    assert.equal(await takeDailyLoss(made.deps, made.at, LIMIT), decimal('26'));
    made.balances = [balance('BTC', '2')];
    assert.equal(await takeDailyLoss(made.deps, made.at, LIMIT), decimal('30'));
  });

  test('begins anew with each day of UTC, and only then', async () => {
    const made = await world();
    let nowMs = Date.UTC(2026, 1, 28, 0, 0, 0);
    const deps = { ...made.deps, clock: { nowMs: () => nowMs } };
    const lossAt = async (atMs: number, total: string): Promise<string> => {
      nowMs = atMs;
      made.balances = [balance('USDT', total)];
      return formatDecimal(await takeDailyLoss(deps, made.at, LIMIT));
    };
    assert.equal(await lossAt(nowMs, '1000'), '0');
    assert.equal(await lossAt(nowMs + DAY_MS - 1, '990'), '10');
    assert.equal(await lossAt(nowMs + 1, '980'), '0');
    assert.equal(await lossAt(nowMs + 1, '979'), '1');
  });

  test('is of nothing where the account has no such currency', async () => {
    const made = await world({ balances: [] });
    assert.equal(await takeDailyLoss(made.deps, made.at, LIMIT), ZERO);
  });
});

suite('an order that only reduces', () => {
  const LONG = [position('btc_perp', 'long', '2'), position('eth_perp', 'short', '9')];
  const isExit = (risks: readonly OrderRisk[]) =>
    risks.map(({ onlyReduces }) => onlyReduces === true);

  test('needs no standing, which it could not get', async () => {
    const { deps, at } = await world({ positions: LONG });
    const fetchBalances = () => Promise.reject(new Failure('timeout', 'no reply'));
    const silent = { ...at, exchange: { ...at.exchange, fetchBalances } };
    const [risk] = await assessOrders(deps, silent, [order('sell', '2')]);
    assert.deepEqual([risk?.onlyReduces, risk?.standing], [true, null]);
    await assert.rejects(assessOrders(deps, silent, [order('sell', '3')]), { code: 'timeout' });
  });

  test('is so by its kind whatever is held', async () => {
    const contracts = await world({ limits: null });
    assert.deepEqual(isExit(await contracts.assess(order('sell', '1', REDUCING))), [true]);
    const spot = await world({ marketType: 'spot', limits: null });
    const onSpot = { marketTag: 'btc_usdt' };
    const both = await spot.assess(order('sell', '1', onSpot), order('buy', '1', onSpot));
    assert.deepEqual(isExit(both), [true, false]);
    assert.deepEqual([contracts.counts.size, spot.counts.size], [0, 0]);
  });

  test('counts what is sent with it before, and asks for positions once', async () => {
    const { assess, counts } = await world({ positions: LONG });
    const risks = await assess(order('sell', '1.5'), order('sell', '0.5'), order('sell', '0.5'));
    assert.deepEqual(isExit(risks), [true, true, false]);
    assert.equal(counts.get('positions'), 2, 'once more for the standing of the third');
  });

  test('counts what works on its market, and itself not twice', async () => {
    const working = [resting('sell', '1'), resting('sell', '9', { marketTag: 'eth_perp' })];
    const { assess } = await world({ positions: LONG, working });
    assert.deepEqual(isExit(await assess(order('sell', '1'))), [true]);
    assert.deepEqual(isExit(await assess(order('sell', '1.001'))), [false]);
    const [known] = working;
    assert(known !== undefined);
    assert.deepEqual(isExit(await assess({ ...known, amount: decimal('2') })), [true]);
  });

  test('is not known while an order of its market cannot be read', async () => {
    for (const [marketTag, expected] of [
      ['btc_perp', false],
      ['eth_perp', true],
    ] as const) {
      const { assess } = await world({ limits: null, positions: LONG, unreadable: [marketTag] });
      assert.deepEqual(isExit(await assess(order('sell', '1'))), [expected]);
    }
  });

  test('adds up the positions of one direction', async () => {
    const positions = [position('btc_perp', 'short', '1'), position('btc_perp', 'short', '2')];
    const { assess } = await world({ limits: null, positions });
    assert.deepEqual(isExit(await assess(order('buy', '3'))), [true]);
    assert.deepEqual(isExit(await assess(order('buy', '3.001'))), [false]);
  });
});
