import { suite, test } from 'node:test';
import assert from 'node:assert/strict';
import { present } from '#lib/assert.ts';
import { decimal, formatDecimal } from '#lib/decimal.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { NewVenueOrder } from '#venue-port/exchange/exchange.ts';
import type { ListQuery, MarginMode, Page, Verdict } from '#venues/dialect.ts';
import { HYPERLIQUID } from '#venues/dialects/hyperliquid/hyperliquid.ts';
import {
  ACCOUNT,
  BTC_PERP,
  FILL,
  FUTURES,
  newOrder,
  NOW_MS,
  PAYMENT,
  POSITION,
  refusal,
  reply,
  state,
} from '#venues/dialects/hyperliquid/hyperliquid.fixture.ts';
import { brief } from '#venues/dialects/reply/verdicts.fixture.ts';
import type { VenueCall, WireOutcome } from '#venues/wire/venue-wire.ts';
import { leftOutBy } from '#venues/dialects/reply/left-out.fixture.ts';

const { account, orders } = HYPERLIQUID;

function valueOf<T>(verdict: Verdict<T>): T {
  assert(verdict.kind === 'done', verdict.kind);
  return verdict.value;
}

const DONE = reply({ status: 'ok', response: { type: 'default' } });

function setting(type: MarginMode, value: number, coin = 'BTC'): WireOutcome {
  return reply({ user: ACCOUNT, coin, leverage: { type, value }, markPx: '34567.0' });
}

type Outcomes = Readonly<Record<string, WireOutcome>>;

/** The requests before an order, by their types, and what they come to. */
function prepare(
  order: NewVenueOrder,
  outcomes: Outcomes,
): { readonly calls: readonly VenueCall[]; readonly result: string } {
  const calls: VenueCall[] = [];
  for (const first of orders.prepare(order, BTC_PERP))
    for (let next: ListQuery<MarginMode> | null = first; next !== null;) {
      const call: VenueCall = next.call;
      calls.push(call);
      const type: unknown = call.parameters['type'];
      assert(typeof type === 'string');
      const outcome = present(outcomes[type], 'it is replied to');
      const verdict: Verdict<Page<MarginMode>> = next.read(outcome);
      if (verdict.kind !== 'done') return { calls, result: brief(verdict) };
      assert.deepEqual(verdict.value.items, []);
      ({ next } = verdict.value);
    }
  return { calls, result: 'done' };
}

function orderWith(marginMode: MarginMode, leverage: string, isReduceOnly = false): NewVenueOrder {
  const margin = { leverage: decimal(leverage), marginMode };
  return newOrder({ terms: { ...PLAIN_TERMS, isReduceOnly, margin } });
}

const STATE = 'clearinghouseState';
const SETTING = 'activeAssetData';
const SET = 'updateLeverage';

