import test, { suite } from 'node:test';
import assert from 'node:assert/strict';

import { amount, plainText } from '#loopback/amount.ts';
import type { NewOrder } from '#loopback/book/order.ts';
import { venueContradictions } from '#loopback/control/truth.ts';
import { OUTSIDE, balanceOf, move } from '#loopback/ledger/ledger.ts';
import { createChance } from '#loopback/seeded-chance.ts';
import { ALL_VENUES } from '#loopback/skins/all-venues.ts';
import { createVenueClock } from '#loopback/venue-clock.ts';
import { cancelOrder } from '#loopback/exchange/cancel-order.ts';
import { candlesOf } from '#loopback/exchange/candle-series.ts';
import type { Exchange } from '#loopback/exchange/exchange.ts';
import type { VenueCode } from '#loopback/skins/all-venues.ts';
import {
  accountOf,
  createExchange,
  marketOf,
  openAccount,
  positionOf,
} from '#loopback/exchange/exchange.ts';
import { liquidatePart, payFunding } from '#loopback/exchange/liquidate.ts';
import { moveAtRandom, movePrice, tradeWithAccounts } from '#loopback/exchange/move-price.ts';
import type { Placement } from '#loopback/exchange/place-order.ts';
import { placeOrder } from '#loopback/exchange/place-order.ts';

const SPOT = 'spot:BTCUSDT';
const PERPETUAL = 'linear:BTCUSDT';

function venue(code: VenueCode = 'binance'): Exchange {
  const { rules, markets } = ALL_VENUES[code];
  const prices = { BTC: '60000', ETH: '3000', BNB: '600' };
  const exchange = createExchange(
    { ...rules, engineDelayMs: 0 },
    createVenueClock(() => 1_700_000_000_000),
    markets,
    prices,
  );
  openAccount(exchange, 'a');
  for (const [asset, value] of [
    ['USDT', '100000'],
    ['BTC', '2'],
    ['BNB', '1'],
  ] as const) {
    move(exchange.ledger, OUTSIDE, 'a', asset, amount(value));
  }
  return exchange;
}

type Short = { price?: string; quantity?: string } & Partial<Omit<NewOrder, 'price' | 'quantity'>>;

function place(exchange: Exchange, { price, quantity, ...rest }: Short): Placement {
  return placeOrder(exchange, {
    accountId: 'a',
    marketKey: SPOT,
    name: '',
    side: 'buy',
    kind: price === undefined ? 'market' : 'limit',
    lifetime: price === undefined ? 'ioc' : 'gtc',
    price: price === undefined ? null : amount(price),
    quantity: quantity === undefined ? null : amount(quantity),
    quoteQuantity: null,
    isReduceOnly: false,
    positionSide: 'net',
    asWritten: {},
    ...rest,
  });
}

function placed(exchange: Exchange, order: Short) {
  const placement = place(exchange, order);
  assert(placement.kind === 'accepted', placement.kind === 'refused' ? placement.reason : '');
  return placement.order;
}

function owned(exchange: Exchange, asset: string): readonly [free: string, locked: string] {
  const { free, locked } = balanceOf(exchange.ledger, 'a', asset);
  return [plainText(free), plainText(locked)];
}

