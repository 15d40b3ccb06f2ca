// An order that its venue calls filled, and of which it shows no fill yet: what became of it is not
// known, and it is neither ended without a fill nor absent.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimal } from '#lib/decimal.ts';
import type { AccountContext, ListedMarket, VenueDialect } from '#venues/dialect.ts';
import { BINANCE_SPOT } from '#venues/dialects/binance-spot/binance-spot.ts';
import * as spot from '#venues/dialects/binance-spot/binance-spot.fixture.ts';
import { BINANCE_USDM } from '#venues/dialects/binance-usdm/binance-usdm.ts';
import * as usdm from '#venues/dialects/binance-usdm/binance-usdm.fixture.ts';
import { BITGET } from '#venues/dialects/bitget/bitget.ts';
import * as bitget from '#venues/dialects/bitget/bitget.fixture.ts';
import { BYBIT } from '#venues/dialects/bybit/bybit.ts';
import * as bybit from '#venues/dialects/bybit/bybit.fixture.ts';
import { COINBASE } from '#venues/dialects/coinbase/coinbase.ts';
import * as coinbase from '#venues/dialects/coinbase/coinbase.fixture.ts';
import { GATE } from '#venues/dialects/gate/gate.ts';
import * as gate from '#venues/dialects/gate/gate.fixture.ts';
import { HYPERLIQUID } from '#venues/dialects/hyperliquid/hyperliquid.ts';
import * as hyperliquid from '#venues/dialects/hyperliquid/hyperliquid.fixture.ts';
import { KRAKEN } from '#venues/dialects/kraken/kraken.ts';
import * as kraken from '#venues/dialects/kraken/kraken.fixture.ts';
import { KUCOIN } from '#venues/dialects/kucoin/kucoin.ts';
import * as kucoin from '#venues/dialects/kucoin/kucoin.fixture.ts';
import { DIALECT_CODES } from '#venues/dialects/load-dialect.ts';
import { OKX } from '#venues/dialects/okx/okx.ts';
import * as okx from '#venues/dialects/okx/okx.fixture.ts';
import type { WireReply } from '#venues/wire/venue-wire.ts';

type FilledOrder = {
  readonly dialect: VenueDialect;
  readonly listed: ListedMarket;
  readonly context: AccountContext;
  readonly name: string;
  readonly id: string;
  readonly reply: (changes: object) => WireReply;
  /** Of one that is filled: all, nothing (null: no word says filled), less than nothing. */
  readonly figures: readonly [all: object, none: object | null, less: object];
};

