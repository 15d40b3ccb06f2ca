// Gate as a dialect: spot, by the fourth version of its interface.

import { MINUTE_MS } from '#lib/time.ts';
import { present } from '#lib/assert.ts';
import { KEY_AND_SECRET } from '#venue-port/exchange/venue-credentials.ts';
import type {
  AccountContext,
  AccountQueries,
  BalancePage,
  Query,
  VenueDialect,
} from '#venues/dialect.ts';
import { fillsAfter, orderFills } from '#venues/dialects/gate/fill-list.ts';
import { GATE_MARKET_STREAM } from '#venues/dialects/gate/market-stream.ts';
import { ORDER_QUERIES } from '#venues/dialects/gate/order-queries.ts';
import { gateOrderName, ownGateName } from '#venues/dialects/gate/place-request.ts';
import {
  CANDLES_REACH_MS,
  GATE_BUDGET,
  GATE_ORDER_SUPPORT,
  GATE_PROMISES,
} from '#venues/dialects/gate/promises.ts';
import {
  GATE_ACCOUNT_MODES,
  readBalances,
  readCredentials,
  readMode,
  readUnifiedBalances,
  walletOf,
} from '#venues/dialects/gate/read-account.ts';
import {
  GATE_CODE,
  readCandles,
  readMarkets,
  readPrice,
} from '#venues/dialects/gate/read-market.ts';
import { gateRequest } from '#venues/dialects/gate/requests.ts';
import { GATE_STREAM } from '#venues/dialects/gate/stream.ts';
import { gateVerdict, publicVerdict } from '#venues/dialects/gate/verdict.ts';
import { integerField, replyFields } from '#venues/dialects/reply/reply-fields.ts';
import type { VenueCall } from '#venues/wire/venue-wire.ts';

/** Less than the documented 1,000: both ends of what is requested are listed. */
const CANDLES_PER_CALL_MAX = 990;

export const GATE: VenueDialect = {
  code: GATE_CODE,
  name: 'Gate',
  libraryId: 'gate',
  marketTypes: ['spot'],
  leftOut:
    'futures: another interface, with a wallet and a position mode for each currency of settlement and amounts in contracts',
  hosts: ['api.gateio.ws'],
  testNetHosts: ['api-testnet.gateapi.io'],
  promises: GATE_PROMISES,
  orderSupport: GATE_ORDER_SUPPORT,
  credentialForm: {
    ...KEY_AND_SECRET,
    rights: '"Spot trade" (read and write) and "Account" (read only)',
  },
  accountModes: GATE_ACCOUNT_MODES,
  budget: GATE_BUDGET,
  orderName: gateOrderName,
  ownName: ownGateName,
  time: () =>
    query(gateRequest('time'), (body) => ({
      venueTimeMs: integerField(replyFields(body, 'The time'), 'server_time'),
    })),
  markets: () => [
    query(gateRequest('markets'), (body) => ({ items: readMarkets(body), next: null })),
  ],
  price: (listed) =>
    query(gateRequest('price', { currency_pair: listed.symbol }), (body) =>
      readPrice(body, listed),
    ),
  candles: {
    perCallMax: CANDLES_PER_CALL_MAX,
    listedMs: CANDLES_REACH_MS,
    fetch: (listed, fromMs, toMs) =>
      query(
        gateRequest('candles', {
          currency_pair: listed.symbol,
          interval: '1m',
          from: Math.floor(fromMs / 1_000),
          to: Math.ceil((toMs - MINUTE_MS) / 1_000),
        }),
        (body) => readCandles(body, listed, fromMs, toMs),
      ),
  },
  funding: null,
  orders: ORDER_QUERIES,
  account: accountQueries(),
  stream: GATE_STREAM,
  marketStream: GATE_MARKET_STREAM,
};

/** Of nobody's: too many of them stop the address. */
function query<T>(call: VenueCall, read: (body: unknown) => T): Query<T> {
  return { call, read: (outcome) => publicVerdict(outcome, read) };
}

/** How they are refused to an account of another mode is not documented. */
function unifiedBalances({ nowMs }: AccountContext): Query<BalancePage> {
  return {
    call: gateRequest('unifiedBalances'),
    read(outcome) {
      const verdict = gateVerdict('read', outcome, (body) => readUnifiedBalances(body, nowMs));
      const isUnclear = verdict.kind === 'not_done' && verdict.failure === 'unavailable';
      return isUnclear ? { ...verdict, isOtherMode: true } : verdict;
    },
  };
}

function accountQueries(): AccountQueries {
  return {
    mode: {
      call: gateRequest('user'),
      read: (outcome) => gateVerdict('read', outcome, readMode),
    },
    balances: (context) =>
      walletOf(context) === 'unified'
        ? unifiedBalances(context)
        : {
            call: gateRequest('balances'),
            read: (outcome) =>
              gateVerdict('read', outcome, (body) => readBalances(body, context.nowMs)),
          },
    positions: () => [],
    fills: (_listed, ...list) => fillsAfter(...list),
    orderFills,
    marginEvents: null,
    credentials: (_context, _market, apiKey = '') => ({
      calls: [gateRequest('user'), gateRequest('keys')],
      read([user, keys]) {
        const account = gateVerdict('read', present(user, 'the call was made'), (body) => body);
        if (account.kind !== 'done') return account;
        return gateVerdict('read', present(keys, 'the call was made'), (body) =>
          readCredentials(account.value, body, apiKey),
        );
      },
    }),
  };
}
