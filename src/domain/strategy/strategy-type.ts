// The strategies of the service, by the names that partners and stored bots use.

import { assert } from '#lib/assert.ts';

/** Those that bots are made of. */
export const OFFERED_STRATEGY_TYPES = [
  'spot_grid',
  'futures_grid',
  'spot_dollar_cost_averaging',
  'futures_dollar_cost_averaging',
  'webhook',
] as const;

/** A bracket is an order with its exits, which is placed by operations of its own. */
export const BRACKET_TYPE = 'bracket';

export const STRATEGY_TYPES = [...OFFERED_STRATEGY_TYPES, BRACKET_TYPE] as const;
export type StrategyType = (typeof STRATEGY_TYPES)[number];

/** Of a bot, which no bracket is. */
export function offeredType(type: StrategyType): (typeof OFFERED_STRATEGY_TYPES)[number] {
  assert(type !== BRACKET_TYPE, 'brackets are shown by their own operations');
  return type;
}

/** Whether what decides for a bot is a bracket: an order with its exits. */
export function isBracket(brain: { readonly kind: string; readonly type?: string }): boolean {
  return brain.kind === 'strategy' && brain.type === BRACKET_TYPE;
}

/** Grid strategies, on spot markets and on contracts. */
export function isGrid(type: StrategyType): boolean {
  return type === 'spot_grid' || type === 'futures_grid';
}