suite('before an order of Hyperliquid', () => {
  /** What the account has, the order, the requests, and what they come to. */
  const ROWS: readonly (readonly [string, Outcomes, NewVenueOrder, readonly string[], string])[] = [
    [
      'the market is set as it should be',
      { [STATE]: state(), [SETTING]: setting('cross', 5) },
      orderWith('cross', '5'),
      [STATE, SETTING],
      'done',
    ],
    [
      'the market is set otherwise',
      { [STATE]: state(), [SETTING]: setting('cross', 20), [SET]: DONE },
      orderWith('isolated', '5'),
      [STATE, SETTING, SET],
      'done',
    ],
    [
      'the position is as it should be',
      { [STATE]: state([POSITION]) },
      orderWith('isolated', '10'),
      [STATE],
      'done',
    ],
    [
      'the position has another leverage',
      { [STATE]: state([POSITION]), [SET]: DONE },
      orderWith('isolated', '5'),
      [STATE, SET],
      'done',
    ],
    [
      'the position has the other margin mode',
      { [STATE]: state([POSITION]) },
      orderWith('cross', '10'),
      [STATE],
      'rejected order_rejected',
    ],
    [
      'the position is closed',
      { [STATE]: state([{ ...POSITION, szi: '0.0' }]), [SETTING]: setting('cross', 5) },
      orderWith('cross', '5'),
      [STATE, SETTING],
      'done',
    ],
    [
      'a leverage is not whole',
      { [STATE]: state(), [SETTING]: setting('cross', 5) },
      orderWith('cross', '2.5'),
      [STATE, SETTING],
      'rejected order_rejected',
    ],
    [
      'a leverage is refused',
      {
        [STATE]: state(),
        [SETTING]: setting('cross', 5),
        [SET]: refusal('Invalid leverage value'),
      },
      orderWith('cross', '50'),
      [STATE, SETTING, SET],
      'rejected order_rejected',
    ],
    [
      'a leverage is refused for no known reason',
      { [STATE]: state(), [SETTING]: setting('cross', 5), [SET]: refusal('Surprise') },
      orderWith('cross', '50'),
      [STATE, SETTING, SET],
      'unknown',
    ],
    [
      'the setting is of another market',
      { [STATE]: state(), [SETTING]: setting('cross', 5, 'ETH') },
      orderWith('cross', '5'),
      [STATE, SETTING],
      'not_done corrupt_reply',
    ],
    ['an order only reduces', {}, orderWith('cross', '5', true), [], 'done'],
    ['an order names no leverage', {}, newOrder(), [], 'done'],
  ];

  for (const [title, outcomes, order, types, expected] of ROWS)
    test(`${title}: ${expected}`, () => {
      const { calls, result } = prepare(order, outcomes);
      assert.deepEqual(
        calls.map(({ parameters }) => parameters['type']),
        types,
      );
      assert.equal(result, expected);
    });

  test('a market with isolated margin alone has no order with another one', () => {
    const only = { ...BTC_PERP, onlyMarginMode: 'isolated' } as const;
    const verdicts = (['cross', 'isolated'] as const).map((mode) =>
      orders.prepare(orderWith(mode, '10'), only)[0]?.read(state([POSITION])),
    );
    assert.deepEqual(
      verdicts.map((verdict) => verdict?.kind),
      ['rejected', 'done'],
    );
  });

  test('a leverage is set for the market at its place', () => {
    const outcomes = { [STATE]: state(), [SETTING]: setting('cross', 20), [SET]: DONE };
    const { parameters, isAction } = present(
      prepare(orderWith('isolated', '5'), outcomes).calls[2],
      'it is set',
    );
    assert.deepEqual(parameters, { type: SET, asset: 0, isCross: false, leverage: 5 });
    assert.equal(isAction, true);
  });
});

