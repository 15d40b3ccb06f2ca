import { test } from 'node:test';
import assert from 'node:assert/strict';
import { encodeJson } from '#lib/json.ts';
import { decimal } from '#lib/decimal.ts';
import { DAY_MS } from '#lib/time.ts';
import type { VenueFill } from '#venue-port/exchange/exchange.ts';
import type { CursorPage, ListQuery, Query, Verdict } from '#venues/dialect.ts';
import { BYBIT } from '#venues/dialects/bybit/bybit.ts';
import {
  BTC_PERPETUAL,
  BTC_SPOT,
  EXECUTION,
  FUTURES,
  NOW_MS,
  OUR_NAME,
  page,
  RESTING,
  SPOT,
} from '#venues/dialects/bybit/bybit.fixture.ts';
import { leftOutBy } from '#venues/dialects/reply/left-out.fixture.ts';

const { account } = BYBIT;
const WEEK_MS = 7 * DAY_MS;

function valueOf<T>(verdict: Verdict<T>): T {
  assert(verdict.kind === 'done', encodeJson(verdict));
  return verdict.value;
}

type Trade = Readonly<Record<string, unknown>> & {
  readonly execId: string;
  readonly execTime: string;
};

function trade(id: number, atMs: number, changes: object = {}): Trade {
  return { ...EXECUTION, execId: `e${id}`, execTime: String(atMs), seq: id, ...changes };
}

/** The list as the venue gives it: newest first, a week at most, a hundred at most. */
function venueOf(trades: readonly Trade[]) {
  const requests: Readonly<Record<string, unknown>>[] = [];
  const respond = (query: Query<unknown>) => {
    const { startTime, endTime, limit, cursor = '0', orderId } = query.call.parameters;
    requests.push(query.call.parameters);
    if (orderId === undefined) assert(Number(endTime) - Number(startTime) <= WEEK_MS);
    const matching = trades
      .filter(({ execTime }) => orderId !== undefined || Number(execTime) >= Number(startTime))
      .filter(({ execTime }) => orderId !== undefined || Number(execTime) <= Number(endTime))
      .toSorted((left, right) => Number(right.execTime) - Number(left.execTime));
    const end = Number(cursor) + Number(limit);
    const list = matching.slice(Number(cursor), end);
    return query.read(page(list, end < matching.length ? String(end) : ''));
  };
  const readFills = (cursor: string | null, limit: number): CursorPage<VenueFill> => {
    let found = valueOf(
      respond(account.fills(null, cursor, limit, SPOT)) as Verdict<CursorPage<VenueFill>>,
    );
    while (found.rest !== null)
      found = valueOf(respond(found.rest) as Verdict<CursorPage<VenueFill>>);
    return found;
  };
  return { requests, respond, readFills };
}

function idsOf({ items }: CursorPage<VenueFill>): readonly string[] {
  return items.map(({ fillId }) => fillId);
}

test('fills are read oldest first through all weeks, and go on after the last one', () => {
  const trades = [trade(1, NOW_MS - 40 * DAY_MS), trade(2, NOW_MS - 3_000), trade(3, NOW_MS - 900)];
  const { readFills } = venueOf(trades);
  const one = readFills(null, 100);
  assert.deepEqual(idsOf(one), ['e1']);
  const two = readFills(one.cursor, 100);
  assert.deepEqual(idsOf(two), ['e2', 'e3']);
  assert.deepEqual(readFills(two.cursor, 100), { items: [], cursor: two.cursor, rest: null });
});

test('a page is as small as it was requested, and nothing is left out or doubled', () => {
  const trades = Array.from({ length: 7 }, (_, index) => trade(index, NOW_MS - 5_000));
  const { readFills } = venueOf(trades);
  const found: string[] = [];
  let cursor: string | null = null;
  for (;;) {
    const next: CursorPage<VenueFill> = readFills(cursor, 2);
    if (next.items.length === 0) break;
    assert(next.items.length <= 2);
    found.push(...idsOf(next));
    ({ cursor } = next);
  }
  assert.deepEqual(found, ['e0', 'e1', 'e2', 'e3', 'e4', 'e5', 'e6']);
});

test('a fill that appears late, behind the last one, is found', () => {
  const seen = [trade(1, NOW_MS - 9_000), trade(3, NOW_MS - 2_000)];
  const { cursor } = venueOf(seen).readFills(null, 100);
  const late = venueOf([...seen, trade(2, NOW_MS - 4_000)]).readFills(cursor, 100);
  assert.deepEqual(idsOf(late), ['e2']);
});

