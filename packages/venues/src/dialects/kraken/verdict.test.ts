import { test } from 'node:test';
import assert from 'node:assert/strict';
import { HOUR_MS } from '#lib/time.ts';
import type { Verdict } from '#venues/dialect.ts';
import { KRAKEN } from '#venues/dialects/kraken/kraken.ts';
import {
  BTC_SPOT,
  FILLED,
  newOrder,
  NOW_MS,
  ORDER_ID,
  OUR_NAME,
  OUR_UUID,
  RECEIPT,
  refusal,
  reply,
  RESTING,
  result,
  SPOT,
} from '#venues/dialects/kraken/kraken.fixture.ts';
import type { WireOutcome } from '#venues/wire/venue-wire.ts';
import { leftOutBy } from '#venues/dialects/reply/left-out.fixture.ts';

const NAME = { clientOrderId: OUR_NAME, venueOrderId: null, placedAtMs: NOW_MS - 1_000 };
const KNOWN = { ...NAME, venueOrderId: ORDER_ID };
const { orders, account } = KRAKEN;
const PLACE = orders.place(newOrder(), BTC_SPOT, {
  ...SPOT,
  protectionPrice: null,
  marginMode: null,
});
const CANCEL = orders.cancel(NAME, BTC_SPOT, SPOT);
const [AMONG_OPEN, AMONG_ENDED] = orders.lookUp(NAME, BTC_SPOT, SPOT);
const [BY_ID] = orders.lookUp(KNOWN, BTC_SPOT, SPOT);
assert(AMONG_OPEN !== undefined && AMONG_ENDED !== undefined && BY_ID !== undefined);

const HTML = '<html><head><title>403 Forbidden</title></head></html>';

/** In a few words: what a caller acts on. */
function brief(verdict: Verdict<unknown>): string {
  if (verdict.kind === 'rejected') return `rejected ${verdict.code}`;
  if (verdict.kind !== 'not_done') return verdict.kind;
  return `not_done ${verdict.failure}${verdict.stopsAddress ? ' address' : ''}`;
}

const UNAUTHORIZED = ['not_done unauthorized', 'not_done unauthorized'] as const;
const UNCLEAR = ['unknown', 'not_done unavailable'] as const;
const UNREADABLE = ['unknown', 'not_done corrupt_reply'] as const;
const REFUSED = ['rejected order_rejected', 'not_done unavailable'] as const;
const POOR = ['rejected insufficient_funds', 'not_done unavailable'] as const;
const TOO_FAST = ['not_done rate_limited', 'not_done rate_limited'] as const;
const BANNED = ['not_done rate_limited address', 'not_done rate_limited address'] as const;
const CLOCK = ['clock', 'clock'] as const;
const TAKEN = ['duplicate', 'not_done unavailable'] as const;
const TIMED_OUT = ['unknown', 'not_done timeout'] as const;

