import { test } from 'node:test';
import assert from 'node:assert/strict';
import { decimal } from '#lib/decimal.ts';
import { encodeJson } from '#lib/json.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { ListQuery, Page, Verdict } from '#venues/dialect.ts';
import { BYBIT } from '#venues/dialects/bybit/bybit.ts';
import { readFill } from '#venues/dialects/bybit/read-execution.ts';
import {
  BTC_PERPETUAL,
  BTC_SPOT,
  EXECUTION,
  FUTURES,
  newOrder,
  NOW_MS,
  page,
  refusal,
  result,
  SPOT,
} from '#venues/dialects/bybit/bybit.fixture.ts';
import type { WireOutcome } from '#venues/wire/venue-wire.ts';
import { leftOutBy } from '#venues/dialects/reply/left-out.fixture.ts';

const { account, orders } = BYBIT;

function valueOf<T>(verdict: Verdict<T>): T {
  assert(verdict.kind === 'done', encodeJson(verdict));
  return verdict.value;
}

/** Runs the requests of a list, each with the outcome that its path and parameters have. */
function run<T>(
  lists: readonly ListQuery<T>[],
  outcomeOf: (path: string, parameters: Readonly<Record<string, unknown>>) => WireOutcome,
): {
  readonly items: readonly T[];
  readonly paths: readonly string[];
  readonly stop: string | null;
} {
  const items: T[] = [];
  const paths: string[] = [];
  for (const list of lists)
    for (let next: ListQuery<T> | null = list; next !== null;) {
      paths.push(next.call.path.replace('v5/', ''));
      const verdict: Verdict<Page<T>> = next.read(
        outcomeOf(next.call.path.replace('v5/', ''), next.call.parameters),
      );
      if (verdict.kind !== 'done')
        return { items, paths, stop: 'code' in verdict ? verdict.code : verdict.kind };
      items.push(...verdict.value.items);
      ({ next } = verdict.value);
    }
  return { items, paths, stop: null };
}

const PERPETUAL = {
  symbol: 'BTCUSDT',
  contractType: 'LinearPerpetual',
  status: 'Trading',
  baseCoin: 'BTC',
  quoteCoin: 'USDT',
  settleCoin: 'USDT',
  launchTime: '1585526400000',
  leverageFilter: { minLeverage: '1', maxLeverage: '100.00', leverageStep: '0.01' },
  priceFilter: { tickSize: '0.1' },
  lotSizeFilter: {
    minOrderQty: '0.001',
    maxOrderQty: '1190',
    maxMktOrderQty: '500',
    qtyStep: '0.001',
    minNotionalValue: '5',
  },
};

test('perpetuals are listed with the terms of their contract, page by page', () => {
  const list = BYBIT.markets()[1];
  assert(list !== undefined);
  const dated = { ...PERPETUAL, symbol: 'BTCUSDT-26JUN26', contractType: 'LinearFutures' };
  const one = valueOf(list.read(page([PERPETUAL, dated], 'first%3DBTC')));
  assert.deepEqual(one.items, [BTC_PERPETUAL]);
  assert.equal(one.next?.call.parameters['cursor'], 'first%3DBTC');
  assert.equal(one.next.call.parameters['category'], 'linear');
  assert.equal(valueOf(one.next.read(page([]))).next, null);
});

function futuresOrder(margin: 'cross' | 'isolated' | null, isReduceOnly = false) {
  const terms = {
    ...PLAIN_TERMS,
    isReduceOnly,
    margin: margin === null ? null : { leverage: decimal('5'), marginMode: margin },
  };
  return newOrder({ marketTag: BTC_PERPETUAL.market.marketTag, terms });
}

const REGULAR = result({ marginMode: 'REGULAR_MARGIN', unifiedMarginStatus: 5 });
const EMPTY = ['position/list', 'position/list', 'order/realtime', 'order/realtime'];

/** Outcomes by path; lists are empty and settings are done without one. */
function prepare(
  order: ReturnType<typeof newOrder>,
  changes: Readonly<Record<string, WireOutcome>> = {},
) {
  const outcomes: Readonly<Record<string, WireOutcome>> = {
    'account/info': REGULAR,
    'account/set-margin-mode': result({ reasons: [] }),
    'position/set-leverage': result({}),
    ...changes,
  };
  return run(orders.prepare(order, BTC_PERPETUAL), (path) => outcomes[path] ?? page([]));
}

test('an order whose margin mode is that of the account only has its leverage set', () => {
  const { paths, stop } = prepare(futuresOrder('cross'));
  assert.deepEqual([paths, stop], [['account/info', 'position/set-leverage'], null]);
});

test('the margin mode is changed where nothing stands on the other one', () => {
  const { paths, stop } = prepare(futuresOrder('isolated'));
  const expected = ['account/info', ...EMPTY, 'account/set-margin-mode', 'position/set-leverage'];
  assert.deepEqual([paths, stop], [expected, null]);
});

