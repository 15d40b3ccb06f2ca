import { suite, test } from 'node:test';
import assert from 'node:assert/strict';
import { present } from '#lib/assert.ts';
import { decimal, formatDecimal } from '#lib/decimal.ts';
import { encodeJson } from '#lib/json.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { NewVenueOrder } from '#venue-port/exchange/exchange.ts';
import type { ListQuery, MarginMode, Page, Verdict } from '#venues/dialect.ts';
import { OKX } from '#venues/dialects/okx/okx.ts';
import {
  BTC_SPOT,
  BTC_SWAP,
  FUTURES,
  list,
  newOrder,
  NOW_MS,
  refusal,
  RESTING,
  SPOT,
} from '#venues/dialects/okx/okx.fixture.ts';
import type { WireOutcome } from '#venues/wire/venue-wire.ts';

const { account, orders } = OKX;
const SWAP = 'BTC-USDT-SWAP';

function valueOf<T>(verdict: Verdict<T>): T {
  assert(verdict.kind === 'done', encodeJson(verdict));
  return verdict.value;
}

suite('swaps of OKX', () => {
  const ROW = {
    instId: SWAP,
    instType: 'SWAP',
    baseCcy: '',
    quoteCcy: '',
    ctType: 'linear',
    ctMult: '1',
    ctVal: '0.01',
    ctValCcy: 'BTC',
    settleCcy: 'USDT',
    instFamily: 'BTC-USDT',
    lever: '100',
    listTime: '1573557408000',
    lotSz: '0.01',
    minSz: '0.01',
    maxLmtSz: '100000000',
    maxMktSz: '12000',
    state: 'live',
    tickSz: '0.1',
  };
  const markets = (...rows: readonly object[]) => {
    const query = OKX.markets()[1];
    assert.equal(query?.call.parameters['instType'], 'SWAP');
    return valueOf(query.read(list(rows))).items;
  };

  test('a swap is read with its contract, and its amounts are of contracts', () => {
    assert.deepEqual(markets(ROW), [BTC_SWAP]);
  });

  test('swaps that are settled in coins, or whose contract is not explained, are left out', () => {
    const others = [
      { ctType: 'inverse', ctValCcy: 'USD', settleCcy: 'BTC', instFamily: 'BTC-USD' },
      { ctMult: '10' },
      { settleCcy: 'USDC' },
    ];
    assert.deepEqual(markets(...others.map((changes) => ({ ...ROW, ...changes }))), []);
  });

  test('a swap that takes post-only orders alone, or is rebased, is closed', () => {
    const rows = ['rebase', 'post_only', 'suspend'].map((state) => ({ ...ROW, state }));
    assert.deepEqual(
      markets(...rows).map(({ market }) => market.isOpen),
      [false, false, false],
    );
  });

  test('rates of funding are those that were charged', () => {
    const query = present(OKX.funding, 'there are futures').fetch(BTC_SWAP, NOW_MS - 5, NOW_MS);
    const { before, after } = query.call.parameters;
    assert.deepEqual([before, after], [NOW_MS - 6, NOW_MS]);
    const row = { instId: SWAP, fundingTime: String(NOW_MS), fundingRate: '0.0002' };
    const rates = (changes: object) => query.read(list([{ ...row, ...changes }]));
    assert.deepEqual(valueOf(rates({ realizedRate: '-0.0001' })), [
      { atMs: NOW_MS, rate: decimal('-0.0001') },
    ]);
    assert.equal(valueOf(rates({ realizedRate: '' }))[0]?.rate, decimal('0.0002'));
    assert.equal(rates({ instId: 'ETH-USDT-SWAP', realizedRate: '0' }).kind, 'not_done');
  });
});

type Outcomes = Readonly<Record<string, WireOutcome>>;

/** What an order comes to before it is placed: its margin mode, or why it is not. */
function prepare(
  order: NewVenueOrder,
  outcomes: Outcomes,
): { readonly paths: readonly string[]; readonly result: string } {
  const paths: string[] = [];
  let result = 'nothing';
  for (const setting of orders.prepare(order, BTC_SWAP))
    for (let next: ListQuery<MarginMode> | null = setting; next !== null;) {
      const { path } = next.call;
      paths.push(path);
      const verdict: Verdict<Page<MarginMode>> = next.read(outcomes[path] ?? list([]));
      if (verdict.kind !== 'done')
        return { paths, result: 'code' in verdict ? verdict.code : verdict.kind };
      result = verdict.value.items.at(-1) ?? result;
      ({ next } = verdict.value);
    }
  return { paths, result };
}