/** What happened, the verdict on a placement, and that on a look-up. */
const OUTCOMES: readonly (readonly [string, WireOutcome, readonly [string, string]])[] = [
  [
    'connection refused',
    { kind: 'not_sent', cause: 'refused', retryAfterMs: null },
    ['not_done unavailable', 'not_done unavailable'],
  ],
  ['hang', { kind: 'no_reply', cause: 'timeout' }, TIMED_OUT],
  ['reset', { kind: 'no_reply', cause: 'reset' }, TIMED_OUT],
  ['truncated', { kind: 'no_reply', cause: 'truncated' }, TIMED_OUT],
  ['empty 200', reply(''), UNREADABLE],
  ['HTML 200', reply(HTML), UNREADABLE],
  ['{} 200', reply({}), UNREADABLE],
  ['errors that are no list', reply({ error: '', result: RECEIPT }), UNREADABLE],
  ['errors that are no text', reply({ error: [1], result: RECEIPT }), UNREADABLE],
  ['no error and no result', reply({ error: [] }), UNREADABLE],
  ['no error and an empty list', result([]), UNREADABLE],
  ['500', reply('', { status: 500 }), UNCLEAR],
  ['502 HTML', reply(HTML, { status: 502 }), UNCLEAR],
  ['520 HTML', reply(HTML, { status: 520 }), UNCLEAR],
  ['404', reply(HTML, { status: 404 }), UNCLEAR],
  ['firewall', reply(HTML, { status: 403 }), UNCLEAR],
  ['success in a 500', result(RECEIPT, { status: 500 }), UNCLEAR],
  ['funds in a 500', { ...refusal('EOrder:Insufficient funds'), status: 500 }, UNCLEAR],
  ['unavailable', refusal('EService:Unavailable'), UNCLEAR],
  ['busy', refusal('EService:Busy'), UNCLEAR],
  ['deadline elapsed', refusal('EService:Deadline elapsed'), UNCLEAR],
  ['internal error', refusal('EGeneral:Internal error'), UNCLEAR],
  ['database', refusal('EDatabase:Internal error'), UNCLEAR],
  ['an error never seen', refusal('EOrder:Surprise'), UNCLEAR],
  ['a category never seen', refusal('EOther'), UNCLEAR],
  ['funds and an error never seen', refusal('EOrder:Insufficient funds', 'EOther:x'), UNCLEAR],
  ['a warning alone', refusal('WGeneral:Danger'), UNCLEAR],
  ['too many calls of the key', refusal('EAPI:Rate limit exceeded'), TOO_FAST],
  ['too many orders', refusal('EOrder:Rate limit exceeded'), TOO_FAST],
  ['too many at once', refusal('EService:Throttled: 1700000003'), TOO_FAST],
  ['too many of the address', refusal('EGeneral:Too many requests'), BANNED],
  ['locked out', refusal('EGeneral:Temporary lockout'), BANNED],
  ['429 HTML', reply(HTML, { status: 429 }), BANNED],
  ['key', refusal('EAPI:Invalid key'), UNAUTHORIZED],
  ['signature', refusal('EAPI:Invalid signature'), UNAUTHORIZED],
  ['permission', refusal('EGeneral:Permission denied'), UNAUTHORIZED],
  ['number', refusal('EAPI:Invalid nonce'), CLOCK],
  ['deadline not accepted', refusal('EGeneral:Invalid arguments:deadline'), CLOCK],
  ['arguments', refusal('EGeneral:Invalid arguments'), REFUSED],
  ['volume', refusal('EGeneral:Invalid arguments:volume'), REFUSED],
  ['no such market', refusal('EQuery:Unknown asset pair'), REFUSED],
  ['cancel only', refusal('EService:Market in cancel_only mode'), REFUSED],
  ['too small', refusal('EOrder:Order minimum not met'), REFUSED],
  ['price', refusal('EOrder:Invalid price:Invalid price argument'), REFUSED],
  ['funds', refusal('EOrder:Insufficient funds'), POOR],
  ['name taken', refusal('EGeneral:Invalid arguments:cl_ord_id'), TAKEN],
  ['name taken, in other words', refusal('EOrder:Duplicate client order ID'), TAKEN],
  ['no such order', refusal('EOrder:Unknown order'), ['unknown', 'absent']],
];

for (const [title, outcome, [ofPlacement, ofLookUp]] of OUTCOMES)
  test(`Kraken, ${title}: a placement is "${ofPlacement}", a look-up "${ofLookUp}"`, () => {
    assert.equal(brief(PLACE.read(outcome)), ofPlacement);
    for (const look of [AMONG_OPEN, BY_ID]) {
      const expected = title === 'no error and an empty list' ? UNREADABLE[1] : ofLookUp;
      assert.equal(brief(look.read(outcome)), expected);
    }
  });

