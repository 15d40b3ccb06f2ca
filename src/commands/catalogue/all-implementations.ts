// The implementations of all families, joined. A command without one is offered all the same and
// refuses to be called.

import { EQUATION_IMPLEMENTATIONS } from '#commands/equations/equation-implementations.ts';
import { FLOW_IMPLEMENTATIONS } from '#commands/flow/flow-implementations.ts';
import { INSURANCE_IMPLEMENTATIONS } from '#commands/insurances/insurance-implementations.ts';
import { MARKET_ACTIVITY_IMPLEMENTATIONS } from '#commands/markets/market-activity-implementations.ts';
import { MARKET_FACT_IMPLEMENTATIONS } from '#commands/markets/market-fact-implementations.ts';
import { MATHEMATICS_IMPLEMENTATIONS } from '#commands/mathematics/mathematics-implementations.ts';
import { ORDER_IMPLEMENTATIONS } from '#commands/orders/order-implementations.ts';
import { POSITION_IMPLEMENTATIONS } from '#commands/positions/position-implementations.ts';
import { PRICE_IMPLEMENTATIONS } from '#commands/prices/price-implementations.ts';
import { PROFIT_IMPLEMENTATIONS } from '#commands/profit/profit-implementations.ts';
import { SAFETY_IMPLEMENTATIONS } from '#commands/safeties/safety-implementations.ts';
import { SERIES_IMPLEMENTATIONS } from '#commands/series/series-implementations.ts';
import { SETTING_IMPLEMENTATIONS } from '#commands/settings/setting-implementations.ts';
import { TECHNICAL_ANALYSIS_IMPLEMENTATIONS } from '#commands/indicators/technical-analysis-implementations.ts';
import { TRADE_ACTION_IMPLEMENTATIONS } from '#commands/trade-actions/trade-action-implementations.ts';
import { TREND_IMPLEMENTATIONS } from '#commands/series/trend-implementations.ts';
import { WALLET_IMPLEMENTATIONS } from '#commands/wallet/wallet-implementations.ts';
import { ARRAY_IMPLEMENTATIONS } from '#commands/arrays/array-implementations.ts';
import { MEMORY_IMPLEMENTATIONS } from '#commands/memory/memory-implementations.ts';
import { OUTSIDE_IMPLEMENTATIONS } from '#commands/outside/outside-implementations.ts';
import { TEXT_IMPLEMENTATIONS } from '#commands/text/text-implementations.ts';
import { TIME_IMPLEMENTATIONS } from '#commands/time/time-implementations.ts';
import { VARIOUS_IMPLEMENTATIONS } from '#commands/various/various-implementations.ts';
import { INPUT_IMPLEMENTATIONS } from '#commands/inputs/input-implementations.ts';
import { SIGNAL_IMPLEMENTATIONS } from '#commands/signals/signal-implementations.ts';
import { CHART_IMPLEMENTATIONS } from '#commands/charting/chart-implementations.ts';
import { EASY_IMPLEMENTATIONS } from '#commands/easy-indicators/easy-implementations.ts';
import { CUSTOM_IMPLEMENTATIONS } from '#commands/custom/custom-implementations.ts';
import type {
  CommandImplementations,
  CommandImplementation,
} from '#commands/definition/command-implementation.ts';
import { libraryError } from '#lua/runtime/errors.ts';

const FAMILIES: readonly CommandImplementations[] = [
  CUSTOM_IMPLEMENTATIONS,
  EASY_IMPLEMENTATIONS,
  CHART_IMPLEMENTATIONS,
  SIGNAL_IMPLEMENTATIONS,
  INPUT_IMPLEMENTATIONS,
  VARIOUS_IMPLEMENTATIONS,
  TIME_IMPLEMENTATIONS,
  TEXT_IMPLEMENTATIONS,
  OUTSIDE_IMPLEMENTATIONS,
  MEMORY_IMPLEMENTATIONS,
  ARRAY_IMPLEMENTATIONS,
  EQUATION_IMPLEMENTATIONS,
  FLOW_IMPLEMENTATIONS,
  INSURANCE_IMPLEMENTATIONS,
  MARKET_ACTIVITY_IMPLEMENTATIONS,
  MARKET_FACT_IMPLEMENTATIONS,
  MATHEMATICS_IMPLEMENTATIONS,
  ORDER_IMPLEMENTATIONS,
  POSITION_IMPLEMENTATIONS,
  PRICE_IMPLEMENTATIONS,
  PROFIT_IMPLEMENTATIONS,
  SAFETY_IMPLEMENTATIONS,
  SERIES_IMPLEMENTATIONS,
  SETTING_IMPLEMENTATIONS,
  TECHNICAL_ANALYSIS_IMPLEMENTATIONS,
  TRADE_ACTION_IMPLEMENTATIONS,
  TREND_IMPLEMENTATIONS,
  WALLET_IMPLEMENTATIONS,
];

export const ALL_IMPLEMENTATIONS: ReadonlyMap<string, CommandImplementation> = new Map(
  FAMILIES.flatMap((family) => Object.entries(family)),
);

/** The implementation of a command of the catalogue. */
export function implementationOf(name: string): CommandImplementation {
  return (
    ALL_IMPLEMENTATIONS.get(name) ??
    (() => {
      throw libraryError(`'${name}' is not available`);
    })
  );
}
