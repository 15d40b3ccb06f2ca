// Facts of a market: its currencies, steps, fees and least amounts, and numbers made to fit them.

import { containerOf } from '#engine/values/container.ts';
import type { CommandImplementations } from '#commands/definition/command-implementation.ts';
import type { CommandContext } from '#engine/run-api/command-context.ts';
import type { MarketFacts } from '#engine/run-api/market-api.ts';
import { constantNumber } from '#commands/trading/constant-number.ts';
import {
  amountValue,
  isBelowLeast,
  leastAmount,
  leverageOf,
} from '#commands/trading/contract-value.ts';
import {
  marketFacts,
  marketReference,
  requireOwnAccount,
} from '#commands/trading/script-reference.ts';
import { textFromBytes } from '#lua/syntax/byte-string.ts';
import { tableFromList } from '#lua/runtime/table.ts';
import { NOTHING } from '#lua/runtime/value.ts';
import type { LuaValue } from '#lua/runtime/value.ts';

/** A command that tells one thing of a market. */
function fact<Value extends LuaValue>(tell: (facts: MarketFacts) => Value) {
  return (context: CommandContext, market: string | undefined) =>
    tell(marketFacts(context, market));
}

function amountLabel({ baseCurrency, contractType, contractValue }: MarketFacts): string {
  const isInBase = contractType === null || (contractType === 'vanilla' && contractValue === 1);
  return isInBase ? baseCurrency : 'contracts';
}

function marketType(facts: MarketFacts): number {
  return constantNumber(facts.marketType === 'spot' ? 'SpotTrading' : 'LeverageTrading');
}

function priceOf(context: CommandContext, market: string | undefined, price: number | undefined) {
  return price ?? context.series.lastPrice(marketReference(market));
}

const FACTS = {
  AmountDecimals: fact(({ amountDecimals }) => amountDecimals),
  AmountLabel: fact(amountLabel),
  AmountStep: fact(({ amountStep }) => amountStep),
  BaseCurrency: fact(({ baseCurrency }) => baseCurrency),
  ContractName: fact(({ contractName }) => contractName),
  ContractType: fact(({ contractType }) => contractType ?? undefined),
  ContractValue: fact(({ contractValue }) => contractValue),
  MakersFee: fact(({ makerFeePercent }) => makerFeePercent),
  MarketType: fact(marketType),
  PriceDecimals: fact(({ priceDecimals }) => priceDecimals),
  PriceStep: fact(({ priceStep }) => priceStep),
  ProfitLabel: fact(({ profitCurrency }) => profitCurrency),
  QuoteCurrency: fact(({ quoteCurrency }) => quoteCurrency),
  TakersFee: fact(({ takerFeePercent }) => takerFeePercent),
  UnderlyingAsset: fact(({ profitCurrency }) => profitCurrency),
} satisfies CommandImplementations;

const FITTING = {
  GetAccountMarkets: (context, accountId: string | undefined) => {
    requireOwnAccount(context, accountId);
    return tableFromList([...context.markets.list(null)]);
  },
  GetExchangeMarkets: ({ markets }, exchange: string) => tableFromList([...markets.list(exchange)]),
  IsTradeAmountEnough: (
    context,
    market: string,
    price: number,
    amount: number,
    logsWarning: boolean,
  ) => {
    const facts = marketFacts(context, market);
    const isEnough = !isBelowLeast(facts, price, amount);
    if (!isEnough && logsWarning) {
      const what = `${amount} is below the least amount of ${leastAmount(facts, price)}`;
      context.log.write('warning', `${what} on ${textFromBytes(facts.marketTag)}`);
    }
    return isEnough;
  },
  IsValidMarket: ({ markets }, market: string) => markets.facts(marketReference(market)) !== null,
  MinimumTradeAmount: (context, market: string | undefined, price: number | undefined) =>
    leastAmount(marketFacts(context, market), priceOf(context, market, price)),
  ParseTradeAmount: (context, market: string, _price: number, amount: number) =>
    context.markets.roundAmount(marketFacts(context, market).marketTag, amount),
  ParseTradePrice: (context, market: string, price: number) =>
    context.markets.roundPrice(marketFacts(context, market).marketTag, price, null),
  SetFee: ({ settings }, percent: number, market: string | undefined) => {
    settings.setFeePercent(percent, marketReference(market));
    return NOTHING;
  },
  TradeMarketContainer: (context, market: string | undefined) => {
    const facts = marketFacts(context, market);
    return containerOf({
      baseCurrency: facts.baseCurrency,
      quoteCurrency: facts.quoteCurrency,
      contractName: facts.contractName,
      contractValue: facts.contractValue,
      makersFee: facts.makerFeePercent,
      takersFee: facts.takerFeePercent,
      underlyingAsset: facts.profitCurrency,
      minimumTradeAmount: facts.minAmount,
      minimumTradeVolume: facts.minVolume,
      calculatedMinTradeAmount: leastAmount(facts, priceOf(context, market, undefined)),
      profitLabel: facts.profitCurrency,
      amountLabel: amountLabel(facts),
      marketType: marketType(facts),
    });
  },
  UsedMargin: (context, market: string, price: number, amount: number, leverage: number) => {
    const facts = marketFacts(context, market);
    return amountValue(facts, price, amount) / leverageOf(facts, leverage);
  },
} satisfies CommandImplementations;

export const MARKET_FACT_IMPLEMENTATIONS = {
  ...FACTS,
  ...FITTING,
} satisfies CommandImplementations;
