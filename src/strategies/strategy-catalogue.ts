// The strategies, as data; partners may offer all but brackets. The setting keys are the contract
// of a bot's configuration: creating, editing, previewing and backtesting read them.

import { FUTURES_DCA_SETTINGS, SPOT_DCA_SETTINGS } from '#strategies/dca/dca-settings.ts';
import { FUTURES_GRID_SETTINGS, SPOT_GRID_SETTINGS } from '#strategies/grid/grid-settings.ts';
import { BRACKET_SETTINGS } from '#strategies/bracket/bracket-settings.ts';
import type { StrategyType } from '#domain/strategy/strategy-type.ts';
import type { StrategySetting } from '#strategies/config/setting.ts';
import { WEBHOOK_SETTINGS } from '#strategies/signal/webhook-settings.ts';

export type StrategyTemplate = {
  readonly type: StrategyType;
  readonly name: string;
  readonly description: string;
  readonly settings: readonly StrategySetting[];
};

export const STRATEGY_CATALOGUE: { readonly [type in StrategyType]: StrategyTemplate } = {
  spot_grid: {
    type: 'spot_grid',
    name: 'Spot grid',
    description: 'Buys at each line below the price and sells one line higher',
    settings: SPOT_GRID_SETTINGS,
  },
  futures_grid: {
    type: 'futures_grid',
    name: 'Futures grid',
    description: 'A grid that is long, short, or either, with leverage',
    settings: FUTURES_GRID_SETTINGS,
  },
  spot_dollar_cost_averaging: {
    type: 'spot_dollar_cost_averaging',
    name: 'Spot DCA',
    description: 'Buys, buys more as the price falls, and sells all at a profit',
    settings: SPOT_DCA_SETTINGS,
  },
  futures_dollar_cost_averaging: {
    type: 'futures_dollar_cost_averaging',
    name: 'Futures DCA',
    description: 'Opens long or short, adds as the price turns against it, closes at a profit',
    settings: FUTURES_DCA_SETTINGS,
  },
  webhook: {
    type: 'webhook',
    name: 'Signal bot',
    description: 'Acts on signals that are sent to its token',
    settings: WEBHOOK_SETTINGS,
  },
  bracket: {
    type: 'bracket',
    name: 'Bracket',
    description: 'An order with its stop and its targets',
    settings: BRACKET_SETTINGS,
  },
};
