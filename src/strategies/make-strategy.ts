// The strategy that a configuration describes, ready to begin on a run.

import type { Market } from '#domain/market/market.ts';
import { bracketStrategy } from '#strategies/bracket/bracket-strategy.ts';
import { dcaStrategy } from '#strategies/dca/dca-strategy.ts';
import { gridStrategy } from '#strategies/grid/grid-strategy.ts';
import type { ReadConfig } from '#strategies/read-config.ts';
import type { Strategy } from '#strategies/shared/strategy-brain.ts';
import { webhookStrategy } from '#strategies/signal/webhook-strategy.ts';

/** `config` was read for this market. */
export function makeStrategy({ rules }: ReadConfig, market: Market): Strategy {
  switch (rules.kind) {
    case 'grid':
      return gridStrategy(rules.grid, market);
    case 'dca':
      return dcaStrategy(rules.dca, market);
    case 'webhook':
      return webhookStrategy(rules.webhook, market);
    case 'bracket':
      return bracketStrategy(rules.bracket, market);
  }
}
