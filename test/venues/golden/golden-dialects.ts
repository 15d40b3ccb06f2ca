// The dialects whose requests are compared.

import { BINANCE_SPOT_CALLS } from './binance-spot-calls.ts';
import { BYBIT_CALLS } from './bybit-calls.ts';
import type { GoldenDialect } from './golden-calls.ts';

export const GOLDEN_DIALECTS: readonly GoldenDialect[] = [BINANCE_SPOT_CALLS, BYBIT_CALLS];
