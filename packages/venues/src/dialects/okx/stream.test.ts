import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { present } from '#lib/assert.ts';
import { decimal } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import { OKX_MARKET_STREAM } from '#venues/dialects/okx/market-stream.ts';
import { BTC_SPOT, FILL, NOW_MS, RESTING, SPOT } from '#venues/dialects/okx/okx.fixture.ts';
import { readListedFill } from '#venues/dialects/okx/read-fill.ts';
import { OKX_STREAM } from '#venues/dialects/okx/stream.ts';

const KEYS = { apiKey: 'key', secret: 'secret', passphrase: 'phrase' };

/** In a few words: what each frame says. */
function brief(frame: unknown): readonly string[] {
  const text = typeof frame === 'string' ? frame : JSON.stringify(frame);
  return OKX_STREAM.read(text, SPOT).map((event) => {
    if (event.kind === 'refused') return `refused ${event.failure}`;
    return event.kind === 'news' ? `news ${event.news.kind}` : event.kind;
  });
}

test('OKX is logged on to with the time in seconds, signed as its documentation says', () => {
  const [frame = ''] = OKX_STREAM.open(KEYS, null, NOW_MS + 999);
  const sign = createHmac('sha256', 'secret')
    .update('1700000000GET/users/self/verify')
    .digest('base64');
  assert.deepEqual(JSON.parse(frame), {
    op: 'login',
    args: [{ apiKey: 'key', passphrase: 'phrase', timestamp: '1700000000', sign }],
  });
});

const orders = (...data: readonly object[]): object => ({
  arg: { channel: 'orders', instType: 'SPOT', uid: '1' },
  data,
});
const STREAMED = {
  ...RESTING,
  state: 'filled',
  accFillSz: FILL.fillSz,
  avgPx: FILL.fillPx,
  fillPx: FILL.fillPx,
  fillSz: FILL.fillSz,
  fillTime: FILL.ts,
  tradeId: FILL.tradeId,
  execType: 'T',
  fillFee: FILL.fee,
  fillFeeCcy: 'BTC',
};

/** A frame, and what it says. */
const FRAMES: readonly (readonly [string, unknown, readonly string[]])[] = [
  ['pong', 'pong', []],
  ['logged on', { event: 'login', code: '0', msg: '' }, ['send']],
  ['subscribed', { event: 'subscribe', arg: { channel: 'orders' } }, ['ready']],
  ['a wrong key', { event: 'error', code: '60005', msg: 'Invalid' }, ['refused unauthorized']],
  ['a wrong signature', { event: 'error', code: '60007', msg: '' }, ['refused unauthorized']],
  ['a wrong passphrase', { event: 'error', code: '60024', msg: '' }, ['refused unauthorized']],
  ['too late', { event: 'error', code: '60006', msg: '' }, ['refused unavailable']],
  ['not logged on', { event: 'error', code: '60011', msg: '' }, ['refused unavailable']],
  ['an error never seen', { event: 'error', code: '69999' }, ['refused unavailable']],
  ['an upgrade', { event: 'notice', code: '64008', msg: 'soon' }, ['over']],
  ['another notice', { event: 'notice', code: '64009', msg: '' }, []],
  ['how many connections there are', { event: 'channel-conn-count', connCount: '2' }, []],
  ['an order', orders(RESTING), ['news order']],
  ['a fill', orders(STREAMED), ['news fill', 'news order']],
  [
    'a cancellation that repeats a fill',
    orders({ ...STREAMED, state: 'canceled', cancelSource: '1' }),
    ['news order'],
  ],
  ['a fill without its fee', orders({ ...STREAMED, fillFee: undefined }), ['sweep']],
  ['an order that cannot be read', orders({ ...RESTING, state: 'merged' }), ['sweep']],
  ['another channel', { arg: { channel: 'account' }, data: [{}] }, []],
  ['no JSON', '<html>', ['sweep']],
];

for (const [title, frame, expected] of FRAMES)
  test(`OKX sends ${title}: ${expected.join(', ') || 'nothing'}`, () => {
    assert.deepEqual(brief(frame), expected);
  });

test('a fill in the stream of OKX is the one of its list', () => {
  const [event] = OKX_STREAM.read(JSON.stringify(orders(STREAMED)), SPOT);
  assert(event?.kind === 'news' && event.news.kind === 'fill');
  // The stream does not number it among the bills.
  const { sequence, ...listed } = present(readListedFill(FILL, SPOT).item, 'it is of an order');
  assert.equal(sequence, BigInt(FILL.billId));
  assert.deepEqual(event.news.fill, listed);
  assert.equal(event.news.fill.fee, decimal('0.0000125'));
});

const find = SPOT.findMarket;

function candleFrame(confirm: string): string {
  const row = [String(NOW_MS), '1', '3', '0.5', '2', '7.5', '15', '15', confirm];
  return JSON.stringify({ arg: { channel: 'candle1m', instId: 'BTC-USDT' }, data: [row] });
}

test('a candle of OKX is read, and says whether it has closed', () => {
  for (const [confirm, isClosed] of [
    ['0', false],
    ['1', true],
  ] as const) {
    const [event] = OKX_MARKET_STREAM.read(candleFrame(confirm), 'spot', find);
    assert(event?.kind === 'candle');
    const { streamed } = event;
    assert.deepEqual(
      [streamed.marketTag, streamed.isClosed, streamed.atMs - NOW_MS],
      [BTC_SPOT.market.marketTag, isClosed, isClosed ? MINUTE_MS : 0],
    );
    assert.deepEqual(streamed.candle, {
      openTimeMs: NOW_MS,
      open: 10n,
      high: 30n,
      low: 5n,
      close: 20n,
      volume: 750_000_000n,
    });
  }
});

test('candles of OKX are subscribed by name, and each frame has its number', () => {
  const { subscribe, read } = OKX_MARKET_STREAM;
  assert.deepEqual(JSON.parse(subscribe([BTC_SPOT], 7, 0)), {
    id: '7',
    op: 'subscribe',
    args: [{ channel: 'candle1m', instId: 'BTC-USDT' }],
  });
  const of = (frame: object) => read(JSON.stringify(frame), 'spot', find);
  assert.deepEqual(of({ id: '7', event: 'subscribe', arg: {} }), [
    { kind: 'subscribed', frameNumber: 7 },
  ]);
  assert.deepEqual(of({ id: '7', event: 'error', code: '60018', msg: 'Wrong channel' }), [
    { kind: 'refused', frameNumber: 7, detail: 'Wrong channel (60018)' },
  ]);
  assert.deepEqual(of({ event: 'notice', code: '64008' }), [{ kind: 'over' }]);
  assert.deepEqual(of({ arg: { channel: 'candle1m', instId: 'NO-NE' }, data: [['1']] }), []);
  assert.deepEqual(read('pong', 'spot', find), []);
  assert.deepEqual(read(candleFrame('2'), 'spot', find), []);
});