suite('an account of Hyperliquid', () => {
  const positions = (...rows: readonly object[]) => {
    const [query] = account.positions(FUTURES);
    return valueOf(present(query, 'positions are listed').read(state(rows))).items;
  };

  test('a position is read, with what it does not say left out', () => {
    assert.deepEqual(positions(POSITION), [
      {
        positionId: 'BTC',
        marketTag: 'HYPERLIQUID_BTC_USDC_PERP',
        direction: 'long',
        amount: decimal('0.5'),
        averagePrice: decimal('34000'),
        markPrice: decimal('34567'),
        leverage: decimal('10'),
        marginMode: 'isolated',
        margin: decimal('1783.5'),
        marginCurrency: 'USDC',
        liquidationPrice: decimal('30911.3'),
        unrealizedProfit: decimal('283.5'),
        realizedProfit: 0n,
        fees: 0n,
        roiPercent: decimal('16.6765'),
        openedAtMs: 1_699_999_999_876,
        updatedAtMs: 1_699_999_999_876,
      },
    ]);
  });

  test('what is closed, and markets of others, are left out; a short one is below zero', () => {
    assert.deepEqual(positions({ ...POSITION, szi: '0.0' }), []);
    assert.deepEqual(positions({ ...POSITION, coin: 'xyz:TSLA' }), []);
    const cross = { type: 'cross', value: 3 };
    const [short] = positions({
      ...POSITION,
      szi: '-0.5',
      liquidationPx: null,
      leverage: cross,
    });
    assert.deepEqual(
      [short?.direction, short?.amount, short?.liquidationPrice, short?.marginMode],
      ['short', decimal('0.5'), null, 'cross'],
    );
    const [query] = account.positions(FUTURES);
    const both = reply({ time: NOW_MS, assetPositions: [{ type: 'both', position: POSITION }] });
    assert(query !== undefined);
    assert.deepEqual(
      leftOutBy(() => query.read(both)),
      ['BTC'],
    );
  });

  /** Of the account: what is owned, what can be used, what backs positions, and their gain. */
  const BALANCES: readonly (readonly [
    positions: readonly object[],
    summary: object,
    withdrawable: string,
    expected: readonly string[],
  ])[] = [
    [
      [POSITION],
      { accountValue: '13109.4', totalMarginUsed: '1783.5' },
      '11325.9',
      ['12825.9', '11325.9', '1500', '1500', '283.5'],
    ],
    [
      [{ ...POSITION, unrealizedPnl: '-1000.0' }],
      { accountValue: '9000', totalMarginUsed: '700' },
      '8000',
      ['10000', '8000', '2000', '700', '-1000'],
    ],
    [
      [],
      { accountValue: '100.5', totalMarginUsed: '0.0' },
      '100.5',
      ['100.5', '100.5', '0', '0', '0'],
    ],
  ];
  for (const [held, summary, withdrawable, expected] of BALANCES)
    test(`${JSON.stringify(summary)}, ${withdrawable} withdrawable: ${expected.join(', ')}`, () => {
      const shown = state(held, { marginSummary: summary, withdrawable });
      const [balance] = valueOf(account.balances(FUTURES).read(shown)).balances;
      assert(balance !== undefined && balance.currency === 'USDC');
      const { total, available, locked, marginUsed, unrealizedProfit } = balance;
      assert.deepEqual(
        [total, available, locked, marginUsed, unrealizedProfit].map((figure) =>
          formatDecimal(present(figure, 'futures have it')),
        ),
        expected,
      );
    });

  test('an account that was never paid into has no balance', () => {
    const empty = { accountValue: '0.0', totalMarginUsed: '0.0' };
    const shown = state([], { marginSummary: empty, withdrawable: '0.0' });
    assert.deepEqual(valueOf(account.balances(FUTURES).read(shown)).balances, []);
  });
});

suite('a key of Hyperliquid', () => {
  const AGENT = { role: 'agent', data: { user: ACCOUNT } };
  /** The role of the wallet, the mode of the account, and whether it may trade and withdraw. */
  const KEYS: readonly (readonly [object, unknown, readonly [boolean, boolean]])[] = [
    [AGENT, 'disabled', [true, false]],
    [AGENT, 'default', [true, false]],
    [{ role: 'agent', data: { user: `0x${'1'.repeat(40)}` } }, 'disabled', [false, false]],
    [{ role: 'user' }, 'disabled', [false, true]],
    [{ role: 'missing' }, 'disabled', [false, false]],
    [{ role: 'vault' }, 'disabled', [false, false]],
  ];
  const credentials = account.credentials(FUTURES);

  for (const [role, mode, expected] of KEYS)
    test(`${JSON.stringify(role)} in mode ${String(mode)}: ${expected.join(', ')}`, () => {
      const report = valueOf(
        credentials.read([reply(role), setting('cross', 5), reply(JSON.stringify(mode))]),
      );
      assert.deepEqual([report.canTrade, report.canWithdraw], expected);
      assert.deepEqual(
        [report.accountUid, report.positionMode, report.marginMode],
        [ACCOUNT, 'one_way', null],
      );
    });

  for (const mode of ['portfolioMargin', 'dexAbstraction', 'aNewMode'])
    test(`an account in mode ${mode} is refused by name`, () => {
      const { accountMode } = valueOf(
        credentials.read([reply(AGENT), setting('cross', 5), reply(JSON.stringify(mode))]),
      );
      assert.equal(accountMode?.name, mode);
      assert.match(accountMode.refusal ?? '', /subaccount/);
    });

  test('the role is that of the wallet, and what it trades for is the account', () => {
    assert.deepEqual(
      credentials.calls.map(({ parameters, userIs }) => [parameters['type'], userIs]),
      [
        ['userRole', 'signer'],
        ['activeAssetData', 'account'],
        ['userAbstraction', 'account'],
      ],
    );
    for (const outcomes of [
      [reply({ role: 'agent' }), setting('cross', 5), reply('"disabled"')],
      [reply(AGENT), setting('cross', 5), reply(null)],
      [reply(AGENT), reply('', { status: 500 }), reply('"disabled"')],
    ])
      assert.equal(credentials.read(outcomes).kind, 'not_done');
  });
});

