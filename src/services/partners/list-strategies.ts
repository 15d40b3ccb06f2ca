// The kinds of bots that partners may offer, in the contract's shape.

import { STRATEGY_CATALOGUE } from '#strategies/strategy-catalogue.ts';
import { writeTemplate } from '#strategies/write-template.ts';

const TEMPLATES = Object.values(STRATEGY_CATALOGUE).map(writeTemplate);

export function listStrategies() {
  return TEMPLATES;
}
