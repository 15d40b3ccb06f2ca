// The strategy that a configuration describes, ready to begin on a run.

import type { Market } from '#domain/market/market.ts';
import { gridStrategy } from '#engine/strategies/grid-strategy.ts';
import type { ReadConfig } from '#engine/strategies/read-config.ts';
import type { Strategy } from '#engine/strategies/strategy-brain.ts';

/** `config` was read for this market. */
export function makeStrategy({ rules }: ReadConfig, market: Market): Strategy {
  switch (rules.kind) {
    case 'grid':
      return gridStrategy(rules.grid, market);
    case 'dca':
    case 'webhook':
      return unready;
  }
}

const unready: Strategy = ({ settings }) => ({
  update: () => settings.deactivate('this strategy cannot run yet', false),
  edit: () => undefined,
  signal: () => undefined,
});