for (const path of ['position/list', 'order/realtime'])
  test(`an order is refused whose margin mode would change what ${path} has`, () => {
    const { paths, stop } = prepare(futuresOrder('isolated'), { [path]: page([{}]) });
    assert.equal(stop, 'order_rejected');
    assert(!paths.includes('account/set-margin-mode'));
  });

/** What the venue says of a setting, and how the order ends; null: it may be placed. */
const SETTINGS: readonly (readonly [string, WireOutcome, string | null])[] = [
  ['position/set-leverage', refusal(110_043, 'Set leverage has not been modified.'), null],
  ['position/set-leverage', refusal(110_013, 'Cannot set leverage.'), 'order_rejected'],
  ['position/set-leverage', refusal(110_012, 'Insufficient balance.'), 'insufficient_funds'],
  ['position/set-leverage', refusal(987_654, 'Surprise.'), 'unknown'],
  ['account/set-margin-mode', refusal(110_026, 'Not modified.'), null],
  ['account/set-margin-mode', refusal(3_400_045, 'Set margin mode failed'), 'order_rejected'],
  ['account/set-margin-mode', result({ reasons: [{ reasonCode: '1' }] }), 'unknown'],
  ['account/info', result({ marginMode: 'A_NEW_ONE' }), 'not_done'],
  ['account/info', refusal(10_003, 'API key is invalid.'), 'not_done'],
];

for (const [path, outcome, expected] of SETTINGS)
  test(`${path} with ${JSON.stringify(outcome).slice(0, 120)}: ${expected}`, () => {
    assert.equal(prepare(futuresOrder('isolated'), { [path]: outcome }).stop, expected);
  });

test('what only reduces, what names no margin, and spot need no settings', () => {
  assert.deepEqual(orders.prepare(futuresOrder('isolated', true), BTC_PERPETUAL), []);
  assert.deepEqual(orders.prepare(futuresOrder(null), BTC_PERPETUAL), []);
  assert.deepEqual(orders.prepare(newOrder(), BTC_SPOT), []);
});

const POSITION = {
  positionIdx: 0,
  symbol: 'BTCUSDT',
  side: 'Sell',
  size: '0.5',
  avgPrice: '50000',
  markPrice: '49500',
  leverage: '10',
  positionIM: '2500',
  liqPrice: '54000',
  unrealisedPnl: '250',
  curRealisedPnl: '-12.5',
  createdTime: '1676538056258',
  updatedTime: '1697673600012',
  openTime: 1_690_000_000_000,
};

function readPositions(changes: object, marginMode = 'ISOLATED_MARGIN') {
  return run(account.positions(FUTURES), (path, { settleCoin }) => {
    if (path === 'account/info') return result({ marginMode });
    return page(settleCoin === 'USDT' ? [{ ...POSITION, ...changes }] : []);
  });
}

test('positions of both currencies are read, with the margin mode of the account', () => {
  const { items, paths } = readPositions({});
  assert.deepEqual(paths, ['account/info', 'position/list', 'position/list']);
  assert.deepEqual(items, [
    {
      positionId: 'BTCUSDT-0-1690000000000',
      marketTag: 'BYBIT_BTC_USDT_PERP',
      direction: 'short',
      amount: decimal('0.5'),
      averagePrice: decimal('50000'),
      markPrice: decimal('49500'),
      leverage: decimal('10'),
      marginMode: 'isolated',
      margin: decimal('2500'),
      marginCurrency: 'USDT',
      liquidationPrice: decimal('54000'),
      unrealizedProfit: decimal('250'),
      realizedProfit: decimal('-12.5'),
      fees: 0n,
      roiPercent: decimal('10'),
      openedAtMs: 1_690_000_000_000,
      updatedAtMs: 1_697_673_600_012,
    },
  ]);
});

test('what portfolio margin does not say of a position is none', () => {
  const { items } = readPositions(
    { leverage: '', positionIM: '', liqPrice: '' },
    'PORTFOLIO_MARGIN',
  );
  const [position] = items;
  assert.deepEqual(
    [position?.leverage, position?.margin, position?.liquidationPrice, position?.marginMode],
    [decimal('1'), 0n, null, 'cross'],
  );
});

test('an empty position is none, and one without a side is unreadable', () => {
  assert.deepEqual(readPositions({ side: '', size: '0' }).items, []);
  assert.deepEqual(
    leftOutBy(() => {
      readPositions({ side: '' });
      return { kind: 'done', value: null };
    }),
    ['BYBIT_BTC_USDT_PERP'],
  );
  assert.deepEqual(account.positions(SPOT), []);
});

const FUNDING = { ...EXECUTION, execType: 'Funding', orderLinkId: '', execFee: '0.6' };
const LIQUIDATION = { ...FUNDING, execType: 'BustTrade', side: 'Sell', execId: 'b1' };

