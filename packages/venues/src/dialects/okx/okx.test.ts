import { suite, test } from 'node:test';
import assert from 'node:assert/strict';
import { decimal } from '#lib/decimal.ts';
import { identifierFromBytes } from '#lib/identifier.ts';
import type { OrderType } from '#venue-port/order/order.ts';
import type { VenueOrder } from '#venue-port/exchange/exchange.ts';
import type { Query } from '#venues/dialect.ts';
import { OKX } from '#venues/dialects/okx/okx.ts';
import {
  BTC_SPOT,
  list,
  newOrder,
  NOW_MS,
  OUR_NAME,
  RESTING,
  SPOT,
} from '#venues/dialects/okx/okx.fixture.ts';
import { readOrder } from '#venues/dialects/okx/read-order.ts';
import type { WireOutcome } from '#venues/wire/venue-wire.ts';

function read<T>(query: Query<T> | undefined, outcome: WireOutcome): T {
  const verdict = query?.read(outcome);
  assert(verdict?.kind === 'done', String(verdict?.kind));
  return verdict.value;
}

suite('orders of OKX', () => {
  /** What the venue shows, and what it comes to. */
  const STATES: readonly (readonly [object, VenueOrder['state'], RegExp | null])[] = [
    [{ state: 'live' }, 'open', null],
    [{ state: 'partially_filled', accFillSz: '0.001', avgPx: '1' }, 'open', null],
    [{ state: 'filled', accFillSz: '0.0125', avgPx: '1' }, 'filled', null],
    [{ state: 'canceled' }, 'cancelled', null],
    [{ state: 'canceled', cancelSource: '1' }, 'cancelled', null],
    [{ state: 'canceled', cancelSource: '0' }, 'expired', /own rules \(0\)/],
    [{ state: 'canceled', cancelSource: '32' }, 'expired', /\(32\)/],
    [{ state: 'mmp_canceled', cancelSource: '39' }, 'expired', /\(39\)/],
    [
      { state: 'canceled', cancelSource: '31', cancelSourceReason: 'would\ntake' },
      'rejected',
      /rejected the order \(31: would take\)/,
    ],
    [
      { state: 'canceled', cancelSource: '0', accFillSz: '0.001', avgPx: '1' },
      'cancelled',
      /own rules/,
    ],
    [{ state: 'canceled', cancelSource: '1', accFillSz: '0.001', avgPx: '1' }, 'cancelled', null],
  ];

  for (const [changes, state, reason] of STATES)
    test(`${JSON.stringify(changes)} is ${state}`, () => {
      const order = readOrder({ ...RESTING, ...changes }, SPOT);
      assert.equal(order.state, state);
      if (reason === null) assert.equal(order.reason, null);
      else assert.match(order.reason ?? '', reason);
    });

  test('an order is read as it was placed', () => {
    const { clientOrderId, marketTag, side, type, price, amount } = readOrder(RESTING, SPOT);
    const wish = newOrder();
    assert.deepEqual(
      [clientOrderId, marketTag, side, type, price, amount],
      [OUR_NAME, wish.marketTag, 'buy', 'limit', wish.price, wish.amount],
    );
  });

  test('a market buy of the owner by value has the amount that it got', () => {
    const market = { ...RESTING, ordType: 'market', px: '', state: 'filled', sz: '600' };
    const filled = { accFillSz: '0.01', avgPx: '60000' };
    for (const tgtCcy of ['quote_ccy', ''])
      assert.equal(readOrder({ ...market, ...filled, tgtCcy }, SPOT).amount, decimal('0.01'));
    const inBase = { ...market, ...filled, tgtCcy: 'base_ccy', sz: '0.02' };
    assert.equal(readOrder(inBase, SPOT).amount, decimal('0.02'));
  });

  test('names are letters and digits, and those of others are none of ours', () => {
    const name = identifierFromBytes('ord', Buffer.alloc(16, 255)).replace('_', '');
    assert.equal(OKX.orderName(name), name);
    assert.equal(OKX.ownName(name), name);
    assert(name.length <= 32);
    assert.throws(() => OKX.orderName('with-hyphen'));
    assert.throws(() => OKX.orderName('x'.repeat(33)));
    assert.equal(OKX.ownName('ordweb1'), null);
    assert.equal(readOrder({ ...RESTING, clOrdId: '' }, SPOT).clientOrderId, null);
  });

  test('a full page of open orders is followed by the next one', () => {
    const rows = Array.from({ length: 100 }, (_, index) => ({
      ...RESTING,
      ordId: String(2_000 - index),
    }));
    const page = read(OKX.orders.open(SPOT)[0], list(rows));
    assert.equal(page.items.length, 100);
    assert.equal(page.next?.call.parameters['after'], '1901');
    assert.equal(read(page.next ?? undefined, list([RESTING])).next, null);
  });
});