function swapOrder(
  margin: MarginMode | null,
  changes: Partial<NewVenueOrder> = {},
  reduces = false,
) {
  const terms = {
    ...PLAIN_TERMS,
    isReduceOnly: reduces,
    margin: margin === null ? null : { leverage: decimal('5'), marginMode: margin },
  };
  return newOrder({ marketTag: BTC_SWAP.market.marketTag, terms, ...changes });
}

const OPEN = { instId: SWAP, posSide: 'net', pos: '2', mgnMode: 'cross' };
const POSITIONS = 'account/positions';
const WAITING = 'trade/orders-pending';
const LEVERAGE = 'account/leverage-info';
const SET = 'account/set-leverage';

function leverage(lever: string, mgnMode: MarginMode): WireOutcome {
  return list([{ instId: SWAP, mgnMode, posSide: 'net', lever }]);
}

suite('before an order of a swap at OKX', () => {
  test('its leverage is set where it is another one', () => {
    const all = [POSITIONS, WAITING, LEVERAGE];
    assert.deepEqual(prepare(swapOrder('isolated'), { [LEVERAGE]: leverage('5', 'isolated') }), {
      paths: all,
      result: 'isolated',
    });
    assert.deepEqual(prepare(swapOrder('cross'), { [LEVERAGE]: leverage('10', 'cross') }), {
      paths: [...all, SET],
      result: 'cross',
    });
  });

  test('a position or an order in the other margin mode refuses it', () => {
    const isolated = list([{ ...OPEN, mgnMode: 'isolated' }]);
    assert.deepEqual(
      prepare(swapOrder('cross'), { [POSITIONS]: isolated }).result,
      'order_rejected',
    );
    const waiting = list([{ ordId: '1', tdMode: 'isolated' }]);
    assert.deepEqual(prepare(swapOrder('cross'), { [WAITING]: waiting }).result, 'order_rejected');
    assert.deepEqual(
      prepare(swapOrder('cross'), {
        [POSITIONS]: list([{ ...OPEN, mgnMode: 'isolated', pos: '0' }]),
        [LEVERAGE]: leverage('5', 'cross'),
      }).result,
      'cross',
    );
  });

  test('all orders that wait are looked at', () => {
    const full = Array.from({ length: 100 }, (_, index) => ({
      ordId: String(900 - index),
      tdMode: 'cross',
    }));
    const [setting] = orders.prepare(swapOrder('cross'), BTC_SWAP);
    const check = present(
      valueOf(present(setting, 'it is checked').read(list([]))).next,
      'goes on',
    );
    const { next } = valueOf(check.read(list(full)));
    assert.deepEqual([next?.call.path, next?.call.parameters['after']], [WAITING, '801']);
  });

  /** What is open, the order, and the mode that it is placed in. */
  const MODES: readonly (readonly [readonly object[], NewVenueOrder, MarginMode])[] = [
    [[], swapOrder(null), 'cross'],
    [[], swapOrder('isolated', {}, true), 'isolated'],
    [[OPEN], swapOrder(null, { side: 'sell' }), 'cross'],
    [[{ ...OPEN, mgnMode: 'isolated' }], swapOrder(null, { side: 'sell' }), 'isolated'],
    [[{ ...OPEN, mgnMode: 'isolated' }], swapOrder('cross', { side: 'sell' }, true), 'isolated'],
    [[{ ...OPEN, mgnMode: 'isolated' }], swapOrder(null, { side: 'buy' }), 'isolated'],
    // One of either mode, of which the order can reduce one.
    [
      [
        { ...OPEN, pos: '-1' },
        { ...OPEN, mgnMode: 'isolated' },
      ],
      swapOrder('cross', { side: 'sell' }, true),
      'isolated',
    ],
    [
      [OPEN, { ...OPEN, mgnMode: 'isolated' }],
      swapOrder('isolated', { side: 'sell' }, true),
      'isolated',
    ],
    [[OPEN, { ...OPEN, mgnMode: 'isolated' }], swapOrder(null, { side: 'sell' }, true), 'cross'],
  ];

  for (const [open, order, mode] of MODES) {
    const { margin, isReduceOnly } = order.terms;
    const words = `${order.side}, ${margin?.marginMode ?? 'no mode'}, reduces: ${isReduceOnly}`;
    test(`beside ${JSON.stringify(open)}, an order (${words}) is ${mode}`, () => {
      const { paths, result } = prepare(order, { [POSITIONS]: list(open) });
      assert.deepEqual([paths, result], [[POSITIONS], mode]);
    });
  }

  /** What the venue says, and how the order ends. */
  const REFUSALS: readonly (readonly [string, WireOutcome, string])[] = [
    [SET, refusal(59_102, 'Leverage exceeds the maximum limit.'), 'order_rejected'],
    [SET, refusal(59_101, 'Please cancel all pending isolated margin orders.'), 'order_rejected'],
    [SET, refusal(59_999, 'Surprise.'), 'unknown'],
    [LEVERAGE, list([]), 'not_done'],
    [LEVERAGE, leverage('5', 'isolated'), 'not_done'],
    [POSITIONS, list([{ ...OPEN, mgnMode: 'portfolio' }]), 'not_done'],
    [POSITIONS, list([{ ...OPEN, instId: 'ETH-USDT-SWAP' }]), 'not_done'],
    [POSITIONS, refusal(50_111, 'Invalid OK-ACCESS-KEY.'), 'not_done'],
  ];
  for (const [path, outcome, expected] of REFUSALS)
    test(`${path} with ${JSON.stringify(outcome).slice(0, 140)}: ${expected}`, () => {
      const outcomes = { [LEVERAGE]: leverage('10', 'cross'), [path]: outcome };
      assert.equal(prepare(swapOrder('cross'), outcomes).result, expected);
    });

  test('spot needs nothing', () => {
    assert.deepEqual(orders.prepare(newOrder(), BTC_SPOT), []);
  });
});

