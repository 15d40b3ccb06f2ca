// Binance USD-M futures as its public documentation describes it: REST under /fapi, and the user
// data stream by listen keys.

import { randomBytes } from 'node:crypto';

import type { Exchange } from '#loopback/exchange/exchange.ts';
import type { Endpoints } from '#loopback/skins/binance/binance-endpoint.ts';
import { binanceSkin } from '#loopback/skins/binance/binance-skin.ts';
import type { WeightCounter } from '#loopback/skins/request-weights.ts';
import type { Skin } from '#loopback/skins/skin.ts';
import { jsonReply } from '#loopback/skins/skin.ts';
import { USDM_ACCOUNT } from '#loopback/skins/binance-usdm/usdm-account.ts';
import { USDM_ALGO } from '#loopback/skins/binance-usdm/usdm-algo.ts';
import { USDM_MARKET_DATA } from '#loopback/skins/binance-usdm/usdm-market-data.ts';
import { openUsdmStream } from '#loopback/skins/binance-usdm/usdm-stream.ts';
import { USDM_TRADING } from '#loopback/skins/binance-usdm/usdm-trading.ts';

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
