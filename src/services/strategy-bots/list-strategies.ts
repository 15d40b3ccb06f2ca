// The kinds of bots of strategies that there are.

import type { StrategyTemplate } from '#strategies/strategy-catalogue.ts';
import { STRATEGY_CATALOGUE } from '#strategies/strategy-catalogue.ts';

export type { StrategyTemplate } from '#strategies/strategy-catalogue.ts';

const TEMPLATES = Object.values(STRATEGY_CATALOGUE);

export function listStrategies(): readonly StrategyTemplate[] {
  return TEMPLATES;
}
