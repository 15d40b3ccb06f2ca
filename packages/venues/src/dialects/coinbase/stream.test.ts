import { generateKeyPairSync, verify } from 'node:crypto';
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { decimal } from '#lib/decimal.ts';
import {
  NOW_MS,
  ORDER_ID,
  OUR_NAME,
  OUR_UUID,
  SPOT,
} from '#venues/dialects/coinbase/coinbase.fixture.ts';
import { COINBASE_STREAM } from '#venues/dialects/coinbase/stream.ts';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const SECRET = privateKey.export({ type: 'sec1', format: 'pem' });

/** In a few words: what each frame says. */
function brief(frame: unknown): readonly string[] {
  const text = typeof frame === 'string' ? frame : JSON.stringify(frame);
  return COINBASE_STREAM.read(text, SPOT).map((event) => {
    if (event.kind === 'refused') return `refused ${event.failure}`;
    if (event.kind === 'sweep') return event.reported === undefined ? 'sweep' : 'sweep of ours';
    return event.kind === 'news' ? `news ${event.news.kind}` : event.kind;
  });
}

/** As the documentation shows it. */
const ORDER = {
  avg_price: '0',
  cancel_reason: '',
  client_order_id: OUR_UUID,
  completion_percentage: '0',
  contract_expiry_type: 'UNKNOWN_CONTRACT_EXPIRY_TYPE',
  cumulative_quantity: '0',
  filled_value: '0',
  leaves_quantity: '0.0125',
  limit_price: '34567.89',
  number_of_fills: '0',
  order_id: ORDER_ID,
  order_side: 'BUY',
  order_type: 'Limit',
  outstanding_hold_amount: '432.09',
  post_only: 'true',
  product_id: 'BTC-USD',
  product_type: 'SPOT',
  reject_reason: '',
  status: 'OPEN',
  stop_price: '',
  time_in_force: 'GOOD_UNTIL_CANCELLED',
  total_fees: '0',
  creation_time: '2023-11-14T22:13:19.123456Z',
};

const frame = (channel: string, ...events: readonly unknown[]) => ({
  channel,
  client_id: '',
  timestamp: '2023-11-14T22:13:20.127971139Z',
  sequence_num: 0,
  events,
});
const update = (...orders: readonly unknown[]) => frame('user', { type: 'update', orders });
const FILLED = { ...ORDER, status: 'FILLED', cumulative_quantity: '0.0125', leaves_quantity: '0' };
const UNPRICED = { ...ORDER, limit_price: undefined };

const FRAMES: readonly (readonly [string, unknown, readonly string[]])[] = [
  [
    'the first subscription',
    frame('subscriptions', { subscriptions: { heartbeats: ['heartbeats'] } }),
    [],
  ],
  [
    'both subscriptions',
    frame('subscriptions', { subscriptions: { heartbeats: ['heartbeats'], user: ['a user'] } }),
    ['ready'],
  ],
  ['an error', { type: 'error', message: 'authentication failure' }, ['refused unauthorized']],
  ['another error', { type: 'error', message: 'rate limit' }, ['refused unavailable']],
  ['a heartbeat', frame('heartbeats', { heartbeat_counter: '7' }), []],
  ['another channel', frame('status', { type: 'snapshot' }), []],
  ['what is there', frame('user', { type: 'snapshot', orders: [ORDER] }), []],
  ['no orders', update(), []],
  ['a new order', update(ORDER), ['news order']],
  ['an order that is filled', update(FILLED), ['news order']],
  ['two orders', update(ORDER, FILLED), ['news order', 'news order']],
  ['an order without its price', update(UNPRICED), ['sweep of ours']],
  ['an order that has ended', update({ ...ORDER, status: 'CANCELLED' }), ['sweep of ours']],
  ['an order that failed', update({ ...ORDER, status: 'FAILED' }), ['sweep of ours']],
  ['a market order', update({ ...UNPRICED, order_type: 'Market' }), ['sweep of ours']],
  ['an order of the owner', update({ ...UNPRICED, client_order_id: 'mine' }), ['sweep']],
  ['a stop of the owner', update({ ...ORDER, order_type: 'Stop Limit' }), ['sweep of ours']],
  ['a state never seen', update({ ...ORDER, status: 'MERGED' }), ['sweep']],
  ['an order without figures', update({ ...ORDER, leaves_quantity: '' }), ['sweep']],
  ['no events', { channel: 'user' }, ['sweep']],
  ['no JSON', '<html>', ['sweep']],
];

for (const [title, content, expected] of FRAMES)
  test(`a frame of Coinbase with ${title} is ${expected.join(', ') || 'nothing'}`, () => {
    assert.deepEqual(brief(content), expected);
  });

test('an order in a frame of Coinbase is as its list shows it', () => {
  const partly = { ...ORDER, cumulative_quantity: '0.01', leaves_quantity: '0.0025' };
  const text = JSON.stringify(update({ ...partly, avg_price: '34000.5' }));
  const [event] = COINBASE_STREAM.read(text, SPOT);
  assert(event?.kind === 'news' && event.news.kind === 'order');
  const { clientOrderId, amount, filledAmount, averageFillPrice, price, terms, state } =
    event.news.order;
  assert.deepEqual(
    [clientOrderId, amount, filledAmount, averageFillPrice, price, terms.isPostOnly, state],
    [
      OUR_NAME,
      decimal('0.0125'),
      decimal('0.01'),
      decimal('34000.5'),
      decimal('34567.89'),
      true,
      'open',
    ],
  );
});

test('each subscription to Coinbase has a token of its own, for no request', () => {
  const keys = { apiKey: 'organizations/a/apiKeys/b', secret: SECRET, passphrase: null };
  const frames = COINBASE_STREAM.open(keys, null, NOW_MS).map(
    (text) => JSON.parse(text) as Readonly<Record<string, string>>,
  );
  assert.deepEqual(
    frames.map(({ type, channel }) => [type, channel]),
    [
      ['subscribe', 'heartbeats'],
      ['subscribe', 'user'],
    ],
  );
  const nonces = frames.map(({ jwt = '' }) => {
    const [header = '', claims = '', signature = ''] = jwt.split('.');
    const key = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
    const text = Buffer.from(`${header}.${claims}`);
    assert(verify('sha256', text, key, Buffer.from(signature, 'base64url')));
    const [head, body] = [header, claims].map(
      (part) =>
        JSON.parse(Buffer.from(part, 'base64url').toString()) as Readonly<Record<string, unknown>>,
    );
    const endsAt = NOW_MS / 1_000 + 110;
    assert.deepEqual(body, { iss: 'cdp', sub: keys.apiKey, nbf: endsAt - 120, exp: endsAt });
    return head?.['nonce'];
  });
  assert.equal(new Set(nonces).size, 2);
});
