// The strategy that a configuration describes, ready to begin on a run.

import type { Market } from '#venue-port/market/market.ts';
import { bracketStrategy } from '#strategies/bracket/bracket-strategy.ts';
import { dcaStrategy } from '#strategies/dca/dca-strategy.ts';
import { gridStrategy } from '#strategies/grid/grid-strategy.ts';
import type { ReadConfig } from '#strategies/read-config.ts';
import type { Strategy } from '#strategies/shared/strategy-brain.ts';
import { webhookStrategy } from '#strategies/signal/webhook-strategy.ts';

export type StrategyOptions = {
  /** Whether the stop of what it holds is an order, which its exchange holds. */
  readonly placesStops: boolean;
};

/** `config` was read for this market. */
export function makeStrategy(
  { rules }: ReadConfig,
  market: Market,
  options: StrategyOptions = { placesStops: false },
): Strategy {
  switch (rules.kind) {
    case 'grid':
      return gridStrategy(rules.grid, market);
    case 'dca':
      return dcaStrategy(rules.dca, market, options.placesStops);
    case 'webhook':
      return webhookStrategy(rules.webhook, market, options.placesStops);
    case 'bracket':
      return bracketStrategy(rules.bracket, market, options.placesStops);
  }
}