suite('spot orders', () => {
  test('a limit order locks what it gives, and a cancel releases it', () => {
    const exchange = venue();
    const order = placed(exchange, { price: '59000', quantity: '0.1' });
    assert.deepEqual(owned(exchange, 'USDT'), ['94100', '5900']);
    assert(cancelOrder(exchange, order));
    assert.deepEqual(owned(exchange, 'USDT'), ['100000', '0']);
    assert(!cancelOrder(exchange, order));
  });

  test('the fee is taken from what is received', () => {
    const exchange = venue();
    placed(exchange, { quantity: '0.01' });
    assert.deepEqual(owned(exchange, 'BTC'), ['2.00999', '0']);
    placed(exchange, { side: 'sell', quantity: '0.01' });
    // 100000 - 600.0001 + 599.9999 - 0.5999999
    assert.deepEqual(owned(exchange, 'USDT'), ['99999.3998001', '0']);
  });

  test('the fee can be in quote, or in a third asset while there is enough of it', () => {
    const inQuote = venue();
    accountOf(inQuote, 'a').feeMode = { kind: 'quote' };
    const order = placed(inQuote, { price: '59000', quantity: '0.1' });
    assert.equal(plainText(order.locked), '5905.9');
    movePrice(inQuote, SPOT, amount('59000'));
    assert.deepEqual(owned(inQuote, 'USDT'), ['94094.1', '0']);
    const inBnb = venue();
    accountOf(inBnb, 'a').feeMode = { kind: 'third', asset: 'BNB' };
    placed(inBnb, { quantity: '0.1' });
    // 6000.001 at a rate of 0.001, a quarter off, at 600 a BNB.
    assert.deepEqual(owned(inBnb, 'BNB'), ['0.9925', '0']);
    move(inBnb.ledger, 'a', OUTSIDE, 'BNB', amount('0.99'));
    placed(inBnb, { side: 'sell', quantity: '0.1' });
    const fees = accountOf(inBnb, 'a').fills.map(({ feeAsset }) => feeAsset);
    assert.deepEqual(fees, ['BNB', 'USDT']);
  });

  test('orders at one price fill in the order of their arrival, and in parts', () => {
    const exchange = venue();
    const [first, second] = ['one', 'two'].map((name) =>
      placed(exchange, { price: '59000', quantity: '0.1', name }),
    );
    const traded = tradeWithAccounts(exchange, SPOT, 'sell', amount('59000'), amount('0.15'));
    assert.equal(plainText(traded), '0.15');
    assert.deepEqual([first?.state, second?.state], ['filled', 'open']);
    assert.equal(plainText(second?.filled ?? 0n), '0.05');
    assert.deepEqual(owned(exchange, 'USDT'), ['88200', '2950']);
  });

  test('a fill-or-kill fills whole or not at all; an immediate one keeps what it got', () => {
    const exchange = venue();
    marketOf(exchange, SPOT).crowd.levelQuantity = amount('0.01');
    const limit = { price: '60000.02', quantity: '0.05' };
    const kill = placed(exchange, { ...limit, lifetime: 'fok' });
    assert.deepEqual([kill.state, kill.endReason, kill.filled], ['expired', 'unfilled_fok', 0n]);
    const immediate = placed(exchange, { ...limit, lifetime: 'ioc' });
    assert.deepEqual([immediate.state, plainText(immediate.filled)], ['expired', '0.02']);
    const market = placed(exchange, { quantity: '1' });
    assert.deepEqual([market.endReason, plainText(market.filled)], ['no_liquidity', '0.2']);
    assert.deepEqual(owned(exchange, 'USDT')[1], '0');
  });

  test('two accounts trade with each other at the price of the one that waited', () => {
    const exchange = venue();
    openAccount(exchange, 'b');
    move(exchange.ledger, OUTSIDE, 'b', 'BTC', amount('1'));
    const bid = placed(exchange, { price: '60000', quantity: '0.1' });
    const ask = placed(exchange, { accountId: 'b', side: 'sell', price: '59000', quantity: '0.1' });
    assert.deepEqual([bid.state, ask.state], ['filled', 'filled']);
    assert.equal(plainText(ask.filledQuote), '6000');
    const [taker, maker] = [
      exchange.fills.find((f) => f.accountId === 'b'),
      exchange.fills.find((f) => f.accountId === 'a'),
    ];
    assert.deepEqual([taker?.isMaker, maker?.isMaker], [false, true]);
    assert.deepEqual(venueContradictions(exchange), []);
  });

  test('a price that passes through fills at the price of the order', () => {
    const exchange = venue();
    const order = placed(exchange, { price: '59000', quantity: '0.1' });
    movePrice(exchange, SPOT, amount('58000'));
    assert.deepEqual([order.state, plainText(order.filledQuote)], ['filled', '5900']);
    const [candle] = candlesOf(
      marketOf(exchange, SPOT).candles,
      60_000,
      0,
      Number.MAX_SAFE_INTEGER,
    );
    assert.deepEqual(
      [candle?.low, candle?.close].map((v) => plainText(v ?? 0n)),
      ['58000', '58000'],
    );
  });
});

