// The dialects whose requests are compared.

import { BINANCE_SPOT_CALLS } from './binance-spot-calls.ts';
import { BINANCE_USDM_CALLS } from './binance-usdm-calls.ts';
import { BITGET_CALLS } from './bitget-calls.ts';
import { BYBIT_CALLS } from './bybit-calls.ts';
import { COINBASE_CALLS } from './coinbase-calls.ts';
import { GATE_CALLS } from './gate-calls.ts';
import { HYPERLIQUID_CALLS } from './hyperliquid-calls.ts';
import { KRAKEN_CALLS } from './kraken-calls.ts';
import { KUCOIN_CALLS } from './kucoin-calls.ts';
import { OKX_CALLS } from './okx-calls.ts';
import type { GoldenDialect } from './golden-calls.ts';

export const GOLDEN_DIALECTS: readonly GoldenDialect[] = [
  BINANCE_SPOT_CALLS,
  BINANCE_USDM_CALLS,
  BITGET_CALLS,
  BYBIT_CALLS,
  COINBASE_CALLS,
  GATE_CALLS,
  HYPERLIQUID_CALLS,
  KRAKEN_CALLS,
  KUCOIN_CALLS,
  OKX_CALLS,
];
