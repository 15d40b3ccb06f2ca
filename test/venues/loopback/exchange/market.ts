// Markets of the loopback venue with their filters. The figures are those that the venues publish
// for the real markets of these names, rounded where that changes nothing.

import type { Amount } from '../amount.ts';
import { amount } from '../amount.ts';

export type MarketKind = 'spot' | 'linear';

export type MarketTerms = {
  /** `spot:BTCUSDT`; a venue may use one symbol for a spot and a linear market. */
  readonly key: string;
  readonly symbol: string;
  readonly kind: MarketKind;
  readonly base: string;
  readonly quote: string;
  readonly tick: Amount;
  readonly step: Amount;
  readonly quantityMin: Amount;
  readonly quantityMax: Amount;
  readonly marketQuantityMax: Amount;
  readonly notionalMin: Amount;
  readonly leverageMax: number;
  /** Maintenance margin as a share of the position's value. */
  readonly maintenanceRate: Amount;
  readonly launchedAtMs: number;
};

type Row = readonly [
  kind: MarketKind,
  base: string,
  quote: string,
  tick: string,
  step: string,
  quantityMin: string,
  quantityMax: string,
  marketQuantityMax: string,
  notionalMin: string,
];

const LAUNCHED_AT_MS = 1_585_526_400_000;

function terms(row: Row): MarketTerms {
  const [kind, base, quote, tick, step, quantityMin, quantityMax, marketMax, notionalMin] = row;
  return {
    key: `${kind}:${base}${quote}`,
    symbol: `${base}${quote}`,
    kind,
    base,
    quote,
    tick: amount(tick),
    step: amount(step),
    quantityMin: amount(quantityMin),
    quantityMax: amount(quantityMax),
    marketQuantityMax: amount(marketMax),
    notionalMin: amount(notionalMin),
    leverageMax: kind === 'linear' ? 100 : 1,
    maintenanceRate: amount(kind === 'linear' ? '0.005' : '0'),
    launchedAtMs: LAUNCHED_AT_MS,
  };
}

export const BINANCE_MARKETS: readonly MarketTerms[] = [
  terms(['spot', 'BTC', 'USDT', '0.01', '0.00001', '0.00001', '9000', '120', '5']),
  terms(['spot', 'ETH', 'USDT', '0.01', '0.0001', '0.0001', '9000', '2000', '5']),
  terms(['spot', 'BNB', 'USDT', '0.1', '0.001', '0.001', '900000', '9000', '5']),
];

export const BINANCE_USDM_MARKETS: readonly MarketTerms[] = [
  terms(['linear', 'BTC', 'USDT', '0.1', '0.001', '0.001', '1000', '120', '100']),
  terms(['linear', 'ETH', 'USDT', '0.01', '0.001', '0.001', '10000', '2000', '20']),
];

export const BYBIT_MARKETS: readonly MarketTerms[] = [
  terms(['spot', 'BTC', 'USDT', '0.1', '0.000001', '0.000011', '83', '41.5', '5']),
  terms(['spot', 'ETH', 'USDT', '0.01', '0.00001', '0.00045', '1229', '614', '5']),
  terms(['spot', 'BNB', 'USDT', '0.1', '0.0001', '0.0016', '4200', '2100', '5']),
  terms(['linear', 'BTC', 'USDT', '0.1', '0.001', '0.001', '1190', '500', '5']),
  terms(['linear', 'ETH', 'USDT', '0.01', '0.01', '0.01', '7240', '1500', '5']),
];

export const KRAKEN_MARKETS: readonly MarketTerms[] = [
  terms(['spot', 'BTC', 'USDT', '0.1', '0.0000001', '0.00005', '9999', '9999', '0.5']),
  terms(['spot', 'ETH', 'USDT', '0.01', '0.000001', '0.001', '99999', '99999', '0.5']),
  terms(['spot', 'BNB', 'USDT', '0.1', '0.000001', '0.005', '99999', '99999', '0.5']),
];

export const OKX_MARKETS: readonly MarketTerms[] = [
  terms(['spot', 'BTC', 'USDT', '0.1', '0.0000001', '0.00001', '9999', '100', '0']),
  terms(['spot', 'ETH', 'USDT', '0.01', '0.000001', '0.001', '99999', '1000', '0']),
  terms(['spot', 'BNB', 'USDT', '0.1', '0.000001', '0.001', '99999', '1000', '0']),
];

/** One of many markets of its kind, for tests that need many. */
export function numberedMarket(kind: MarketKind, number: number): MarketTerms {
  const base = `M${String(number).padStart(4, '0')}`;
  return terms([kind, base, 'USDT', '0.01', '0.001', '0.001', '9000', '9000', '5']);
}
