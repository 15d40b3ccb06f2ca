// Hyperliquid as a dialect: perpetual markets in USDC, by actions that a wallet of the account
// signs.

import { present } from '#lib/assert.ts';
import { HOUR_MS } from '#lib/time.ts';
import type { CredentialForm } from '#venue-port/exchange/venue-credentials.ts';
import type { AccountQueries, BalancePage, Query, VenueDialect } from '#venues/dialect.ts';
import { fillsAfter, orderFills } from '#venues/dialects/hyperliquid/fill-list.ts';
import { marginEventsAfter } from '#venues/dialects/hyperliquid/margin-events.ts';
import { ORDER_QUERIES } from '#venues/dialects/hyperliquid/order-queries.ts';
import {
  CANDLES_LISTED_MS,
  HYPERLIQUID_BUDGET,
  HYPERLIQUID_ORDER_SUPPORT,
  HYPERLIQUID_PROMISES,
} from '#venues/dialects/hyperliquid/promises.ts';
import {
  HYPERLIQUID_ACCOUNT_MODES,
  readBalances,
  readCredentials,
  readPositions,
  readUnifiedBalances,
} from '#venues/dialects/hyperliquid/read-account.ts';
import {
  HYPERLIQUID_CODE,
  readBestPrices,
  readCandles,
  readFundingRates,
  readMarkets,
  readPrice,
} from '#venues/dialects/hyperliquid/read-market.ts';
import { accountRequest, publicRequest } from '#venues/dialects/hyperliquid/requests.ts';
import { HYPERLIQUID_STREAM } from '#venues/dialects/hyperliquid/stream.ts';
import { questionVerdict } from '#venues/dialects/hyperliquid/verdict.ts';
import { integerField, replyFields, UnreadableReply } from '#venues/dialects/reply/reply-fields.ts';
import { hexOrderName, ownHexName } from '#venues/dialects/reply/uuid-order-name.ts';
import type { VenueCall } from '#venues/wire/venue-wire.ts';

/** Of 5000 that it has, which weigh as much as a minute's budget has room for. */
const CANDLES_PER_CALL_MAX = 1_000;
const RATES_PER_CALL_MAX = 500;

const HYPERLIQUID_CREDENTIALS: CredentialForm = {
  apiKey: 'Address of the account',
  secret: 'Private key of the API wallet',
  passphrase: null,
  rights: 'an API wallet that the account has approved, and that has not expired',
  advice:
    'The secret is that of an API wallet, never that of the account itself, which may withdraw.',
};

export const HYPERLIQUID: VenueDialect = {
  code: HYPERLIQUID_CODE,
  name: 'Hyperliquid',
  libraryId: 'hyperliquid',
  marketTypes: ['futures'],
  leftOut: 'spot: its pairs are named by numbers (`@107`) and have other steps of prices',
  hosts: ['api.hyperliquid.xyz'],
  testNetHosts: ['api.hyperliquid-testnet.xyz'],
  promises: HYPERLIQUID_PROMISES,
  orderSupport: HYPERLIQUID_ORDER_SUPPORT,
  credentialForm: HYPERLIQUID_CREDENTIALS,
  accountModes: HYPERLIQUID_ACCOUNT_MODES,
  budget: HYPERLIQUID_BUDGET,
  orderName: hexOrderName,
  ownName: ownHexName,
  time: () =>
    question(publicRequest('exchangeStatus'), (body) => ({
      venueTimeMs: integerField(replyFields(body, 'The status'), 'time'),
    })),
  markets: () => [
    question(publicRequest('meta'), (body) => ({ items: readMarkets(body), next: null })),
  ],
  price: (listed) =>
    question(publicRequest('metaAndAssetCtxs'), (body) => ({ price: readPrice(body, listed) })),
  bestPrices: (listed) =>
    question(publicRequest('l2Book', { coin: listed.symbol }), (body) =>
      readBestPrices(body, listed),
    ),
  candles: {
    perCallMax: CANDLES_PER_CALL_MAX,
    listedMs: CANDLES_LISTED_MS,
    fetch: (listed, fromMs, toMs) =>
      question(
        publicRequest('candleSnapshot', {
          req: { coin: listed.symbol, interval: '1m', startTime: fromMs, endTime: toMs - 1 },
        }),
        (body) => readCandles(body, listed, fromMs, toMs),
      ),
  },
  funding: {
    windowMsMax: RATES_PER_CALL_MAX * HOUR_MS,
    fetch: (listed, fromMs, toMs) =>
      question(
        publicRequest('fundingHistory', {
          coin: listed.symbol,
          startTime: fromMs,
          endTime: toMs - 1,
        }),
        (body) => readFundingRates(body, listed),
      ),
  },
  orders: ORDER_QUERIES,
  account: accountQueries(),
  stream: HYPERLIQUID_STREAM,
};

function question<T>(call: VenueCall, read: (body: unknown) => T): Query<T> {
  return { call, read: (outcome) => questionVerdict('read', outcome, read) };
}

function unifiedBalances(perpetuals: unknown): BalancePage {
  const rest = question(accountRequest('spotClearinghouseState'), (spot) =>
    readUnifiedBalances(perpetuals, spot),
  );
  const updatedAtMs = integerField(replyFields(perpetuals, 'The account'), 'time');
  return { updatedAtMs, balances: [], rest };
}

function accountQueries(): AccountQueries {
  return {
    mode: question(accountRequest('userAbstraction'), (body) => {
      if (typeof body === 'string') return body;
      throw new UnreadableReply('The mode is no text.');
    }),
    balances: ({ mode }) =>
      question(accountRequest('clearinghouseState'), (body) =>
        mode === 'unifiedAccount' ? unifiedBalances(body) : readBalances(body),
      ),
    positions: (context) => [
      question(accountRequest('clearinghouseState'), (body) => readPositions(body, context)),
    ],
    fills: (_listed, ...list) => fillsAfter(...list),
    orderFills,
    marginEvents: marginEventsAfter,
    credentials: () => ({
      calls: [
        accountRequest('userRole', {}, 'signer'),
        // It names the account, and is of any market.
        accountRequest('activeAssetData', { coin: 'BTC' }),
        accountRequest('userAbstraction'),
      ],
      read: (outcomes) => {
        const bodies = outcomes.map((outcome) => questionVerdict('read', outcome, (body) => body));
        for (const verdict of bodies) if (verdict.kind !== 'done') return verdict;
        const [role, settings, mode] = bodies.map((verdict) =>
          verdict.kind === 'done' ? verdict.value : null,
        );
        return questionVerdict('read', present(outcomes[0], 'the call was made'), () =>
          readCredentials(role, settings, mode),
        );
      },
    }),
  };
}