suite('linear perpetuals', () => {
  test('profit, fee and a turned position are exact', () => {
    const exchange = venue('bybit');
    const linear = { marketKey: PERPETUAL };
    placed(exchange, { ...linear, quantity: '0.1' });
    movePrice(exchange, PERPETUAL, amount('61000'));
    placed(exchange, { ...linear, side: 'sell', quantity: '0.15' });
    const position = positionOf(exchange, 'a', PERPETUAL, 'net');
    // Bought 0.1 at 60000.1, sold at 60999.9, and 0.05 more.
    assert.equal(plainText(position.size), '-0.05');
    assert.equal(plainText(position.entryValue), '3049.995');
    assert.equal(plainText(position.realised), '99.98');
    assert.deepEqual(venueContradictions(exchange), []);
  });

  test('in hedge mode both sides stand side by side, and a sale of the long only closes', () => {
    const exchange = venue('bybit');
    accountOf(exchange, 'a').positionModes.set(PERPETUAL, 'hedge');
    const hedge = { marketKey: PERPETUAL, quantity: '0.1' };
    assert.equal(place(exchange, hedge).kind, 'refused');
    placed(exchange, { ...hedge, positionSide: 'long' });
    placed(exchange, { ...hedge, positionSide: 'short', side: 'sell' });
    const closing = placed(exchange, {
      ...hedge,
      positionSide: 'long',
      side: 'sell',
      quantity: '0.3',
    });
    assert.deepEqual([closing.endReason, plainText(closing.filled)], ['reduce_only', '0.1']);
    assert.equal(plainText(positionOf(exchange, 'a', PERPETUAL, 'short').size), '-0.1');
  });

  test('a reduce-only order without a position is refused, and stops at zero', () => {
    const exchange = venue('bybit');
    const sell = { marketKey: PERPETUAL, side: 'sell' as const, isReduceOnly: true };
    const refused = place(exchange, { ...sell, quantity: '0.1' });
    assert(refused.kind === 'refused' && refused.reason === 'nothing_to_reduce');
    placed(exchange, { marketKey: PERPETUAL, quantity: '0.1' });
    const resting = placed(exchange, { ...sell, price: '61000', quantity: '0.2' });
    movePrice(exchange, PERPETUAL, amount('61000'));
    assert.deepEqual([resting.endReason, plainText(resting.filled)], ['reduce_only', '0.1']);
  });

  test('longs pay the funding rate on their value, shorts receive it', () => {
    const exchange = venue('bybit');
    placed(exchange, { marketKey: PERPETUAL, quantity: '0.1' });
    const [before] = owned(exchange, 'USDT');
    payFunding(exchange, PERPETUAL, amount('0.001'));
    const [after] = owned(exchange, 'USDT');
    assert.equal(plainText(amount(before) - amount(after)), '6');
    assert.equal(exchange.fills.at(-1)?.kind, 'funding');
  });

  test('an isolated position is liquidated alone and loses no more than its margin', () => {
    const exchange = venue('bybit');
    accountOf(exchange, 'a').marginMode = 'isolated';
    placed(exchange, { marketKey: PERPETUAL, quantity: '1' });
    const [before] = owned(exchange, 'USDT');
    movePrice(exchange, PERPETUAL, amount('55000'));
    assert.equal(positionOf(exchange, 'a', PERPETUAL, 'net').size !== 0n, true);
    movePrice(exchange, PERPETUAL, amount('40000'));
    assert.equal(positionOf(exchange, 'a', PERPETUAL, 'net').size, 0n);
    const [after] = owned(exchange, 'USDT');
    assert.equal(plainText(amount(before) - amount(after)), '6000.01');
    assert.equal(exchange.fills.at(-1)?.kind, 'liquidation');
  });

  test('a part of a position is liquidated, and the rest stays as it was', () => {
    const exchange = venue('bybit');
    placed(exchange, { marketKey: PERPETUAL, quantity: '1' });
    const resting = placed(exchange, { marketKey: PERPETUAL, price: '30000', quantity: '0.1' });
    const { entryValue } = positionOf(exchange, 'a', PERPETUAL, 'net');
    movePrice(exchange, PERPETUAL, amount('55000'));
    liquidatePart(exchange, 'a', PERPETUAL, amount('0.4'));
    const after = positionOf(exchange, 'a', PERPETUAL, 'net');
    assert.deepEqual([plainText(after.size), after.entryValue], ['0.6', (entryValue * 6n) / 10n]);
    const fill = exchange.fills.at(-1);
    assert(fill !== undefined && fill.kind === 'liquidation');
    assert.deepEqual(
      [plainText(fill.quantity), plainText(fill.closed), plainText(fill.quote)],
      ['0.4', '0.4', '22000'],
    );
    assert.equal(resting.endReason, 'liquidation');
    assert.deepEqual(venueContradictions(exchange), []);
    liquidatePart(exchange, 'a', PERPETUAL, amount('4'));
    assert.equal(positionOf(exchange, 'a', PERPETUAL, 'net').size, 0n);
    assert.deepEqual(venueContradictions(exchange), []);
  });

  test('a cross account loses its orders and positions when its equity is gone', () => {
    const exchange = venue('bybit');
    accountOf(exchange, 'a').leverages.set(PERPETUAL, amount('50'));
    placed(exchange, { marketKey: PERPETUAL, quantity: '10' });
    const resting = placed(exchange, { marketKey: PERPETUAL, price: '30000', quantity: '0.1' });
    movePrice(exchange, PERPETUAL, amount('50000'));
    assert.equal(positionOf(exchange, 'a', PERPETUAL, 'net').size, 0n);
    assert.equal(resting.endReason, 'liquidation');
    assert.deepEqual(venueContradictions(exchange), []);
  });
});

