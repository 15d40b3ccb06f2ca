// The tables by the codes of their dialects, and what no table can say.

import type { RecordedReading } from '../recorded-reading.ts';
import { BINANCE_SPOT_READINGS, BINANCE_USDM_READINGS } from './binance.ts';
import { BITGET_READINGS } from './bitget.ts';
import { BYBIT_READINGS } from './bybit.ts';
import { COINBASE_READINGS } from './coinbase.ts';
import { GATE_READINGS } from './gate.ts';
import { HYPERLIQUID_READINGS } from './hyperliquid.ts';
import { KRAKEN_READINGS } from './kraken.ts';
import { KUCOIN_READINGS } from './kucoin.ts';
import { OKX_READINGS } from './okx.ts';

export const READING_TABLES: Readonly<Record<string, readonly RecordedReading[]>> = {
  binance: BINANCE_SPOT_READINGS,
  binanceusdm: BINANCE_USDM_READINGS,
  bitget: BITGET_READINGS,
  bybit: BYBIT_READINGS,
  coinbase: COINBASE_READINGS,
  gate: GATE_READINGS,
  hyperliquid: HYPERLIQUID_READINGS,
  kraken: KRAKEN_READINGS,
  kucoin: KUCOIN_READINGS,
  okx: OKX_READINGS,
};

/** Readers that sign for a recording which they do not read, and why. */
export const UNREAD: Readonly<Record<string, string>> = {
  'binanceusdm account.credentials Endpoints/Spot/Account/GetAPIKeyPermissions':
    'one of three replies, and the others are not recorded',
  'bybit account.credentials Endpoints/V5Api/Trading/GetPositions':
    'two of four replies, and the others are not recorded',
  'coinbase orders.open Endpoints/AdvancedTrade/Trading/GetOrders':
    'shows all configurations of orders at once, which no order has',
  'coinbase orders.placedBetween Endpoints/AdvancedTrade/Trading/GetOrders':
    'shows all configurations of orders at once, which no order has',
  'gate account.credentials Endpoints/Spot/Account/GetAccountInfo':
    'one of two replies, and the other one is not recorded',
  'kraken orders.place Endpoints/Spot/Trading/PlaceOrder':
    'describes an order on margin, which none of ours is',
  'kucoin orders.open Endpoints/Unified/Trading/GetOpenOrders':
    'has one order, which is of futures',
  'okx orders.open Endpoints/UnifiedApi/Trading/GetAlgoOrderList':
    'of another type of algo orders, which is not requested',
};