/** What the venue says of a placement, and the verdict. */
const RECEIPTS: readonly (readonly [string, unknown, string])[] = [
  ['an id and the order', RECEIPT, 'done'],
  ['no id', { ...RECEIPT, txid: [] }, 'unknown'],
  ['an empty id', { ...RECEIPT, txid: [''] }, 'unknown'],
  ['two ids', { ...RECEIPT, txid: [ORDER_ID, ORDER_ID] }, 'unknown'],
  ['an id that is no list', { ...RECEIPT, txid: ORDER_ID }, 'unknown'],
  ['an order of the other side', { ...RECEIPT, descr: { order: 'sell 1 XBTUSD' } }, 'unknown'],
  [
    'an order of another amount',
    { ...RECEIPT, descr: { order: 'buy 0.02250000 XBTUSD @ limit 34567.8' } },
    'unknown',
  ],
  [
    'an order of another price',
    { ...RECEIPT, descr: { order: 'buy 0.01250000 XBTUSD @ limit 34567.9' } },
    'unknown',
  ],
  [
    'an order that is worded in another way',
    { ...RECEIPT, descr: { order: 'buy at the market' } },
    'done',
  ],
  ['no description, as of a validation', { txid: [ORDER_ID] }, 'unknown'],
  ['a description alone', { descr: RECEIPT.descr }, 'unknown'],
];

for (const [title, receipt, expected] of RECEIPTS)
  test(`Kraken replies with ${title}: the placement is "${expected}"`, () => {
    assert.equal(brief(PLACE.read(result(receipt))), expected);
  });

test('a placement at Kraken with a warning is one', () => {
  const body = { error: ['WOrder:Something'], result: RECEIPT };
  assert.equal(brief(PLACE.read(reply(body))), 'done');
});

const CANCELS: readonly (readonly [string, WireOutcome, string])[] = [
  ['one order', result({ count: 1 }), 'done'],
  ['one order, soon', result({ count: 1, pending: true }), 'done'],
  ['none', result({ count: 0 }), 'unknown'],
  ['two orders', result({ count: 2 }), 'unknown'],
  ['filled, cancelled or none', refusal('EOrder:Unknown order'), 'absent'],
  ['arguments', refusal('EGeneral:Invalid arguments'), 'unknown'],
  ['funds', refusal('EOrder:Insufficient funds'), 'unknown'],
  ['hang', { kind: 'no_reply', cause: 'timeout' }, 'unknown'],
  ['number', refusal('EAPI:Invalid nonce'), 'clock'],
  ['an error never seen', refusal('EOrder:Surprise'), 'unknown'],
  ['key', refusal('EAPI:Invalid key'), 'not_done unauthorized'],
];

for (const [title, outcome, expected] of CANCELS)
  test(`Kraken, ${title}: a cancellation is "${expected}"`, () => {
    assert.equal(brief(CANCEL.read(outcome)), expected);
  });

/** How long ago an order was placed, and what it means that neither list has it. */
const AGES: readonly (readonly [string, number, readonly string[]])[] = [
  ['a second', 1_000, ['absent', 'absent']],
  ['23 hours', 23 * HOUR_MS, ['absent', 'absent']],
  ['25 hours', 25 * HOUR_MS, ['absent', 'forgotten']],
];

for (const [title, ageMs, expected] of AGES)
  test(`an order of ${title} ago that Kraken does not list is ${expected.join(', ')}`, () => {
    const queries = orders.lookUp({ ...NAME, placedAtMs: NOW_MS - ageMs }, BTC_SPOT, SPOT);
    const lists = [result({ open: {} }), result({ closed: {}, count: 0 })];
    const found = queries.map((query, index) => brief(query.read(lists[index] ?? reply(''))));
    assert.deepEqual(found, expected);
  });

test('an order that Kraken refuses to know is forgotten, too, when it is older', () => {
  const refused = refusal('EOrder:Unknown order');
  for (const [, ageMs, expected] of AGES) {
    const placedAtMs = NOW_MS - ageMs;
    const byName = orders.lookUp({ ...NAME, placedAtMs }, BTC_SPOT, SPOT);
    assert.deepEqual(
      byName.map((query) => brief(query.read(refused))),
      expected,
    );
    const [byId] = orders.lookUp({ ...KNOWN, placedAtMs }, BTC_SPOT, SPOT);
    assert(byId !== undefined);
    assert.equal(brief(byId.read(refused)), expected[1]);
  }
});

