// Target market of an import: one that the exchange lists, or one of the archive, which the import
// makes when there is none yet.

import type { Decimal } from '#lib/decimal.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { CandleRows } from '#domain/candle-file/candle-rows.ts';
import { deriveSteps } from '#domain/candle-file/derive-steps.ts';
import type { ArchiveMarketName, ArchiveMarketTerms } from '#domain/market/archive-market.ts';
import { archiveMarket, archiveMarketTag } from '#domain/market/archive-market.ts';
import type { Market, MarketType } from '#venue-port/market/market.ts';
import { candleSourceOf } from '#services/history/history-coverage.ts';
import type { HistoryDeps } from '#services/history/history-deps.ts';

export type ImportTarget = {
  readonly name: ArchiveMarketName;
  /** The market that is there; null: it is to be made. */
  readonly market: Market | null;
  readonly isArchive: boolean;
};

export type TargetCommand = {
  readonly exchange: string;
  readonly symbol: string;
  readonly marketType: MarketType;
  readonly priceStep?: Decimal;
  readonly amountStep?: Decimal;
  readonly terms: ArchiveMarketTerms;
};

export type TargetRejection =
  | { readonly code: 'exchange_not_found'; readonly allowed: readonly string[] }
  | { readonly code: 'symbol_invalid' }
  /** The exchange's minutes are computed, so that there is nothing to import. */
  | { readonly code: 'history_computed' }
  | { readonly code: 'market_not_found'; readonly archive: string }
  /** Steps, fees or limits were given that the market, which is there, does not have. */
  | { readonly code: 'market_differs'; readonly stored: Market }
  /** The prices have so many decimals that no step can be distinguished from them. */
  | { readonly code: 'price_step_unclear' };

/** Letters of any script, because exchanges list such; last, what a perpetual settles in. */
const SYMBOL = /^([\p{L}\p{N}$]{1,20})[/_-]([\p{L}\p{N}$]{1,20})(?::([\p{L}\p{N}$]{1,20}))?$/u;

/** Target of an import; rejects exchanges and symbols that can have no imported history. */
export async function findTarget(
  deps: HistoryDeps,
  command: TargetCommand,
): Promise<Result<ImportTarget, TargetRejection>> {
  const exchange = deps.exchanges.find(command.exchange);
  if (exchange === null) {
    const codes = deps.exchanges.list().map(({ code }) => code);
    const allowed = codes.filter((code) => candleSourceOf(deps, code) === null);
    return rejected({ code: 'exchange_not_found', allowed });
  }
  const [, base = '', quote = '', settle] = SYMBOL.exec(command.symbol.toUpperCase()) ?? [];
  const isSettled = settle === undefined || settle === quote;
  if (base === '' || base === quote || !isSettled) return rejected({ code: 'symbol_invalid' });
  if (candleSourceOf(deps, exchange.code) !== null) return rejected({ code: 'history_computed' });
  const marketType = settle === undefined ? command.marketType : 'futures';
  const name = { exchange: exchange.code, base, quote, marketType };
  const isArchive = exchange.code === deps.archiveCode;
  const market = await marketOf(deps, name, isArchive);
  if (market === null && !isArchive)
    return rejected({ code: 'market_not_found', archive: deps.archiveCode });
  if (market !== null && !hasTerms(market, command))
    return rejected({ code: 'market_differs', stored: market });
  return accepted({ name, market, isArchive });
}

/** The market as it is, or as it is to be. */
export function marketFor(
  { market, name }: ImportTarget,
  { priceStep, amountStep, terms }: TargetCommand,
  rows: CandleRows,
): Result<Market, TargetRejection> {
  if (market !== null) return accepted(market);
  const derived = deriveSteps(rows);
  const step = priceStep ?? derived.priceStep;
  if (step === null) return rejected({ code: 'price_step_unclear' });
  const steps = { priceStep: step, amountStep: amountStep ?? derived.amountStep };
  return accepted(archiveMarket(name, steps, terms));
}

/** Straight from the store where the archive's own list may be a moment old. */
async function marketOf(
  deps: HistoryDeps,
  name: ArchiveMarketName,
  isArchive: boolean,
): Promise<Market | null> {
  const listed = isArchive
    ? await deps.history.listHistoryMarkets()
    : ((await deps.exchanges.find(name.exchange)?.listMarkets()) ?? []);
  const tag = archiveMarketTag(name);
  const found = listed.find((market) =>
    isArchive
      ? market.marketTag === tag
      : market.base === name.base &&
        market.quote === name.quote &&
        market.marketType === name.marketType,
  );
  return found ?? null;
}

function hasTerms(market: Market, { priceStep, amountStep, terms }: TargetCommand): boolean {
  const { makerFeePercent, takerFeePercent, minOrderAmount, minOrderValue } = market;
  const own = { makerFeePercent, takerFeePercent, minOrderAmount, minOrderValue };
  const highestLeverage = market.contract?.highestLeverage;
  return (
    (priceStep ?? market.priceStep) === market.priceStep &&
    (amountStep ?? market.amountStep) === market.amountStep &&
    (terms.highestLeverage ?? highestLeverage) === highestLeverage &&
    Object.entries(own).every(
      ([term, value]) => (terms[term as keyof typeof own] ?? value) === value,
    )
  );
}
