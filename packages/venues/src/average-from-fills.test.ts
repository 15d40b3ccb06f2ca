import { test } from 'node:test';
import assert from 'node:assert/strict';
import { decimal } from '#lib/decimal.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import { spotMarket } from '#venue-port/market/market.fixture.ts';
import type { VenueFill, VenueOrder } from '#venue-port/exchange/exchange.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { AverageDeps } from '#venues/average-from-fills.ts';
import { withAverage } from '#venues/average-from-fills.ts';

const ACCOUNT = { accountId: 'a1', marketType: 'spot' } as const;
const LISTED = { symbol: 'BTCUSDT', market: spotMarket() };
const CONTEXT = { marketType: 'spot', findMarket: () => LISTED, nowMs: 0 } as const;
const ORDER: VenueOrder = {
  venueOrderId: 'v1',
  clientOrderId: 'c1',
  marketTag: 'm1',
  side: 'buy',
  type: 'limit',
  price: decimal('10'),
  amount: decimal('3'),
  terms: PLAIN_TERMS,
  filledAmount: decimal('3'),
  averageFillPrice: decimal('0'),
  state: 'filled',
  reason: null,
  placedAtMs: 0,
  updatedAtMs: 0,
};

function fill(price: string, amount: string): VenueFill {
  return {
    fillId: price,
    venueOrderId: 'v1',
    clientOrderId: null,
    marketTag: 'm1',
    side: 'buy',
    price: decimal(price),
    amount: decimal(amount),
    fee: decimal('0'),
    feeCurrency: 'USDT',
    isMaker: true,
    filledAtMs: 0,
  };
}

async function averageOf(
  fills: readonly VenueFill[] | Failure,
  changes: Partial<VenueOrder> = {},
  averagesFrom: 'fills' | null = 'fills',
): Promise<string> {
  const deps = {
    dialect: {
      orders: averagesFrom === null ? {} : { averagesFrom },
      account: { orderFills: () => ({}) },
    },
    requests: {
      readAll: async () => {
        if (fills instanceof Failure) throw fills;
        return fills;
      },
    },
  } as unknown as AverageDeps;
  const order = { ...ORDER, ...changes };
  return String((await withAverage(deps, ACCOUNT, LISTED, CONTEXT, order)).averageFillPrice);
}

const FILLS = [fill('10', '1'), fill('9', '2')];
const ZERO = '0';

test('an order that has ended gets the average of its fills', async () => {
  assert.equal(await averageOf(FILLS), String(decimal('9.33333333333333')));
  const partly = { state: 'cancelled', filledAmount: decimal('2') } as const;
  assert.equal(await averageOf([fill('9', '2')], partly), String(decimal('9')));
});

test('without all of its fills it gets none, and a failure is none of the look-up', async () => {
  assert.equal(await averageOf(FILLS.slice(1)), ZERO);
  assert.equal(await averageOf([]), ZERO);
  assert.equal(await averageOf(new Failure('unavailable', 'down')), ZERO);
});

test('fills are not read where nothing is missing, or the order goes on', async () => {
  assert.equal(await averageOf(FILLS, { state: 'open' }), ZERO);
  assert.equal(await averageOf(FILLS, { filledAmount: decimal('0') }), ZERO);
  assert.equal(await averageOf(FILLS, {}, null), ZERO);
  const known = { averageFillPrice: decimal('7') };
  assert.equal(await averageOf(FILLS, known), String(decimal('7')));
});