test('of several orders of a name Kraken shows, the newest one counts', () => {
  const later = { ...RESTING, status: 'canceled', opentm: FILLED.opentm + 60, closetm: 1.7e9 };
  const closed = { [ORDER_ID]: FILLED, 'OLATER-AAAAA-AAAAAA': later };
  const verdict = AMONG_ENDED.read(result({ closed, count: 2 }));
  assert(verdict.kind === 'done');
  assert.deepEqual(
    [verdict.value.venueOrderId, verdict.value.state],
    ['OLATER-AAAAA-AAAAAA', 'cancelled'],
  );
});

test('a look-up at Kraken that brings another order, or an unreadable one, is a failure', () => {
  const failing = [
    { ...RESTING, cl_ord_id: OUR_UUID.replace('0', '1') },
    { ...RESTING, cl_ord_id: undefined },
    { ...RESTING, status: 'merged' },
    { ...RESTING, status: 'constructor' },
    { ...RESTING, vol_exec: '1,5' },
    { ...RESTING, opentm: 'yesterday' },
    { ...RESTING, descr: { ...RESTING.descr, ordertype: 'other' } },
    {},
  ];
  for (const order of failing)
    assert.equal(
      brief(AMONG_OPEN.read(result({ open: { [ORDER_ID]: order } }))),
      'not_done corrupt_reply',
    );
  assert.equal(brief(AMONG_OPEN.read(result({}))), 'not_done corrupt_reply');
  assert.equal(brief(BY_ID.read(result({ 'OTHER-1': RESTING }))), 'not_done corrupt_reply');
});

test('a list of Kraken that cannot be read is a failure, an empty one is none', () => {
  const [open] = orders.open(SPOT);
  assert(open !== undefined);
  for (const outcome of [reply(''), result({}), result({ open: [RESTING] })])
    assert.equal(brief(open.read(outcome)), 'not_done corrupt_reply');
  const none = { kind: 'done', value: { items: [], unreadable: [], next: null } };
  assert.deepEqual(open.read(result({ open: {} })), none);
  const broken = result({ XXBT: { balance: '' } });
  assert.deepEqual(
    leftOutBy(() => account.balances(SPOT).read(broken)),
    ['BTC'],
  );
});

test('an id that is the one of another order is no proof: Kraken is queried by our name', () => {
  const other = { ...RESTING, cl_ord_id: OUR_UUID.replace(/^./, 'f') };
  assert.equal(brief(BY_ID.read(result({ [ORDER_ID]: other }))), 'absent');
  const [, amongOpen, amongEnded] = orders.lookUp(KNOWN, BTC_SPOT, SPOT);
  assert(amongOpen !== undefined && amongEnded !== undefined);
  for (const { call } of [amongOpen, amongEnded])
    assert.deepEqual(call.parameters, { cl_ord_id: OUR_UUID });
  const verdict = amongOpen.read(result({ open: { 'OLATER-AAAAA-AAAAAA': RESTING } }));
  assert(verdict.kind === 'done');
  assert.equal(verdict.value.venueOrderId, 'OLATER-AAAAA-AAAAAA');
});

test('our own order is cancelled by its name, and one without by the id of Kraken', () => {
  const parametersOf = (name: typeof KNOWN) => orders.cancel(name, BTC_SPOT, SPOT).call.parameters;
  assert.deepEqual(parametersOf(KNOWN), { cl_ord_id: OUR_UUID });
  assert.deepEqual(parametersOf({ ...KNOWN, clientOrderId: ORDER_ID }), { txid: ORDER_ID });
});

test('an order that Kraken does not know has no fills', () => {
  const { read } = account.orderFills(KNOWN, BTC_SPOT, SPOT);
  const verdict = read(refusal('EOrder:Unknown order'));
  assert.deepEqual(verdict, { kind: 'done', value: { items: [], next: null } });
  assert.equal(brief(read(refusal('EOrder:Surprise'))), 'not_done unavailable');
});