suite('futures accounts of OKX', () => {
  const POSITION = {
    adl: '1',
    avgPx: '50000',
    cTime: '1690000000000',
    ccy: 'USDT',
    fee: '-0.5',
    fundingFee: '-2',
    imr: '',
    instId: SWAP,
    instType: 'SWAP',
    lever: '10',
    liqPx: '54000',
    margin: '2500',
    markPx: '49500',
    mgnMode: 'isolated',
    pnl: '-10',
    pos: '-50',
    posId: '1752810569801498626',
    posSide: 'net',
    realizedPnl: '-12.5',
    uTime: '1697673600012',
    upl: '250',
  };
  const positions = (...rows: readonly object[]) => {
    const [query] = account.positions(FUTURES);
    return valueOf(present(query, 'positions are listed').read(list(rows))).items;
  };

  test('a position is read, with its fees apart from what it gained', () => {
    assert.deepEqual(positions(POSITION), [
      {
        positionId: '1752810569801498626-1690000000000',
        marketTag: 'OKX_BTC_USDT_PERP',
        direction: 'short',
        amount: decimal('50'),
        averagePrice: decimal('50000'),
        markPrice: decimal('49500'),
        leverage: decimal('10'),
        marginMode: 'isolated',
        margin: decimal('2500'),
        marginCurrency: 'USDT',
        liquidationPrice: decimal('54000'),
        unrealizedProfit: decimal('250'),
        realizedProfit: decimal('-12'),
        fees: decimal('0.5'),
        roiPercent: decimal('10'),
        openedAtMs: 1_690_000_000_000,
        updatedAtMs: 1_697_673_600_012,
      },
    ]);
  });

  test('what is closed, and contracts that are settled in coins, are left out', () => {
    assert.deepEqual(positions({ ...POSITION, pos: '0', avgPx: '' }), []);
    assert.deepEqual(positions({ ...POSITION, instId: 'BTC-USD-SWAP' }), []);
    assert.deepEqual(account.positions(SPOT), []);
  });

  test('of a cross position the margin is the one that it requires', () => {
    const cross = { ...POSITION, mgnMode: 'cross', margin: '', imr: '12', liqPx: '' };
    const [position] = positions(cross);
    assert.deepEqual(
      [position?.margin, position?.marginMode, position?.liquidationPrice],
      [decimal('12'), 'cross', null],
    );
  });

  test('of a position in hedge mode the side says the direction', () => {
    const sides = positions(
      { ...POSITION, posSide: 'short', pos: '3' },
      { ...POSITION, posSide: 'long', pos: '3' },
    );
    assert.deepEqual(
      sides.map(({ direction }) => direction),
      ['short', 'long'],
    );
  });

  /** Of a currency: what is owned, what can be used, and what positions are backed with. */
  const BALANCES: readonly (readonly [object, readonly string[]])[] = [
    // As recorded, with an isolated position.
    [
      {
        cashBal: '94.42',
        availEq: '94.42',
        eq: '99.89',
        isoEq: '5.47',
        isoUpl: '-0.03',
        imr: '0',
        upl: '-0.03',
      },
      ['99.92', '94.42', '5.5', '5.5', '-0.03'],
    ],
    [
      { cashBal: '100', availEq: '85', isoEq: '0', isoUpl: '0', imr: '12', upl: '-3' },
      ['100', '85', '15', '12', '-3'],
    ],
    // What a position gains may be used, and is not owned.
    [
      { cashBal: '100', availEq: '140', isoEq: '0', isoUpl: '0', imr: '12', upl: '52' },
      ['100', '100', '0', '0', '52'],
    ],
    [{ cashBal: '100', availBal: '60', imr: '', upl: '' }, ['100', '60', '40', '0', '0']],
  ];
  for (const [fields, expected] of BALANCES)
    test(`${JSON.stringify(fields)} is ${expected.join(', ')}`, () => {
      const reply = list([{ details: [{ ccy: 'USDT', ...fields }] }]);
      const [balance] = valueOf(account.balances(FUTURES).read(reply)).balances;
      assert(balance !== undefined);
      const { total, available, locked, marginUsed, unrealizedProfit } = balance;
      const figures = [total, available, locked, marginUsed, unrealizedProfit];
      assert.deepEqual(
        figures.map((figure) => formatDecimal(present(figure, 'futures have it'))),
        expected,
      );
    });

  const SETTINGS = { uid: '1', acctLv: '2', perm: 'read_only,trade', ip: '', posMode: 'net_mode' };
  /** Whether a key may trade, the position mode, and the margin mode, if there is but one. */
  const CREDENTIALS: readonly (readonly [object, readonly unknown[]])[] = [
    [{}, [true, 'one_way', null]],
    [{ posMode: 'long_short_mode' }, [true, 'hedge', null]],
    [{ acctLv: '3' }, [true, 'one_way', 'cross']],
    [{ perm: 'read_only' }, [false, 'one_way', null]],
  ];
  for (const [changes, expected] of CREDENTIALS)
    test(`a key with ${JSON.stringify(changes)} is ${expected.join(', ')}`, () => {
      const { read } = account.credentials(FUTURES);
      const report = valueOf(read([list([{ ...SETTINGS, ...changes }])]));
      assert.deepEqual([report.canTrade, report.positionMode, report.marginMode], expected);
    });

  // Without derivatives, and without orders that only reduce.
  for (const acctLv of ['1', '4'])
    test(`swaps in the account mode ${acctLv} are refused, with the modes that have them`, () => {
      const { read } = account.credentials(FUTURES);
      const { accountMode } = valueOf(read([list([{ ...SETTINGS, acctLv }])]));
      assert.match(accountMode?.refusal ?? '', /"Futures"/);
    });

  test('a position mode that is not known is not guessed', () => {
    const { read } = account.credentials(FUTURES);
    assert.equal(read([list([{ ...SETTINGS, posMode: 'both' }])]).kind, 'not_done');
  });
});