suite('whatever happens', () => {
  for (const code of ['binance', 'bybit'] as const) {
    test(`the books of ${code} stay balanced through a thousand random orders`, () => {
      const exchange = venue(code);
      const chance = createChance(code.length);
      const keys = [...exchange.markets.keys()].filter((key) => key.includes('BTC'));
      for (let step = 0; step < 1000; step += 1) {
        const marketKey = keys[chance.below(keys.length)] ?? SPOT;
        const { middle, terms } = marketOf(exchange, marketKey);
        const lots = BigInt(1 + chance.below(1000)) * terms.step * 10n;
        const price = middle + BigInt(chance.below(41) - 20) * terms.tick;
        place(exchange, {
          marketKey,
          side: chance.next() < 0.5 ? 'buy' : 'sell',
          quantity: plainText(lots),
          ...(chance.next() < 0.7 ? { price: plainText(price) } : {}),
        });
        moveAtRandom(exchange, marketKey, chance);
        const open = accountOf(exchange, 'a').orders.filter(({ state }) => state === 'open');
        const victim = open[chance.below(Math.max(open.length, 1))];
        if (victim !== undefined && chance.next() < 0.3) cancelOrder(exchange, victim);
      }
      assert.deepEqual(venueContradictions(exchange), []);
      assert(exchange.fills.length > 500, `${exchange.fills.length} fills`);
    });
  }
});
