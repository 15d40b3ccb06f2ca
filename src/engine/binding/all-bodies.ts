// The bodies of all families, joined. A command without one is offered all the same and refuses to
// be called.

import { EQUATION_BODIES } from '#engine/bodies/equation-bodies.ts';
import { FLOW_BODIES } from '#engine/bodies/flow-bodies.ts';
import { INSURANCE_BODIES } from '#engine/bodies/insurance-bodies.ts';
import { MARKET_ACTIVITY_BODIES } from '#engine/bodies/market-activity-bodies.ts';
import { MARKET_FACT_BODIES } from '#engine/bodies/market-fact-bodies.ts';
import { MATHEMATICS_BODIES } from '#engine/bodies/mathematics-bodies.ts';
import { ORDER_BODIES } from '#engine/bodies/order-bodies.ts';
import { POSITION_BODIES } from '#engine/bodies/position-bodies.ts';
import { PRICE_BODIES } from '#engine/bodies/price-bodies.ts';
import { PROFIT_BODIES } from '#engine/bodies/profit-bodies.ts';
import { SAFETY_BODIES } from '#engine/bodies/safety-bodies.ts';
import { SERIES_BODIES } from '#engine/bodies/series-bodies.ts';
import { SETTING_BODIES } from '#engine/bodies/setting-bodies.ts';
import { TECHNICAL_ANALYSIS_BODIES } from '#engine/bodies/technical-analysis-bodies.ts';
import { TRADE_ACTION_BODIES } from '#engine/bodies/trade-action-bodies.ts';
import { TREND_BODIES } from '#engine/bodies/trend-bodies.ts';
import { WALLET_BODIES } from '#engine/bodies/wallet-bodies.ts';
import { ARRAY_BODIES } from '#engine/bodies/array-bodies.ts';
import { MEMORY_BODIES } from '#engine/bodies/memory-bodies.ts';
import { OUTSIDE_BODIES } from '#engine/bodies/outside-bodies.ts';
import { TEXT_BODIES } from '#engine/bodies/text-bodies.ts';
import { TIME_BODIES } from '#engine/bodies/time-bodies.ts';
import { VARIOUS_BODIES } from '#engine/bodies/various-bodies.ts';
import { INPUT_BODIES } from '#engine/bodies/input-bodies.ts';
import { SIGNAL_BODIES } from '#engine/bodies/signal-bodies.ts';
import { CHART_BODIES } from '#engine/bodies/chart-bodies.ts';
import { EASY_BODIES } from '#engine/bodies/easy-bodies.ts';
import { CUSTOM_BODIES } from '#engine/bodies/custom-bodies.ts';
import type { CommandBodies, CommandBody } from '#engine/commands/command-body.ts';
import { COMMAND_CATALOGUE } from '#engine/commands/command-catalogue.ts';
import { libraryError } from '#script/runtime/errors.ts';

const FAMILIES: readonly CommandBodies[] = [
  CUSTOM_BODIES,
  EASY_BODIES,
  CHART_BODIES,
  SIGNAL_BODIES,
  INPUT_BODIES,
  VARIOUS_BODIES,
  TIME_BODIES,
  TEXT_BODIES,
  OUTSIDE_BODIES,
  MEMORY_BODIES,
  ARRAY_BODIES,
  EQUATION_BODIES,
  FLOW_BODIES,
  INSURANCE_BODIES,
  MARKET_ACTIVITY_BODIES,
  MARKET_FACT_BODIES,
  MATHEMATICS_BODIES,
  ORDER_BODIES,
  POSITION_BODIES,
  PRICE_BODIES,
  PROFIT_BODIES,
  SAFETY_BODIES,
  SERIES_BODIES,
  SETTING_BODIES,
  TECHNICAL_ANALYSIS_BODIES,
  TRADE_ACTION_BODIES,
  TREND_BODIES,
  WALLET_BODIES,
];

export const ALL_BODIES: ReadonlyMap<string, CommandBody> = new Map(
  FAMILIES.flatMap((bodies) => Object.entries(bodies)),
);

/** Commands that nobody has written yet. */
export const MISSING_BODIES: readonly string[] = COMMAND_CATALOGUE.map(({ name }) => name).filter(
  (name) => !ALL_BODIES.has(name),
);

/** The body of a command of the catalogue. */
export function bodyOf(name: string): CommandBody {
  return (
    ALL_BODIES.get(name) ??
    (() => {
      throw libraryError(`'${name}' is not available`);
    })
  );
}