const SHOWN: readonly FilledOrder[] = [
  {
    dialect: BINANCE_SPOT,
    listed: spot.ETH_BTC,
    context: spot.CONTEXT,
    name: spot.OUR_NAME,
    id: String(spot.RESTING.orderId),
    reply: (changes) => spot.reply({ ...spot.RESTING, status: 'FILLED', ...changes }),
    figures: [
      { executedQty: spot.RESTING.origQty, cummulativeQuoteQty: '1' },
      { executedQty: '0.00000000' },
      { executedQty: '-1' },
    ],
  },
  {
    dialect: BINANCE_USDM,
    listed: usdm.BTC_PERPETUAL,
    context: usdm.CONTEXT,
    name: usdm.OUR_NAME,
    id: String(usdm.RESTING.orderId),
    reply: (changes) => usdm.reply({ ...usdm.RESTING, status: 'FILLED', ...changes }),
    figures: [
      { executedQty: usdm.RESTING.origQty, avgPrice: '1' },
      { executedQty: '0' },
      { executedQty: '-1' },
    ],
  },
  {
    dialect: BITGET,
    listed: bitget.BTC_SPOT,
    context: bitget.SPOT,
    name: bitget.OUR_NAME,
    id: bitget.ORDER_ID,
    reply: (changes) => bitget.success([{ ...bitget.FILLED, ...changes }]),
    figures: [{}, { baseVolume: '0', quoteVolume: '0' }, { baseVolume: '-1' }],
  },
  {
    dialect: BITGET,
    listed: bitget.BTC_SPOT,
    context: bitget.UNIFIED,
    name: bitget.OUR_NAME,
    id: bitget.ORDER_ID,
    reply: (changes) => bitget.success({ ...bitget.UNIFIED_FILLED, ...changes }),
    figures: [{}, { cumExecQty: '0', cumExecValue: '0' }, { cumExecQty: '-1' }],
  },
  {
    dialect: BYBIT,
    listed: bybit.BTC_SPOT,
    context: bybit.SPOT,
    name: bybit.OUR_NAME,
    id: bybit.RESTING.orderId,
    reply: (changes) => bybit.page([{ ...bybit.RESTING, orderStatus: 'Filled', ...changes }]),
    figures: [
      { cumExecQty: bybit.RESTING.qty, cumExecValue: '432' },
      { cumExecQty: '0.000000' },
      { cumExecQty: '-1' },
    ],
  },
  {
    dialect: COINBASE,
    listed: coinbase.BTC_SPOT,
    context: coinbase.SPOT,
    name: coinbase.OUR_NAME,
    id: coinbase.ORDER_ID,
    reply: (changes) => coinbase.reply({ order: { ...coinbase.FILLED, ...changes } }),
    figures: [{}, { filled_size: '0' }, { filled_size: '-1' }],
  },
  {
    dialect: GATE,
    listed: gate.BTC_SPOT,
    context: gate.SPOT,
    name: gate.OUR_NAME,
    id: gate.ORDER_ID,
    reply: (changes) => gate.reply({ ...gate.FILLED, ...changes }),
    figures: [
      {},
      { left: gate.FILLED.amount, filled_total: '0' },
      { left: '100', filled_total: '0' },
    ],
  },
  {
    dialect: HYPERLIQUID,
    listed: hyperliquid.BTC_PERP,
    context: hyperliquid.FUTURES,
    name: hyperliquid.OUR_NAME,
    id: hyperliquid.ORDER_ID,
    reply: (changes) => hyperliquid.shownOrder(changes, 'filled'),
    figures: [{ sz: '0.0' }, { sz: hyperliquid.RESTING.origSz }, { sz: '100' }],
  },
  {
    dialect: KRAKEN,
    listed: kraken.BTC_SPOT,
    context: kraken.SPOT,
    name: kraken.OUR_NAME,
    id: kraken.ORDER_ID,
    reply: (changes) => kraken.result({ [kraken.ORDER_ID]: { ...kraken.FILLED, ...changes } }),
    figures: [{}, { vol_exec: '0.00000000' }, { vol_exec: '-1' }],
  },
  {
    dialect: KUCOIN,
    listed: kucoin.BTC_SPOT,
    context: kucoin.SPOT,
    name: kucoin.OUR_NAME,
    id: kucoin.ORDER_ID,
    reply: (changes) => kucoin.success({ ...kucoin.FILLED, ...changes }),
    figures: [{}, null, { dealSize: '-1' }],
  },
  {
    dialect: KUCOIN,
    listed: kucoin.BTC_SPOT,
    context: kucoin.UNIFIED,
    name: kucoin.OUR_NAME,
    id: kucoin.UNIFIED_ORDER_ID,
    reply: (changes) => kucoin.success({ ...kucoin.UNIFIED_FILLED, ...changes }),
    figures: [{}, { filledSize: '0' }, { filledSize: '-1' }],
  },
  {
    dialect: OKX,
    listed: okx.BTC_SPOT,
    context: okx.SPOT,
    name: okx.OUR_NAME,
    id: okx.RESTING.ordId,
    reply: (changes) => okx.list([{ ...okx.RESTING, state: 'filled', ...changes }]),
    figures: [
      { accFillSz: okx.RESTING.sz, avgPx: '34567.8' },
      { accFillSz: '0', avgPx: '' },
      { accFillSz: '-1', avgPx: '1' },
    ],
  },
];

const [ALL, NONE, LESS] = [0, 1, 2] as const;

function lookUp(
  { dialect, listed, context, name, id, reply, figures }: FilledOrder,
  of: 0 | 1 | 2,
) {
  const known = { clientOrderId: name, venueOrderId: id, placedAtMs: context.nowMs };
  const query = dialect.orders.lookUp(known, listed, context)[0];
  assert.ok(query !== undefined);
  return query.read(reply(figures[of] ?? {}));
}

test('every driver takes part', () => {
  const codes = new Set(SHOWN.map(({ dialect }) => dialect.code));
  assert.deepEqual([...codes].toSorted(), [...DIALECT_CODES].toSorted());
});

for (const shown of SHOWN) {
  const mode = shown.context.mode === undefined ? '' : `, ${shown.context.mode}`;
  test(`${shown.dialect.code}${mode}: filled of nothing is no end`, () => {
    const filled = lookUp(shown, ALL);
    const order = filled.kind === 'done' ? filled.value : null;
    assert.equal(
      order?.state,
      'filled',
      JSON.stringify({ kind: filled.kind, order: order?.state }),
    );
    assert.ok(order.filledAmount > decimal('0'));
    const contradicting = shown.figures[NONE] === null ? [LESS] : ([NONE, LESS] as const);
    for (const figures of contradicting) assert.equal(lookUp(shown, figures).kind, 'not_done');
  });
}
