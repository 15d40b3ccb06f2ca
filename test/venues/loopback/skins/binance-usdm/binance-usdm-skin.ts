// Binance USD-M futures as its public documentation describes it: REST under /fapi, and the user
// data stream by listen keys.

import { randomBytes } from 'node:crypto';

import type { Exchange } from '../../exchange/exchange.ts';
import type { Endpoints } from '../binance/binance-endpoint.ts';
import { binanceSkin } from '../binance/binance-skin.ts';
import type { WeightCounter } from '../request-weights.ts';
import type { Skin } from '../skin.ts';
import { jsonReply } from '../skin.ts';
import { USDM_ACCOUNT } from './usdm-account.ts';
import { USDM_ALGO } from './usdm-algo.ts';
import { USDM_MARKET_DATA } from './usdm-market-data.ts';
import { openUsdmStream } from './usdm-stream.ts';
import { USDM_TRADING } from './usdm-trading.ts';

const HOSTS = ['fapi.binance.com', 'fstream.binance.com'];

/** `weights` counts by address and minute, as Binance does. */
export function createBinanceUsdmSkin(exchange: Exchange, weights: WeightCounter): Skin {
  const accountIds = new Map<string, string>();
  const endpoints = {
    ...USDM_TRADING,
    ...USDM_ALGO,
    ...USDM_ACCOUNT,
    ...USDM_MARKET_DATA,
    ...listenKeys(accountIds),
  };
  return {
    ...binanceSkin(exchange, weights, endpoints),
    hosts: HOSTS,
    openStream: (path, query, send) => openUsdmStream(exchange, accountIds, path, query, send),
  };
}

/** An account has one listen key, which is given again while it lives. */
function listenKeys(accountIds: Map<string, string>): Endpoints {
  const keyOf = (accountId: string): string => {
    for (const [key, id] of accountIds) if (id === accountId) return key;
    const key = randomBytes(32).toString('hex');
    accountIds.set(key, accountId);
    return key;
  };
  return {
    'POST /fapi/v1/listenKey': {
      access: 'key',
      operation: 'settings',
      weight: () => 1,
      parameters: [],
      run: ({ account }) => jsonReply(200, { listenKey: keyOf(account.id) }),
    },
    'PUT /fapi/v1/listenKey': {
      access: 'key',
      operation: 'settings',
      weight: () => 1,
      parameters: [],
      run: ({ account }) => jsonReply(200, { listenKey: keyOf(account.id) }),
    },
  };
}
