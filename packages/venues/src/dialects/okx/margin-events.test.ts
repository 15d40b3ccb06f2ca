import { suite, test } from 'node:test';
import assert from 'node:assert/strict';
import { present } from '#lib/assert.ts';
import { decimal } from '#lib/decimal.ts';
import type { VenueMarginEvent } from '#venue-port/exchange/exchange.ts';
import type { CursorPage, Query, Verdict } from '#venues/dialect.ts';
import { OKX } from '#venues/dialects/okx/okx.ts';
import { FILL, FUTURES, list, NOW_MS } from '#venues/dialects/okx/okx.fixture.ts';
import { leftOutBy } from '#venues/dialects/reply/left-out.fixture.ts';

const { account } = OKX;
const SWAP = 'BTC-USDT-SWAP';

function valueOf<T>(verdict: Verdict<T>): T {
  assert(verdict.kind === 'done', verdict.kind);
  return verdict.value;
}

const BILL = {
  billId: '623950854533513219',
  ccy: 'USDT',
  fee: '0',
  instId: SWAP,
  instType: 'SWAP',
  mgnMode: 'cross',
  pnl: '-0.6',
  px: '60000',
  subType: '173',
  sz: '50',
  ts: String(NOW_MS - 5_000),
  type: '8',
};
const RATE = { instId: SWAP, fundingTime: String(NOW_MS - 6_000), realizedRate: '0.0001' };

/** As the venue lists these bills and rates. */
function marginEvents(
  bills: readonly (Omit<typeof BILL, 'subType'> & { readonly subType: unknown })[],
  rates: readonly object[] = [RATE],
): readonly VenueMarginEvent[] | string {
  assert(account.marginEvents !== null);
  let query: Query<CursorPage<VenueMarginEvent>> = account.marginEvents(
    `[${NOW_MS - 60_000},[]]`,
    100,
    FUTURES,
  );
  for (;;) {
    const { path, parameters } = query.call;
    const ofType = bills.filter(({ type }) => type === parameters['type']);
    const verdict = query.read(list(path === 'account/bills' ? ofType : rates));
    if (verdict.kind !== 'done') return verdict.kind;
    if (verdict.value.rest === null) return verdict.value.items;
    query = verdict.value.rest;
  }
}

suite('funding and liquidations at OKX', () => {
  /** What the bill says it gained, the rate, and what follows. */
  const FUNDINGS = [
    ['-0.6', '0.0001', 'long', '0.6'],
    ['0.6', '0.0001', 'short', '-0.6'],
    ['-0.6', '-0.0001', 'short', '0.6'],
    ['0.6', '-0.0001', 'long', '-0.6'],
  ] as const;
  for (const [pnl, realizedRate, direction, paid] of FUNDINGS)
    test(`${pnl} at the rate ${realizedRate} was ${paid} of a ${direction} position`, () => {
      const [event] = marginEvents([{ ...BILL, pnl }], [{ ...RATE, realizedRate }]);
      assert.deepEqual(event, {
        kind: 'funding',
        eventId: BILL.billId,
        atMs: NOW_MS - 5_000,
        sequence: BigInt(BILL.billId),
        marketTag: 'OKX_BTC_USDT_PERP',
        amount: decimal('50'),
        currency: 'USDT',
        direction,
        paid: decimal(paid),
      });
    });

  test('a payment whose rate is not listed is not guessed, and none is no event', () => {
    assert.equal(marginEvents([BILL], []), 'not_done');
    assert.equal(
      marginEvents([BILL], [{ ...RATE, fundingTime: String(NOW_MS - 3_600_000) }]),
      'not_done',
    );
    assert.deepEqual(marginEvents([{ ...BILL, pnl: '0' }], []), []);
  });

  test('rates that one call does not list are read page by page', () => {
    assert(account.marginEvents !== null);
    const cursor = `[${NOW_MS - 60_000},[]]`;
    const first = valueOf(account.marginEvents(cursor, 100, FUTURES).read(list([BILL])));
    const second = valueOf(present(first.rest, 'liquidations').read(list([])));
    const third = valueOf(present(second.rest, "for another's loss").read(list([])));
    const rates = present(third.rest, 'rates');
    assert.equal(rates.call.path, 'public/funding-rate-history');
    const full = Array.from({ length: 400 }, (_, index) => ({
      ...RATE,
      fundingTime: String(NOW_MS + 50_000 - index),
    }));
    const next = present(valueOf(rates.read(list(full))).rest, 'the next page');
    assert.equal(next.call.parameters['after'], NOW_MS + 50_000 - 399);
    assert.equal(valueOf(next.read(list([RATE]))).items.length, 1);
  });

  const LIQUIDATION = { ...BILL, type: '5', pnl: '-30', fee: '-1.5', px: '58000' };
  for (const [subType, direction] of [
    ['100', 'long'],
    ['101', 'short'],
    ['102', 'short'],
    ['103', 'long'],
    ['104', 'long'],
    ['105', 'short'],
    ['106', 'short'],
    ['107', 'long'],
  ] as const)
    test(`the bill ${subType} is the liquidation of a ${direction} position`, () => {
      const [event] = marginEvents([{ ...LIQUIDATION, subType }]);
      assert(typeof event === 'object' && event.kind === 'liquidation');
      assert.deepEqual(
        [event.direction, event.amount, event.price, event.fee],
        [direction, decimal('50'), decimal('58000'), decimal('1.5')],
      );
    });

  for (const [subType, direction] of [
    ['125', 'long'],
    ['126', 'short'],
    ['127', 'short'],
    ['128', 'long'],
  ] as const)
    test(`the bill ${subType} closed a ${direction} position for another's loss`, () => {
      const [event] = marginEvents([{ ...LIQUIDATION, type: '9', subType, fee: '0' }]);
      assert(typeof event === 'object' && event.kind === 'liquidation');
      assert.deepEqual([event.direction, event.fee], [direction, 0n]);
    });

  test('a bill whose code is a number says the same, and one without a code is named', () => {
    const [event] = marginEvents([{ ...LIQUIDATION, subType: 104 }]);
    assert(typeof event === 'object' && event.kind === 'liquidation');
    assert.equal(event.direction, 'long');
    assert(account.marginEvents !== null);
    const query = account.marginEvents(null, 100, FUTURES);
    for (const subType of ['', null, undefined, {}])
      assert.equal(leftOutBy(() => query.read(list([{ ...LIQUIDATION, subType }]))).length, 1);
  });

  test('what moves a position from or to another account is no liquidation', () => {
    for (const subType of ['110', '111', '999'])
      assert.deepEqual(marginEvents([{ ...LIQUIDATION, subType }]), []);
  });

  test('other bills are left out of a list', () => {
    assert(account.marginEvents !== null);
    const query = account.marginEvents(null, 100, FUTURES);
    assert.equal(leftOutBy(() => query.read(list([{ ...BILL, type: '2' }]))).length, 1);
  });

  test('trades by which the venue closes a position are no fills of an order', () => {
    const closing = { ...FILL, instType: 'SWAP', instId: SWAP, subType: '107', tradeId: '7' };
    const numbered = { ...closing, subType: 107, tradeId: '9' };
    const rows = [closing, numbered, { ...closing, subType: '2', tradeId: '8' }];
    const fills = account.fills(null, `[${NOW_MS - 60_000},[]]`, 100, FUTURES);
    assert.deepEqual(
      valueOf(fills.read(list(rows))).items.map(({ fillId }) => fillId),
      [`${FILL.ordId}-8`],
    );
  });
});
