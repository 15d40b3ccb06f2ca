// Balances of an account at KuCoin, its key, and the token of its stream.

import { randomBytes } from 'node:crypto';

import { plainText } from '#loopback/amount.ts';
import type { VenueReply } from '#loopback/skins/skin.ts';
import type { KucoinContext, KucoinEndpoints } from '#loopback/skins/kucoin/kucoin-endpoint.ts';
import { textOf } from '#loopback/skins/kucoin/kucoin-endpoint.ts';
import { kucoinReply } from '#loopback/skins/kucoin/kucoin-errors.ts';

/** Ids of accounts by token. */
export type KucoinTokens = Map<string, string>;

/** Of an account of long ago that was never given the newer interface of orders. */
const LOW_FREQUENCY = 'LOW_FREQUENCY';

/** Endpoints of an account; a token of the stream is noted in `tokens`. */
export function kucoinAccount(tokens: KucoinTokens): KucoinEndpoints {
  return {
    'GET /api/v1/accounts': {
      access: 'read',
      pool: 'management',
      operation: 'balances',
      weight: 5,
      takes: ['currency', 'type'],
      run: balances,
    },
    'GET /api/v1/user/api-key': {
      access: 'read',
      mode: 'any',
      pool: 'management',
      operation: 'credentials',
      weight: 20,
      takes: [],
      run: key,
    },
    'GET /api/v1/hf/accounts/opened': {
      access: 'read',
      pool: 'spot',
      operation: 'settings',
      weight: 30,
      takes: [],
      run: ({ account }: KucoinContext) => kucoinReply(account.mode !== LOW_FREQUENCY),
    },
    'GET /api/ua/v1/account/mode': {
      access: 'read',
      mode: 'any',
      pool: 'management',
      operation: 'credentials',
      weight: 60,
      takes: [],
      run: ({ account }: KucoinContext) =>
        kucoinReply({
          selfAccountMode: account.mode === 'UNIFIED' ? account.mode : 'CLASSIC',
          unifiedSubAccount: [],
          classicSubAccount: [],
        }),
    },
    'POST /api/v1/bullet-private': {
      access: 'read',
      pool: 'spot',
      operation: 'credentials',
      weight: 10,
      takes: [],
      run: (context: KucoinContext) => token(context, tokens),
    },
  };
}

/** What can be traded is on the account of trading, which has two names. */
function balances({ exchange, account, parameters }: KucoinContext): VenueReply {
  const wanted = textOf(parameters, 'type');
  const currency = textOf(parameters, 'currency');
  const main = { id: '63355cd156298d0001b66e61', currency: 'USDT', type: 'main' };
  const rows = [
    { ...main, balance: '0.01', available: '0.01', holds: '0' },
    ...[...(exchange.ledger.owners.get(account.id) ?? [])].map(([asset, held], index) => ({
      id: String(548_674_591_753 + index),
      currency: asset,
      type: wanted === 'trade_hf' ? wanted : 'trade',
      balance: plainText(held.free + held.locked),
      available: plainText(held.free),
      holds: plainText(held.locked),
    })),
  ];
  return kucoinReply(
    rows.filter(
      (row) =>
        (wanted === null || row.type === wanted) &&
        (currency === null || row.currency === currency),
    ),
  );
}

function key({ account, key: { canTrade, canWithdraw, ...own } }: KucoinContext): VenueReply {
  const rights = ['General'];
  if (canTrade) rights.push(account.mode === 'UNIFIED' ? 'Unified' : 'Spot');
  if (canWithdraw) rights.push('Transfer');
  return kucoinReply({
    remark: 'loopback',
    apiKey: own.key,
    apiVersion: 3,
    permission: rights.join(','),
    ...(own.addresses.length === 0 ? {} : { ipWhitelist: own.addresses.join(',') }),
    createdAt: own.createdAtMs,
    uid: account.uid,
    isMaster: true,
  });
}

function token({ account }: KucoinContext, tokens: KucoinTokens): VenueReply {
  const made = `${randomBytes(24).toString('base64')}.${randomBytes(16).toString('base64')}`;
  tokens.set(made, account.id);
  const server = {
    endpoint: 'wss://ws-api-spot.kucoin.com/',
    encrypt: true,
    protocol: 'websocket',
    pingInterval: 18_000,
    pingTimeout: 10_000,
  };
  return kucoinReply({ token: made, instanceServers: [server] });
}
