import { generateKeyPairSync, verify } from 'node:crypto';
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { decimal } from '#lib/decimal.ts';
import { CONTEXT, OUR_NAME } from '#venues/dialects/binance-spot/binance-spot.fixture.ts';
import { SPOT_STREAM } from '#venues/dialects/binance-spot/stream.ts';

const REPORT = {
  e: 'executionReport',
  E: 1_700_000_000_050,
  s: 'ETHBTC',
  c: OUR_NAME,
  S: 'BUY',
  o: 'LIMIT',
  f: 'GTC',
  q: '1.25',
  p: '0.0345',
  P: '0.00000000',
  C: '',
  x: 'NEW',
  X: 'NEW',
  r: 'NONE',
  i: 71,
  l: '0',
  z: '0',
  L: '0',
  n: '0',
  N: null,
  T: 1_700_000_000_000,
  t: -1,
  m: false,
  O: 1_699_999_999_000,
  Z: '0',
};

function read(event: unknown) {
  return SPOT_STREAM.read(JSON.stringify({ subscriptionId: 0, event }), CONTEXT);
}

test('a report of an order is news of it', () => {
  const [news, ...more] = read(REPORT);
  assert(news?.kind === 'news' && news.news.kind === 'order');
  const { order } = news.news;
  assert.deepEqual([order.clientOrderId, order.venueOrderId], [OUR_NAME, '71']);
  assert.deepEqual([order.state, order.marketTag], ['open', 'BINANCE_ETH_BTC']);
  assert.deepEqual([order.placedAtMs, order.updatedAtMs], [1_699_999_999_000, 1_700_000_000_000]);
  assert.deepEqual(more, []);
});

const TRADE = {
  ...REPORT,
  x: 'TRADE',
  X: 'PARTIALLY_FILLED',
  l: '0.25',
  L: '0.0344',
  z: '0.25',
  Z: '0.0086',
  n: '0.0001',
  N: 'BNB',
  t: 500,
  m: true,
};

test('a report of a trade is news of the fill, and then of the order', () => {
  const [fill, order] = read(TRADE);
  assert(fill?.kind === 'news' && fill.news.kind === 'fill');
  assert.deepEqual(fill.news.fill, {
    fillId: 'ETHBTC-500',
    venueOrderId: '71',
    clientOrderId: OUR_NAME,
    marketTag: 'BINANCE_ETH_BTC',
    side: 'buy',
    price: decimal('0.0344'),
    amount: decimal('0.25'),
    fee: decimal('0.0001'),
    feeCurrency: 'BNB',
    isMaker: true,
    filledAtMs: 1_700_000_000_000,
  });
  assert(order?.kind === 'news' && order.news.kind === 'order');
  assert.equal(order.news.order.averageFillPrice, decimal('0.0344'));
});

test('a report of a cancellation carries the name of the order, not its own', () => {
  const [news] = read({ ...REPORT, x: 'CANCELED', X: 'CANCELED', c: 'Xyz', C: OUR_NAME });
  assert(news?.kind === 'news' && news.news.kind === 'order');
  assert.equal(news.news.order.clientOrderId, OUR_NAME);
  assert.equal(news.news.order.state, 'cancelled');
});

/** A frame, and what it means. */
const FRAMES: readonly (readonly [string, string, readonly string[]])[] = [
  ['subscribed', '{"id":"account","status":200,"result":{"subscriptionId":0}}', ['ready']],
  ['pong', '{"id":"ping","status":200,"result":{}}', []],
  [
    'key refused',
    '{"id":"account","status":401,"error":{"code":-2015,"msg":"Invalid."}}',
    ['refused unauthorized'],
  ],
  [
    'clock',
    '{"id":"account","status":400,"error":{"code":-1021,"msg":"Timestamp."}}',
    ['refused unavailable'],
  ],
  ['shutdown', '{"event":{"e":"serverShutdown","E":1770123456789}}', ['over']],
  ['terminated', '{"subscriptionId":0,"event":{"e":"eventStreamTerminated","E":1}}', ['over']],
  ['deposit', '{"subscriptionId":0,"event":{"e":"balanceUpdate","a":"BTC","d":"1"}}', ['sweep']],
  ['lock', '{"subscriptionId":0,"event":{"e":"externalLockUpdate","a":"BTC"}}', ['sweep']],
  ['balances', '{"subscriptionId":0,"event":{"e":"outboundAccountPosition","B":[]}}', []],
  ['an event never seen', '{"subscriptionId":0,"event":{"e":"surprise"}}', []],
  ['no JSON', 'hello', ['sweep']],
  ['no object', '[]', ['sweep']],
  ['a report without an order', '{"event":{"e":"executionReport"}}', ['sweep']],
  ['a status never seen', JSON.stringify({ event: { ...REPORT, X: 'MERGED' } }), ['sweep']],
  [
    'a trade without a currency of the fee',
    JSON.stringify({ event: { ...TRADE, N: null } }),
    ['news', 'sweep'],
  ],
];

for (const [title, frame, expected] of FRAMES)
  test(`a frame of the stream, ${title}: ${expected.join(', ') || 'nothing'}`, () => {
    const events = SPOT_STREAM.read(frame, CONTEXT);
    const brief = events.map((event) =>
      event.kind === 'refused' ? `refused ${event.failure}` : event.kind,
    );
    assert.deepEqual(brief, expected);
  });

type Subscription = {
  readonly id: string;
  readonly method: string;
  readonly params: { readonly signature: string; readonly timestamp: number };
};

function subscription(secret: string): Subscription {
  const credentials = { apiKey: 'key-of-a-test', secret, passphrase: null };
  const [frame, ...more] = SPOT_STREAM.open(credentials, null, 1_747_385_641_636);
  assert.deepEqual(more, []);
  return JSON.parse(frame ?? '') as Subscription;
}

const PAYLOAD = 'apiKey=key-of-a-test&recvWindow=5000&timestamp=1747385641636';

test('a subscription is signed by a shared secret', () => {
  const { method, params } = subscription('secret-of-a-test');
  assert.equal(method, 'userDataStream.subscribe.signature');
  assert.equal(params.timestamp, 1_747_385_641_636);
  // By another program: printf PAYLOAD | openssl dgst -sha256 -hmac secret-of-a-test
  assert.equal(
    params.signature,
    '7fa73bdb06b585e90129362af1d367c95e7989618d029bf9824fbe5ac1b1aca9',
  );
});

for (const [type, algorithm] of [
  ['ed25519', null],
  ['rsa', 'sha256'],
] as const)
  test(`a subscription is signed by a private key of type ${type}`, () => {
    const { publicKey, privateKey } =
      type === 'rsa'
        ? generateKeyPairSync('rsa', { modulusLength: 2_048 })
        : generateKeyPairSync('ed25519');
    const { params } = subscription(privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const signature = Buffer.from(params.signature, 'base64');
    assert(verify(algorithm, Buffer.from(PAYLOAD), publicKey, signature));
  });
