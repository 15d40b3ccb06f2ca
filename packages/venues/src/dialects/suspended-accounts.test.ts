// An account that may not trade: its orders were certainly not carried out, and the account is
// marked with the venue's own words, in place of one unknown order after the other.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import type { Query, Verdict } from '#venues/dialect.ts';
import { BINANCE_USDM } from '#venues/dialects/binance-usdm/binance-usdm.ts';
import * as usdm from '#venues/dialects/binance-usdm/binance-usdm.fixture.ts';
import { BYBIT } from '#venues/dialects/bybit/bybit.ts';
import * as bybit from '#venues/dialects/bybit/bybit.fixture.ts';
import { GATE } from '#venues/dialects/gate/gate.ts';
import * as gate from '#venues/dialects/gate/gate.fixture.ts';
import { KRAKEN } from '#venues/dialects/kraken/kraken.ts';
import * as kraken from '#venues/dialects/kraken/kraken.fixture.ts';
import { KUCOIN } from '#venues/dialects/kucoin/kucoin.ts';
import * as kucoin from '#venues/dialects/kucoin/kucoin.fixture.ts';
import { OKX } from '#venues/dialects/okx/okx.ts';
import * as okx from '#venues/dialects/okx/okx.fixture.ts';
import type { WireReply } from '#venues/wire/venue-wire.ts';

const MODES = { protectionPrice: null, marginMode: null } as const;

/** The placement, its reply, and words of it that the account is marked with. */
const SUSPENDED: readonly (readonly [Query<unknown>, WireReply, RegExp])[] = [
  ...[
    [50_007, 'Account blocked'],
    [50_008, 'User does not exist'],
    [50_012, 'Account status invalid'],
  ].map(
    ([code, text]) =>
      [
        OKX.orders.place(okx.newOrder(), okx.BTC_SPOT, { ...okx.SPOT, ...MODES }),
        okx.refusal(Number(code), String(text)),
        new RegExp(`${text} \\(${code}\\)`),
      ] as const,
  ),
  ...[
    [10_008, 'User had been banned'],
    [10_028, 'The API can only be accessed by unified account users.'],
  ].map(
    ([code, text]) =>
      [
        BYBIT.orders.place(bybit.newOrder(), bybit.BTC_SPOT, { ...bybit.SPOT, ...MODES }),
        bybit.refusal(Number(code), String(text)),
        new RegExp(`${text} \\(${code}\\)`),
      ] as const,
  ),
  ...[
    [-1109, 'Invalid account.'],
    [-4056, 'Invalid api key type'],
    [-1011, 'This IP cannot access this route.'],
  ].map(
    ([code, msg]) =>
      [
        BINANCE_USDM.orders.place(usdm.newOrder(), usdm.BTC_PERPETUAL, {
          ...usdm.CONTEXT,
          ...MODES,
        }),
        usdm.reply({ code, msg }, 400),
        new RegExp(`${msg} \\(${code}\\)`),
      ] as const,
  ),
  [
    GATE.orders.place(gate.newOrder(), gate.BTC_SPOT, gate.PLACING),
    gate.failure(403, 'ACCOUNT_LOCKED', 'locked'),
    /locked/,
  ],
  [
    KRAKEN.orders.place(kraken.newOrder(), kraken.BTC_SPOT, { ...kraken.SPOT, ...MODES }),
    kraken.refusal('ETrade:Locked'),
    /ETrade:Locked/,
  ],
  [
    KUCOIN.orders.place(kucoin.newOrder(), kucoin.BTC_SPOT, { ...kucoin.SPOT, ...MODES }),
    kucoin.refusal('200009', 'account frozen'),
    /account frozen/,
  ],
];

for (const [query, reply, words] of SUSPENDED)
  test(`an account that may not trade is marked: ${words.source}`, () => {
    const verdict: Verdict<unknown> = query.read(reply);
    assert(verdict.kind === 'not_done', JSON.stringify(verdict));
    assert.equal(verdict.failure, 'unauthorized');
    assert.match(verdict.detail, words);
  });

test('while OKX liquidates an account, its orders are refused and its key is not', () => {
  const query = OKX.orders.place(okx.newOrder(), okx.BTC_SPOT, { ...okx.SPOT, ...MODES });
  const verdict = query.read(okx.refusal(50_009, 'Account is suspended due to liquidation'));
  assert.equal(verdict.kind, 'rejected');
});
