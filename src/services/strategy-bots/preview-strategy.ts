// The preview of each kind of strategy: the plan that a bot would begin with, in exact figures.

import type { Decimal } from '#lib/decimal.ts';
import type { LeverageTiers } from '#domain/margin/leverage-tier.ts';
import { priceOf } from '#venue-port/market/market-grid.ts';
import { valueOfUnits } from '#venue-port/money/currency.ts';
import type { DcaType } from '#strategies/dca/dca-config.ts';
import type { DealStep } from '#strategies/dca/preview-dca.ts';
import { previewDca } from '#strategies/dca/preview-dca.ts';
import type { GridType } from '#strategies/grid/grid-config.ts';
import type { GridFigures } from '#strategies/grid/preview-grid.ts';
import { previewGrid } from '#strategies/grid/preview-grid.ts';
import type { StrategyRules } from '#strategies/read-config.ts';
import type { SettingProblem } from '#strategies/config/setting.ts';
import type { StrategyMarket } from '#strategies/shared/strategy-market.ts';

/** What every preview says of the market and of the wallet. */
export type PreviewedMarket = {
  readonly marketTag: string;
  /** Why such a bot cannot be made; empty when it can. */
  readonly problems: readonly SettingProblem[];
  readonly currentPrice: Decimal;
  /** Of what is called quote: of fees, funds and margin. */
  readonly currency: string;
  readonly available: { readonly base: Decimal; readonly quote: Decimal };
};

export type BotPreview = PreviewedMarket &
  (
    | {
        readonly kind: 'grid';
        readonly type: GridType;
        /** Null when the settings describe no grid. */
        readonly figures: GridFigures | null;
      }
    | {
        readonly kind: 'deal';
        readonly type: DcaType;
        readonly steps: readonly DealStep[];
        readonly maxFunds: Decimal;
        /** In `requiredCurrency`. */
        readonly required: Decimal;
        readonly requiredCurrency: string;
      }
    | { readonly kind: 'signal'; readonly type: 'webhook' }
  );

/** Those of bots; a bracket has no plan in advance. */
export type PreviewedRules = Exclude<StrategyRules, { readonly kind: 'bracket' }>;

/** `found`: problems of the settings by themselves, returned unless a plan has its own. */
export function previewStrategy(
  rules: PreviewedRules,
  market: StrategyMarket,
  found: readonly SettingProblem[],
  tiers: LeverageTiers | null,
): BotPreview {
  switch (rules.kind) {
    case 'grid': {
      const { config, figures, problems } = previewGrid(rules.grid, market, tiers);
      return { kind: 'grid', type: config.type, ...previewedMarket(market, problems), figures };
    }
    case 'dca': {
      const { config, problems, requiredUnits, ...deal } = previewDca(rules.dca, market);
      const { steps, maxFunds, requiredCurrency } = deal;
      const required = valueOfUnits(requiredCurrency, requiredUnits);
      const plan = { steps, maxFunds, required, requiredCurrency };
      return { kind: 'deal', type: config.type, ...previewedMarket(market, problems), ...plan };
    }
    case 'webhook':
      return { kind: 'signal', type: 'webhook', ...previewedMarket(market, found) };
  }
}

function previewedMarket(
  { market, terms, priceTicks, freeUnits, freeBaseUnits }: StrategyMarket,
  problems: readonly SettingProblem[],
): PreviewedMarket {
  const { settlementCurrency } = terms.grid;
  return {
    marketTag: market.marketTag,
    problems,
    currentPrice: priceOf(terms.grid, priceTicks),
    currency: settlementCurrency,
    available: {
      base: valueOfUnits(market.base, freeBaseUnits),
      quote: valueOfUnits(settlementCurrency, freeUnits),
    },
  };
}
