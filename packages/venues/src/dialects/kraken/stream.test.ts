import { test } from 'node:test';
import assert from 'node:assert/strict';
import { decimal } from '#lib/decimal.ts';
import {
  FILL_ID,
  NOW_MS,
  ORDER_ID,
  OUR_NAME,
  OUR_UUID,
  result,
  SPOT,
} from '#venues/dialects/kraken/kraken.fixture.ts';
import { KRAKEN_STREAM } from '#venues/dialects/kraken/stream.ts';

const KEYS = { apiKey: 'key', secret: 'secret', passphrase: null };

/** In a few words: what each frame says. */
function brief(frame: unknown): readonly string[] {
  const text = typeof frame === 'string' ? frame : JSON.stringify(frame);
  return KRAKEN_STREAM.read(text, SPOT).map((event) => {
    if (event.kind === 'refused') return `refused ${event.failure}`;
    return event.kind === 'news' ? `news ${event.news.kind}` : event.kind;
  });
}

const NEW = {
  order_id: ORDER_ID,
  cl_ord_id: OUR_UUID,
  symbol: 'BTC/USD',
  order_qty: 0.005,
  cum_cost: 0,
  time_in_force: 'GTC',
  exec_type: 'pending_new',
  side: 'sell',
  order_type: 'limit',
  limit_price_type: 'static',
  limit_price: 26_500.0,
  order_status: 'pending_new',
  fee_ccy_pref: 'fciq',
  timestamp: '2023-09-22T10:33:05.709950Z',
};

const TRADE = {
  order_id: ORDER_ID,
  cl_ord_id: OUR_UUID,
  exec_id: FILL_ID,
  exec_type: 'trade',
  trade_id: 8_253_473,
  symbol: 'BTC/USD',
  side: 'sell',
  last_qty: 0.005,
  last_price: 26_500.2,
  liquidity_ind: 't',
  cost: 132.501,
  order_status: 'filled',
  order_type: 'limit',
  fees: [{ asset: 'USD', qty: 0.3458 }],
  timestamp: '2023-09-22T10:33:06.709950Z',
};

const update = (...data: readonly unknown[]) => ({
  channel: 'executions',
  type: 'update',
  data,
  sequence: 8,
});

test('the stream of Kraken is subscribed with a token, and what is there is left out', () => {
  const { token } = KRAKEN_STREAM;
  assert(token !== null);
  const verdict = token().read(result({ token: 'abc', expires: 900 }));
  assert.deepEqual(verdict, { kind: 'done', value: 'abc' });
  const [frame = ''] = KRAKEN_STREAM.open(KEYS, 'abc', NOW_MS);
  assert.deepEqual(JSON.parse(frame), {
    method: 'subscribe',
    params: { channel: 'executions', token: 'abc', snap_orders: false, snap_trades: false },
  });
});

const FRAMES: readonly (readonly [string, unknown, readonly string[]])[] = [
  ['subscribed', { method: 'subscribe', success: true, result: {} }, ['ready']],
  [
    'a bad token',
    { method: 'subscribe', success: false, error: 'ESession:Invalid session' },
    ['refused unavailable'],
  ],
  [
    'no right',
    { method: 'subscribe', success: false, error: 'EGeneral:Permission denied' },
    ['refused unauthorized'],
  ],
  ['a pong', { method: 'pong' }, []],
  ['a heartbeat', { channel: 'heartbeat' }, []],
  ['the status of the venue', { channel: 'status', type: 'update', data: [{}] }, []],
  ['what is there', { ...update(NEW), type: 'snapshot' }, []],
  ['a new order', update(NEW), ['news order']],
  ['a trade', update(TRADE), ['news fill', 'sweep']],
  ['both', update(NEW, TRADE), ['news order', 'news fill', 'sweep']],
  ['two trades', update(TRADE, TRADE), ['news fill', 'sweep', 'news fill']],
  [
    'an end without the order',
    update({ order_id: ORDER_ID, exec_type: 'canceled', order_status: 'canceled' }),
    ['sweep'],
  ],
  ['a stop of the owner', update({ ...NEW, order_type: 'stop-loss' }), ['sweep']],
  ['an amendment', update({ order_id: ORDER_ID, exec_type: 'amended' }), ['sweep']],
  ['a state never seen', update({ ...NEW, order_status: 'merged' }), ['sweep']],
  ['fees in two currencies', update({ ...TRADE, fees: [{}, {}] }), ['sweep']],
  ['a trade without its fee', update({ ...TRADE, fees: [] }), ['sweep']],
  ['no JSON', '<html>', ['sweep']],
];

for (const [title, frame, expected] of FRAMES)
  test(`a frame of Kraken with ${title} is ${expected.join(', ') || 'nothing'}`, () => {
    assert.deepEqual(brief(frame), expected);
  });

test('a streamed fill of Kraken has the id that lists have, and the fee as it was paid', () => {
  const [event] = KRAKEN_STREAM.read(JSON.stringify(update(TRADE)), SPOT);
  assert(event?.kind === 'news' && event.news.kind === 'fill');
  assert.deepEqual(event.news.fill, {
    fillId: FILL_ID,
    venueOrderId: ORDER_ID,
    clientOrderId: OUR_NAME,
    marketTag: 'KRAKEN_BTC_USD',
    side: 'sell',
    price: decimal('26500.2'),
    amount: decimal('0.005'),
    fee: decimal('0.3458'),
    feeCurrency: 'USD',
    isMaker: false,
    filledAtMs: Date.parse('2023-09-22T10:33:06.709Z'),
  });
});

test('an order in the stream of Kraken that ends in full is as its list shows it', () => {
  const ended = { ...NEW, exec_type: 'canceled', order_status: 'canceled', cum_qty: 0.001 };
  const frame = update({ ...ended, avg_price: 26_500.2, reason: 'Out of funds' });
  const [event] = KRAKEN_STREAM.read(JSON.stringify(frame), SPOT);
  assert(event?.kind === 'news' && event.news.kind === 'order');
  const { state, filledAmount, averageFillPrice, reason } = event.news.order;
  assert.deepEqual(
    [state, filledAmount, averageFillPrice, reason],
    [
      'cancelled',
      decimal('0.001'),
      decimal('26500.2'),
      'The exchange ended the order by its own rules (Out of funds).',
    ],
  );
});
