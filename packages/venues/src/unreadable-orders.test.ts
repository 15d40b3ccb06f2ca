// Open orders that cannot be read: their meaning for look-ups and for the rest of the account.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { OutcomeUnknown } from '#venue-port/world/failure.ts';
import type { UnreadableOrder, Verdict } from '#venues/dialect.ts';
import { ACCOUNT, NAME, ORDER, scriptedVenue, venueOrder } from '#venues/scripted-venue.fixture.ts';

const ABSENT: Verdict<never> = { kind: 'absent' };
const FORGOTTEN: Verdict<never> = { kind: 'forgotten' };
const CORRUPT: Verdict<never> = {
  kind: 'not_done',
  failure: 'corrupt_reply',
  retryAfterMs: null,
  stopsAddress: false,
  detail: 'no side',
};

function listWith(...unreadable: readonly Omit<UnreadableOrder, 'detail'>[]): Verdict<unknown> {
  const rows = unreadable.map((row) => ({ ...row, detail: '"side" is none that is known.' }));
  const items = [venueOrder({ venueOrderId: 'v9', clientOrderId: 'ours-9' })];
  return { kind: 'done', value: { items, unreadable: rows, next: null } };
}

const KNOWN = { ...NAME, venueOrderId: 'v1' };

/** What the row says of itself, what is looked up, what the venue says, and what follows. */
const LOOK_UPS = [
  ['our name', { venueOrderId: null, venueName: 'ours-1' }, NAME, ABSENT, 'unreadable'],
  ['our name', { venueOrderId: 'v1', venueName: 'ours-1' }, NAME, FORGOTTEN, 'unreadable'],
  ['our name', { venueOrderId: 'v1', venueName: 'ours-1' }, NAME, CORRUPT, 'unreadable'],
  ['the id', { venueOrderId: 'v1', venueName: null }, KNOWN, ABSENT, 'unreadable'],
  ['the id', { venueOrderId: 'v1', venueName: null }, NAME, ABSENT, 'unreadable'],
  ['nothing', { venueOrderId: null, venueName: null }, NAME, ABSENT, 'unreadable'],
  ['nothing', { venueOrderId: null, venueName: null }, NAME, CORRUPT, 'corrupt_reply'],
  ['another id', { venueOrderId: 'v2', venueName: null }, KNOWN, ABSENT, 'absent'],
  ['another name', { venueOrderId: 'v2', venueName: 'theirs' }, NAME, ABSENT, 'absent'],
  ['no name', { venueOrderId: 'v2', venueName: '' }, NAME, ABSENT, 'absent'],
  ['another name', { venueOrderId: 'v2', venueName: 'theirs' }, NAME, CORRUPT, 'corrupt_reply'],
] as const;

for (const [says, row, name, verdict, follows] of LOOK_UPS)
  test(`an open order that says ${says}, look-up ${verdict.kind}: ${follows}`, async () => {
    const { exchange } = scriptedVenue({ open: [listWith(row)], look_up: [verdict] });
    const open = await exchange.fetchOpenOrders(ACCOUNT);
    assert.deepEqual(
      open.map(({ venueOrderId }) => venueOrderId),
      ['v9'],
    );
    const seen = exchange.fetchOrder(ACCOUNT, 'm1', name);
    if (follows === 'corrupt_reply') await assert.rejects(seen, { code: follows });
    else assert.equal((await seen).kind, follows);
  });

test('an order is absent again when the list can be read', async () => {
  const row = { venueOrderId: null, venueName: null };
  const { exchange } = scriptedVenue({
    open: [listWith(row), listWith()],
    look_up: [ABSENT, ABSENT],
  });
  for (const kind of ['unreadable', 'absent']) {
    await exchange.fetchOpenOrders(ACCOUNT);
    assert.equal((await exchange.fetchOrder(ACCOUNT, 'm1', NAME)).kind, kind);
  }
});

test('whether an order that cannot be read was cancelled is unknown', async () => {
  const { exchange } = scriptedVenue({
    open: [listWith({ venueOrderId: null, venueName: 'ours-1' })],
    cancel: [ABSENT],
    look_up: [ABSENT],
  });
  await exchange.fetchOpenOrders(ACCOUNT);
  await assert.rejects(exchange.cancelOrder(ACCOUNT, 'm1', NAME), OutcomeUnknown);
});

for (const [says, row, follows] of [
  ['nothing', { venueOrderId: null, venueName: null }, 'order_rejected'],
  ['no name', { venueOrderId: 'v2', venueName: null }, 'order_rejected'],
  ['our name', { venueOrderId: null, venueName: 'ours-1' }, 'unknown'],
] as const)
  test(`an order is refused while one that cannot be read says ${says}: ${follows}`, async () => {
    const { exchange } = scriptedVenue({
      open: [listWith(row)],
      place: [{ kind: 'rejected', code: 'order_rejected', detail: 'no' }],
      look_up: [ABSENT, ABSENT],
    });
    await exchange.fetchOpenOrders(ACCOUNT);
    const placing = exchange.placeOrder(ACCOUNT, ORDER);
    if (follows === 'unknown') return assert.rejects(placing, OutcomeUnknown);
    const result = await placing;
    assert(!result.ok);
    assert.equal(result.rejection.code, follows);
  });

test('an order that cannot be read is logged once for as long as it is listed', async () => {
  const row = { venueOrderId: 'v1', venueName: null };
  const logged: unknown[] = [];
  const { exchange } = scriptedVenue(
    { open: [listWith(row), listWith(row), listWith(), listWith(row, row)] },
    { onWarning: (event, fields) => logged.push([event, fields]) },
  );
  for (const count of [1, 1, 1, 2]) {
    await exchange.fetchOpenOrders(ACCOUNT);
    assert.equal(logged.length, count);
  }
  const cause = '"side" is none that is known.';
  const fields = { account_id: 'a1', venue_order_id: 'v1', cause };
  assert.deepEqual(logged[0], ['account.order_unreadable', fields]);
});
