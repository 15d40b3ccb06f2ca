// The strategies of the service, by the names that partners and stored bots use.

export const STRATEGY_TYPES = [
  'spot_grid',
  'futures_grid',
  'spot_dollar_cost_averaging',
  'futures_dollar_cost_averaging',
  'webhook',
] as const;
export type StrategyType = (typeof STRATEGY_TYPES)[number];

export function isGrid(type: StrategyType): boolean {
  return type === 'spot_grid' || type === 'futures_grid';
}
