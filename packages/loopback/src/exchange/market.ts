// Markets of the loopback venue with their filters. The figures in the folders of the skins are
// those that the venues publish for the real markets of these names, rounded where that changes
// nothing.

import type { Amount } from '#loopback/amount.ts';
import { amount, times } from '#loopback/amount.ts';

export type MarketKind = 'spot' | 'linear';

export type MarketTerms = {
  /** `spot:BTCUSDT`; a venue may use one symbol for a spot and a linear market. */
  readonly key: string;
  readonly symbol: string;
  readonly kind: MarketKind;
  readonly base: string;
  readonly quote: string;
  /** Of base, what a quantity of one is: less than one where quantities are of contracts. */
  readonly contractValue: Amount;
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

/** Terms of a row of the table of markets. */
export function marketTerms(row: Row, contractValue = '1'): MarketTerms {
  const [kind, base, quote, tick, step, quantityMin, quantityMax, marketMax, notionalMin] = row;
  return {
    key: `${kind}:${base}${quote}`,
    symbol: `${base}${quote}`,
    kind,
    base,
    quote,
    contractValue: amount(contractValue),
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

/** In quote. */
export function valueAt(
  { contractValue }: Pick<MarketTerms, 'contractValue'>,
  quantity: Amount,
  price: Amount,
): Amount {
  return times(times(price, quantity), contractValue);
}

/** One of many markets of its kind, for tests that need many. */
export function numberedMarket(kind: MarketKind, number: number): MarketTerms {
  const base = `M${String(number).padStart(4, '0')}`;
  return marketTerms([kind, base, 'USDT', '0.01', '0.001', '0.001', '9000', '9000', '5']);
}