suite('the stream of a futures account at OKX', () => {
  const kindsOf = (frame: object): readonly string[] =>
    OKX.stream.read(JSON.stringify(frame), FUTURES).map(({ kind }) => kind);
  const change = (eventType: string) => ({
    arg: { channel: 'balance_and_position' },
    data: [{ eventType, balData: [], posData: [] }],
  });

  test('orders are subscribed last, and are ready when they are confirmed', () => {
    const [event] = OKX.stream.read('{"event":"login","code":"0"}', FUTURES);
    assert(event?.kind === 'send');
    const { args } = JSON.parse(event.frames[0] ?? '') as { readonly args: readonly object[] };
    assert.deepEqual(args, [
      { channel: 'balance_and_position' },
      { channel: 'orders', instType: 'SWAP' },
    ]);
    assert.deepEqual(
      args.map((arg) => kindsOf({ event: 'subscribe', arg })),
      [[], ['ready']],
    );
  });

  test('what the venue does to positions by itself asks for a sweep, and nothing else does', () => {
    for (const word of ['funding_fee', 'liquidation', 'adl', 'claw_back', 'delivered'])
      assert.deepEqual(kindsOf(change(word)), ['sweep'], word);
    for (const word of ['snapshot', 'filled', 'transferred', 'set_leverage'])
      assert.deepEqual(kindsOf(change(word)), [], word);
  });

  test('an order of a liquidation is no news of an order or a fill', () => {
    const order = { ...RESTING, instId: SWAP, category: 'full_liquidation', state: 'filled' };
    assert.deepEqual(kindsOf({ arg: { channel: 'orders' }, data: [order] }), ['sweep']);
  });
});
