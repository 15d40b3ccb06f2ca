// KuCoin as a dialect: spot, by its high-frequency interface.

import { present } from '#lib/assert.ts';
import { KEY_WITH_PASSPHRASE } from '#venue-port/exchange/venue-credentials.ts';
import type { AccountQueries, Query, VenueDialect } from '#venues/dialect.ts';
import { fillsAfter, orderFills } from '#venues/dialects/kucoin/fill-list.ts';
import { ORDER_QUERIES } from '#venues/dialects/kucoin/order-queries.ts';
import {
  KUCOIN_BUDGET,
  KUCOIN_ORDER_SUPPORT,
  KUCOIN_PROMISES,
} from '#venues/dialects/kucoin/promises.ts';
import {
  KUCOIN_ACCOUNT_MODES,
  readAccountMode,
  readBalances,
  readCredentials,
} from '#venues/dialects/kucoin/read-account.ts';
import {
  KUCOIN_CODE,
  readCandles,
  readMarkets,
  readPrice,
} from '#venues/dialects/kucoin/read-market.ts';
import { kucoinRequest } from '#venues/dialects/kucoin/requests.ts';
import { KUCOIN_STREAM } from '#venues/dialects/kucoin/stream.ts';
import { kucoinVerdict, publicVerdict } from '#venues/dialects/kucoin/verdict.ts';
import { ownOrderName, plainOrderName } from '#venues/dialects/reply/own-order-name.ts';
import { flagField, integerField } from '#venues/dialects/reply/reply-fields.ts';
import type { VenueCall } from '#venues/wire/venue-wire.ts';

const CANDLES_PER_CALL_MAX = 1_500;

export const KUCOIN: VenueDialect = {
  code: KUCOIN_CODE,
  name: 'KuCoin',
  libraryId: 'kucoin',
  marketTypes: ['spot'],
  leftOut:
    'futures: another interface at a host of its own, with other names of markets (`XBTUSDTM`) and a wallet that money is moved to',
  hosts: ['api.kucoin.com', 'ws-api-spot.kucoin.com'],
  promises: KUCOIN_PROMISES,
  orderSupport: KUCOIN_ORDER_SUPPORT,
  credentialForm: KEY_WITH_PASSPHRASE,
  accountModes: KUCOIN_ACCOUNT_MODES,
  budget: KUCOIN_BUDGET,
  orderName: plainOrderName,
  ownName: ownOrderName,
  time: () =>
    query(kucoinRequest('time'), (data) => ({ venueTimeMs: integerField({ data }, 'data') })),
  markets: () => [
    query(kucoinRequest('markets'), (data) => ({ items: readMarkets(data), next: null })),
  ],
  price: ({ symbol }) => query(kucoinRequest('price', { symbol }), readPrice),
  candles: {
    perCallMax: CANDLES_PER_CALL_MAX,
    // In seconds, without the second instant.
    fetch: (listed, fromMs, toMs) =>
      query(
        kucoinRequest('candles', {
          symbol: listed.symbol,
          type: '1min',
          startAt: Math.floor(fromMs / 1_000),
          endAt: Math.ceil(toMs / 1_000),
        }),
        (data) => readCandles(data, listed, fromMs, toMs),
      ),
  },
  funding: null,
  orders: ORDER_QUERIES,
  account: accountQueries(),
  stream: KUCOIN_STREAM,
};

/** Of nobody's: too many of them stop the address. */
function query<T>(call: VenueCall, read: (data: unknown) => T): Query<T> {
  return { call, read: (outcome) => publicVerdict(outcome, read) };
}

function accountQueries(): AccountQueries {
  return {
    balances: ({ nowMs }) => ({
      call: kucoinRequest('balances'),
      read: (outcome) => kucoinVerdict('read', outcome, (data) => readBalances(data, nowMs)),
    }),
    positions: () => [],
    fills: fillsAfter,
    orderFills,
    marginEvents: null,
    credentials: () => ({
      calls: [kucoinRequest('key'), kucoinRequest('accountType'), kucoinRequest('accountMode')],
      read: ([ofKey, ofType, ofMode]) => {
        const mode = kucoinVerdict('read', present(ofMode, 'the call was made'), readAccountMode);
        const type = kucoinVerdict('read', present(ofType, 'the call was made'), (data) =>
          flagField({ data }, 'data'),
        );
        if (type.kind !== 'done') return type;
        if (mode.kind === 'not_done' && mode.failure !== 'unauthorized') return mode;
        return kucoinVerdict('read', present(ofKey, 'the call was made'), (data) =>
          // Of another interface, which may refuse a key of this one.
          readCredentials(data, type.value, mode.kind === 'done' ? mode.value : null),
        );
      },
    }),
  };
}