test('a fill that a later page does not show is not read twice when it is back', () => {
  const trades = [trade(1, NOW_MS - 2_000), trade(2, NOW_MS - 1_000)];
  const one = venueOf(trades.slice(0, 1)).readFills(null, 100);
  const two = venueOf(trades.slice(1)).readFills(one.cursor, 100);
  assert.deepEqual(idsOf(two), ['e2']);
  assert.deepEqual(idsOf(venueOf(trades).readFills(two.cursor, 100)), []);
});

test('a week with thousands of fills is read in parts', () => {
  const trades = Array.from({ length: 4_000 }, (_, index) =>
    trade(index, NOW_MS - WEEK_MS + 1_000 + index * 150_000),
  );
  const { readFills, requests } = venueOf(trades);
  let cursor: string | null = null;
  const found: string[] = [];
  for (;;) {
    const next: CursorPage<VenueFill> = readFills(cursor, 500);
    if (next.items.length === 0) break;
    found.push(...idsOf(next));
    ({ cursor } = next);
  }
  assert.deepEqual(
    found,
    trades.map(({ execId }) => execId),
  );
  assert(requests.length < 400, String(requests.length));
});

test('a quiet account is not read from long ago each time', () => {
  const { readFills, requests } = venueOf([trade(1, NOW_MS - 60 * DAY_MS)]);
  const one = readFills(null, 100);
  const two = readFills(one.cursor, 100);
  assert.deepEqual(idsOf(two), []);
  requests.length = 0;
  readFills(two.cursor, 100);
  assert.equal(requests.length, 1);
});

test('a fill carries our name, its fee as it was taken, and its market', () => {
  const foreign = { orderLinkId: '', side: 'Sell', feeCurrency: 'USDT', symbol: 'NEWUSDT' };
  const { readFills } = venueOf([trade(1, NOW_MS - 2), trade(2, NOW_MS - 1, foreign)]);
  const { items } = readFills(null, 10);
  assert.deepEqual(
    items.map(({ clientOrderId, side, fee, feeCurrency, marketTag }) => [
      clientOrderId,
      side,
      fee,
      feeCurrency,
      marketTag,
    ]),
    [
      [OUR_NAME, 'buy', decimal('0.0000125'), 'BTC', 'BYBIT_BTC_USDT'],
      [null, 'sell', decimal('0.0000125'), 'USDT', 'BYBIT_NEWUSDT'],
    ],
  );
});

test('a spot fee without a currency is unreadable; of a contract it is in its settlement', () => {
  const unnamed = page([trade(1, NOW_MS, { feeCurrency: '' })]);
  const fills = account.fills(null, null, 10, SPOT);
  assert.equal(leftOutBy(() => fills.read(unnamed)).length, 1);
  const free = page([trade(1, NOW_MS, { feeCurrency: '', execFee: '0' })]);
  assert.deepEqual(
    leftOutBy(() => fills.read(free)),
    [],
  );
  const { items } = valueOf(
    account
      .orderFills(
        { clientOrderId: OUR_NAME, venueOrderId: RESTING.orderId, placedAtMs: NOW_MS },
        BTC_PERPETUAL,
        FUTURES,
      )
      .read(unnamed),
  );
  assert.equal(items[0]?.feeCurrency, 'USDT');
});

test('fills of one order are read to the last page, oldest first', () => {
  const trades = Array.from({ length: 250 }, (_, index) => trade(index, NOW_MS - 5_000 + index));
  const { respond, requests } = venueOf(trades);
  const name = { clientOrderId: OUR_NAME, venueOrderId: RESTING.orderId, placedAtMs: NOW_MS };
  let query: ListQuery<VenueFill> | null = account.orderFills(name, BTC_SPOT, SPOT);
  const found: VenueFill[] = [];
  while (query !== null) {
    const next: { items: readonly VenueFill[]; next: ListQuery<VenueFill> | null } = valueOf(
      respond(query) as Verdict<{ items: readonly VenueFill[]; next: ListQuery<VenueFill> | null }>,
    );
    found.push(...next.items);
    query = next.next;
  }
  assert.equal(requests.length, 3);
  assert.deepEqual(
    found.map(({ fillId }) => fillId),
    trades.map(({ execId }) => execId),
  );
  const other = page([{ ...trades[0], orderId: 'another' }]);
  assert.equal(account.orderFills(name, BTC_SPOT, SPOT).read(other).kind, 'not_done');
});

test('a text that is no cursor is a failure', () => {
  for (const cursor of ['x', '{}', '["x",[]]', '[1,7]'])
    assert.throws(() => account.fills(null, cursor, 10, SPOT), { code: 'corrupt_reply' });
});