function marginEvents(...events: readonly { readonly execType: string }[]) {
  assert(account.marginEvents !== null);
  let query = account.marginEvents(`[${NOW_MS - 60_000},[]]`, 100, FUTURES);
  for (;;) {
    const { execType } = query.call.parameters;
    const found = valueOf(query.read(page(events.filter((each) => each.execType === execType))));
    if (found.rest === null) return found.items;
    query = found.rest;
  }
}

test('funding is of the position on its side, and paid where it is above zero', () => {
  const received = { ...FUNDING, side: 'Sell', execFee: '-0.25', execId: 'f2' };
  const events = marginEvents(FUNDING, received);
  assert.deepEqual(
    events.map((event) => event.kind === 'funding' && [event.direction, event.paid]),
    [
      ['long', decimal('0.6')],
      ['short', decimal('-0.25')],
    ],
  );
});

test('fills and payments of a symbol are numbered together, and 0 is no number', () => {
  const sequences = [{ seq: 7961638724 }, { seq: 0 }, { seq: undefined }].map((changes) => {
    const [event] = marginEvents({ ...FUNDING, ...changes });
    return event?.sequence;
  });
  assert.deepEqual(sequences, [7961638724n, undefined, undefined]);
  const listed = FUTURES.findMarket('futures', EXECUTION.symbol);
  const fields = { ...EXECUTION, seq: 7961638725 };
  assert.equal(readFill(fields, listed).sequence, 7961638725n);
});

for (const [name, execType] of [
  ['a liquidation', 'BustTrade'],
  ["what is closed for another's loss", 'AdlTrade'],
] as const)
  test(`${name} is against the position that it closes`, () => {
    const [event] = marginEvents({ ...LIQUIDATION, execType });
    assert(event?.kind === 'liquidation');
    assert.deepEqual(
      [event.direction, event.amount, event.price, event.fee, event.marketTag],
      ['long', decimal('0.0125'), decimal('34567.8'), decimal('0.6'), 'BYBIT_BTC_USDT_PERP'],
    );
  });

test('executions of other types are left out of a list', () => {
  assert(account.marginEvents !== null);
  const query = account.marginEvents(null, 100, FUTURES);
  assert.equal(leftOutBy(() => query.read(page([EXECUTION]))).length, 1);
  const fills = account.fills(null, null, 100, SPOT);
  assert.equal(leftOutBy(() => fills.read(page([FUNDING]))).length, 1);
});

const KEY = {
  readOnly: 0,
  permissions: { ContractTrade: ['Order', 'Position'], Spot: [] },
  ips: ['*'],
  expiredAt: '',
  userID: 7,
};

function report(
  positionIdx: number,
  openIdx: number,
  permissions: object = KEY.permissions,
  marginMode = 'REGULAR_MARGIN',
) {
  return account
    .credentials(FUTURES)
    .read([
      result({ ...KEY, permissions }),
      result({ marginMode, unifiedMarginStatus: 5 }),
      page([{ positionIdx }]),
      page([{ positionIdx: openIdx }]),
    ]);
}

test('a key for derivatives is described with the setup of its account', () => {
  const one = valueOf(report(0, 0));
  assert.deepEqual([one.canTrade, one.positionMode, one.marginMode], [true, 'one_way', 'cross']);
  assert.equal(valueOf(report(0, 0, {}, 'ISOLATED_MARGIN')).marginMode, 'isolated');
  for (const [index, open] of [
    [1, 0],
    [0, 2],
  ] as const)
    assert.equal(valueOf(report(index, open)).positionMode, 'hedge');
});

test('a key that may not set leverage, or only trade spot, may not trade derivatives', () => {
  assert.equal(valueOf(report(0, 0, { ContractTrade: ['Order'] })).canTrade, false);
  assert.equal(valueOf(report(0, 0, { Spot: ['SpotTrade'] })).canTrade, false);
});

test('a key is not described when one of its requests fails', () => {
  const refused = refusal(10_005, 'Permission denied');
  const outcomes = [result(KEY), REGULAR, page([]), page([])];
  for (const index of [0, 1, 2, 3])
    assert.equal(account.credentials(FUTURES).read(outcomes.with(index, refused)).kind, 'not_done');
});

test('rates of funding are those of the market', () => {
  const query = BYBIT.funding?.fetch(BTC_PERPETUAL, NOW_MS - 1_000, NOW_MS);
  assert(query !== undefined);
  const { startTime, endTime } = query.call.parameters;
  assert.deepEqual([startTime, endTime], [NOW_MS - 1_000, NOW_MS - 1]);
  const row = {
    symbol: 'BTCUSDT',
    fundingRateTimestamp: String(NOW_MS),
    fundingRate: '-0.00012345',
  };
  const listed = result({ category: 'linear', list: [row] });
  assert.deepEqual(valueOf(query.read(listed)), [{ atMs: NOW_MS, rate: decimal('-0.00012345') }]);
  const other = result({ category: 'linear', list: [{ ...row, symbol: 'ETHUSDT' }] });
  assert.equal(query.read(other).kind, 'not_done');
});
