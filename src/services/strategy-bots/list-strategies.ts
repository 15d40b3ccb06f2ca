// The kinds of bots of strategies that there are.

import { OFFERED_STRATEGY_TYPES } from '#domain/strategy/strategy-type.ts';
import type { StrategyTemplate } from '#strategies/strategy-catalogue.ts';
import { STRATEGY_CATALOGUE } from '#strategies/strategy-catalogue.ts';

export type { StrategyTemplate } from '#strategies/strategy-catalogue.ts';

const TEMPLATES = OFFERED_STRATEGY_TYPES.map((type) => STRATEGY_CATALOGUE[type]);

/** Templates of all strategies, in the order in which they are offered. */
export function listStrategies(): readonly StrategyTemplate[] {
  return TEMPLATES;
}
