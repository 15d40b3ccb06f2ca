// The preview of each kind of strategy, in the contract's shape.

import type { Json } from '#lib/json.ts';
import type { LeverageTiers } from '#domain/margin/leverage-tier.ts';
import { formatDecimal } from '#lib/decimal.ts';
import { priceOf } from '#domain/market/market-grid.ts';
import { valueOfUnits } from '#domain/money/currency.ts';
import { previewDca } from '#strategies/dca/preview-dca.ts';
import { previewGrid } from '#strategies/grid/preview-grid.ts';
import type { ReadConfig } from '#strategies/read-config.ts';
import type { SettingProblem } from '#strategies/config/setting.ts';
import type { StrategyMarket } from '#strategies/shared/strategy-market.ts';
import { writeDealPreview, writeGridPreview } from '#strategies/write-preview.ts';

export type StrategyPreview = {
  readonly shown: Json;
  readonly problems: readonly SettingProblem[];
};

/** `found`: problems of the settings by themselves; where a plan has its own, those are shown. */
export function previewStrategy(
  { type, rules }: ReadConfig,
  market: StrategyMarket,
  found: readonly SettingProblem[],
  tiers: LeverageTiers | null,
): StrategyPreview {
  switch (rules.kind) {
    case 'grid': {
      const preview = previewGrid(rules.grid, market, tiers);
      return { shown: writeGridPreview(preview), problems: preview.problems };
    }
    case 'dca': {
      const preview = previewDca(rules.dca, market);
      return { shown: writeDealPreview(preview), problems: preview.problems };
    }
    case 'webhook':
      return { shown: shownPlace(type, market, found), problems: found };
  }
}

/** A bot that waits for signals begins with nothing. */
function shownPlace(
  type: string,
  { market, terms, priceTicks, freeUnits, freeBaseUnits }: StrategyMarket,
  problems: readonly SettingProblem[],
): Json {
  return {
    type,
    market_tag: market.marketTag,
    is_valid: problems.length === 0,
    problems: problems.map(({ key, message }) => ({ key, message })),
    current_price: formatDecimal(priceOf(terms.grid, priceTicks)),
    currency: terms.grid.settlementCurrency,
    available: {
      base: formatDecimal(valueOfUnits(market.base, freeBaseUnits)),
      quote: formatDecimal(valueOfUnits(terms.grid.settlementCurrency, freeUnits)),
    },
  };
}