suite('markets of OKX', () => {
  const ROW = {
    instId: 'BTC-USDT',
    baseCcy: 'BTC',
    quoteCcy: 'USDT',
    lotSz: '0.00000001',
    tickSz: '0.1',
    minSz: '0.00001',
    maxLmtSz: '9999999999',
    maxMktSz: '1000000',
    listTime: '1548133413000',
    state: 'live',
  };
  const markets = (rows: readonly object[]) => read(OKX.markets()[0], list(rows)).items;

  test('a market is read with its steps', () => {
    assert.deepEqual(markets([ROW]), [BTC_SPOT]);
  });

  test('one that has not opened is left out, a suspended one is closed', () => {
    const rows = [
      { ...ROW, state: 'preopen', tickSz: '' },
      { ...ROW, state: 'suspend' },
    ];
    assert.deepEqual(
      markets(rows).map(({ market }) => market.isOpen),
      [false],
    );
  });

  test('minutes that have not closed are left out, and the others are oldest first', () => {
    const row = (at: number, confirm: string): readonly string[] => [
      String(at),
      '1',
      '3',
      '0.5',
      '2',
      '7.5',
      '15',
      '15',
      confirm,
    ];
    const query = OKX.candles.fetch(BTC_SPOT, 0, 180_000);
    const rows = [row(120_000, '0'), row(60_000, '1'), row(0, '1')];
    const found = read(query, list(rows));
    assert.deepEqual(
      found.map(({ openTimeMs }) => openTimeMs),
      [0, 60_000],
    );
    assert.deepEqual(found[0], {
      openTimeMs: 0,
      open: 10n,
      high: 30n,
      low: 5n,
      close: 20n,
      volume: 750_000_000n,
    });
    const broken = [row(0, '1').slice(0, 8)];
    assert.equal(query.read(list(broken)).kind, 'not_done');
    assert.equal(query.read(list([row(0, '2')])).kind, 'not_done');
  });
});

suite('accounts of OKX', () => {
  test('what is locked is the part of the cash that cannot be used', () => {
    const details = [
      { ccy: 'BTC', cashBal: '1.5', availBal: '1.2' },
      { ccy: 'USDT', cashBal: '-3', availBal: '0' },
      { ccy: 'ETH', cashBal: '2', availBal: '5' },
      { ccy: 'BNB', cashBal: '2', availBal: '' },
    ];
    const { balances } = read(OKX.account.balances(SPOT), list([{ details }]));
    assert.deepEqual(
      balances.map(({ currency, available, locked }) => [currency, available, locked]),
      [
        ['BTC', decimal('1.2'), decimal('0.3')],
        ['ETH', decimal('2'), 0n],
        ['BNB', 0n, decimal('2')],
      ],
    );
  });

  const SETTINGS = { uid: '44705892343619584', acctLv: '1', perm: 'read_only,trade', ip: '' };
  const CREDENTIALS: readonly (readonly [object, readonly boolean[]])[] = [
    [{}, [true, false, false]],
    [{ acctLv: '2', ip: '10.0.0.1' }, [true, false, true]],
    [{ perm: 'read_only' }, [false, false, false]],
    [{ perm: 'read_only,withdraw,trade' }, [true, true, false]],
  ];
  const SPOT_MODES: readonly (readonly [string, boolean | undefined, string, boolean])[] = [
    ['1', undefined, 'Spot', true],
    ['2', true, 'Futures', true],
    ['3', false, 'Multi-currency margin', true],
    ['4', false, 'Portfolio margin', true],
    ['3', true, 'Multi-currency margin with auto-borrow', false],
    ['4', true, 'Portfolio margin with auto-borrow', false],
  ];

  for (const [acctLv, autoLoan, name, isTraded] of SPOT_MODES)
    test(`spot in the mode ${name}`, () => {
      const query = OKX.account.credentials(SPOT);
      const verdict = query.read([list([{ ...SETTINGS, acctLv, autoLoan }])]);
      assert(verdict.kind === 'done');
      const { accountMode } = verdict.value;
      assert.equal(accountMode?.name, name);
      assert.equal(accountMode.refusal === null, isTraded, accountMode.refusal ?? '');
    });

  test('an account on margin that does not say whether it borrows may', () => {
    const verdict = OKX.account.mode?.read(list([{ ...SETTINGS, acctLv: '3' }]));
    assert.deepEqual(verdict, { kind: 'done', value: '3 borrows' });
  });

  const REFUSED: readonly (readonly [string, 'buy' | 'sell', OrderType, RegExp | null])[] = [
    ['3', 'buy', 'limit', null],
    ['3', 'buy', 'market', null],
    ['3', 'buy', 'stop_limit', null],
    ['3', 'buy', 'stop_market', /waits for its price/],
    ['3 borrows', 'buy', 'limit', /Auto-borrow/],
    ['3 borrows', 'sell', 'market', null],
    ['3 borrows', 'sell', 'stop_market', null],
    ['2', 'buy', 'stop_market', null],
  ];
  for (const [mode, side, type, refusal] of REFUSED)
    test(`in the mode "${mode}" a ${side} ${type} is ${refusal === null ? 'sent' : 'not sent'}`, () => {
      const found = OKX.orders.refusalIn?.(newOrder({ side, type }), { ...SPOT, mode }) ?? null;
      if (refusal === null) assert.equal(found, null);
      else assert.match(found ?? '', refusal);
    });

  test('a mode of an account that is not known is not guessed', () => {
    const query = OKX.account.credentials(SPOT);
    assert.equal(query.read([list([{ ...SETTINGS, acctLv: '5' }])]).kind, 'not_done');
  });

  for (const [changes, expected] of CREDENTIALS)
    test(`a key with ${JSON.stringify(changes)} may ${expected.join(', ')}`, () => {
      const { read: readAll } = OKX.account.credentials(SPOT);
      const verdict = readAll([list([{ ...SETTINGS, ...changes }])]);
      assert(verdict.kind === 'done');
      const { canTrade, canWithdraw, isAddressBound, accountUid } = verdict.value;
      assert.deepEqual([canTrade, canWithdraw, isAddressBound], expected);
      assert.equal(accountUid, SETTINGS.uid);
    });

  test('the time of OKX is in milliseconds', () => {
    const { venueTimeMs } = read(OKX.time(), list([{ ts: String(NOW_MS) }]));
    assert.equal(venueTimeMs, NOW_MS);
  });
});
