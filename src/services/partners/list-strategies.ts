// The kinds of bots that partners may offer, in the contract's shape.

import { STRATEGY_TYPES } from '#engine/strategies/setting.ts';
import { STRATEGY_CATALOGUE } from '#engine/strategies/strategy-catalogue.ts';
import { writeTemplate } from '#engine/strategies/write-template.ts';

export const OFFERED_TYPES = STRATEGY_TYPES;

const TEMPLATES = Object.values(STRATEGY_CATALOGUE).map(writeTemplate);

export function listStrategies() {
  return TEMPLATES;
}