suite('margin events of Hyperliquid', () => {
  const first = present(account.marginEvents, 'there are futures')(
    null,
    500,
    FUTURES,
    NOW_MS - 3_600_000,
  );
  const liquidation = { liquidatedUser: ACCOUNT, markPx: '30000', method: 'market' };
  const events = (payments: readonly object[], fills: readonly object[]) => {
    const { items, rest } = valueOf(first.read(reply(payments)));
    assert.deepEqual(items, []);
    return valueOf(present(rest, 'fills are read, too').read(reply(fills))).items;
  };

  test('what was paid is of a time, and what was received is below zero', () => {
    const [payment] = events([PAYMENT], []);
    assert.deepEqual(payment, {
      kind: 'funding',
      eventId: `funding-BTC-${PAYMENT.time}`,
      marketTag: 'HYPERLIQUID_BTC_USDC_PERP',
      direction: 'long',
      amount: decimal('0.5'),
      currency: 'USDC',
      atMs: PAYMENT.time,
      paid: decimal('3.625312'),
    });
    const short = { ...PAYMENT, delta: { ...PAYMENT.delta, szi: '-0.5', usdc: '3.6' } };
    const [received] = events([short], []);
    assert.partialDeepStrictEqual(received, { direction: 'short', paid: decimal('-3.6') });
    const others = ['xyz:TSLA', '@1'].map((coin) => ({
      ...PAYMENT,
      delta: { ...PAYMENT.delta, coin },
    }));
    assert.deepEqual(events(others, []), []);
  });

  test('whoever took from the book was liquidated; the other side has a fill of its order', () => {
    const own = { ...FILL, side: 'A', dir: 'Close Long', cloid: null, liquidation };
    assert.deepEqual(events([], [FILL, own]), [
      {
        kind: 'liquidation',
        eventId: `liquidation-${FILL.tid}`,
        marketTag: 'HYPERLIQUID_BTC_USDC_PERP',
        direction: 'long',
        amount: decimal('0.0125'),
        currency: 'USDC',
        atMs: FILL.time,
        price: decimal('34566'),
        fee: decimal('0.194433'),
        insured: 0n,
      },
    ]);
    const closed = { ...FILL, side: 'B', dir: 'Auto-Deleveraging', crossed: false, tid: 77 };
    assert.partialDeepStrictEqual(events([], [{ ...closed, coin: '@1' }, closed]), [
      { kind: 'liquidation', eventId: 'liquidation-77', direction: 'short' },
    ]);
    const other = { ...FILL, crossed: false, liquidation };
    assert.deepEqual(events([], [other]), []);
    const fills = account.fills(null, null, 500, FUTURES, NOW_MS - 60_000);
    const listed = valueOf(fills.read(reply([own, other]))).items;
    assert.deepEqual(
      listed.map(({ isMaker }) => isMaker),
      [true],
    );
  });
});
