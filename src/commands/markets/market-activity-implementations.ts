// Implementations of the commands on a market's activity besides its candles. No books and trades
// are recorded, so both are assumed from prices and volumes.

import { containerOf } from '#engine/values/container.ts';
import type { CommandImplementations } from '#commands/definition/command-implementation.ts';
import type { CommandContext } from '#engine/run-api/command-context.ts';
import { assumedBook, minutePrices, minuteTrades } from '#commands/trading/assumed-book.ts';
import type { BookLevel } from '#commands/trading/assumed-book.ts';
import { marketFacts, marketReference } from '#commands/trading/script-reference.ts';
import { tableFromList } from '#lua/runtime/table.ts';

const AVERAGE_MINUTES = 50;
const MINUTE_SECONDS = 60;
const SECOND_MS = 1_000;
const EVEN = 0.5;

function levels(level: BookLevel) {
  return tableFromList([tableFromList([level.price, level.amount])]);
}

/** The volume of the last minutes that was taken as bought, or as sold. */
function tradedVolume(isBuy: boolean) {
  return (context: CommandContext, secondsBack: number, market: string | undefined) => {
    const minutes = Math.max(0, Math.ceil(secondsBack / MINUTE_SECONDS));
    return minuteTrades(context, marketReference(market), minutes)
      .filter((trade) => trade.isBuy === isBuy)
      .reduce((sum, { amount }) => sum + amount, 0);
  };
}

/** The mean over the last minutes of which there are candles; zero without one. */
function meanOf(count: number, valueAt: (place: number) => number): number {
  let sum = 0;
  let counted = 0;
  for (let place = 1; place <= Math.min(count, AVERAGE_MINUTES); place += 1) {
    const value = valueAt(place);
    if (Number.isNaN(value)) continue;
    sum += value;
    counted += 1;
  }
  return counted === 0 ? 0 : sum / counted;
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** The tag of the market with these parts; a text that names no market when there is none. */
function marketOfParts(
  context: CommandContext,
  exchange: string,
  baseCurrency: string,
  quoteCurrency: string,
  contractName: string,
): string {
  const found = context.markets.list(exchange).find((tag) => {
    const facts = context.markets.facts(tag);
    if (facts === null) return false;
    const isPair =
      isSame(facts.baseCurrency, baseCurrency) && isSame(facts.quoteCurrency, quoteCurrency);
    return isPair && isSame(facts.contractName, contractName);
  });
  const parts = [exchange, baseCurrency, quoteCurrency, contractName];
  return found ?? parts.filter((part) => part !== '').join('_');
}

export const MARKET_ACTIVITY_IMPLEMENTATIONS = {
  AverageCandleSize: (context, market: string | undefined) => {
    const marketTag = marketReference(market);
    const open = minutePrices(context, marketTag, 'open');
    const close = minutePrices(context, marketTag, 'close');
    return meanOf(close.count(), (place) => Math.abs(close.at(place) - open.at(place)));
  },
  AverageOrderbookSpread: (context, market: string | undefined) => {
    const { ask, bid } = context.series.now(marketReference(market));
    return ask - bid;
  },
  CreateMarket: (
    context,
    exchange: string | undefined,
    baseCurrency: string | undefined,
    quoteCurrency: string | undefined,
    contractName: string | undefined,
  ) => {
    const own = marketFacts(context, undefined);
    return marketOfParts(
      context,
      exchange === undefined || exchange === '' ? own.exchange : exchange,
      baseCurrency ?? own.baseCurrency,
      quoteCurrency ?? own.quoteCurrency,
      contractName ?? own.contractName,
    );
  },
  GetLastTrades: (context, depth: number, market: string | undefined) => {
    const trades = minuteTrades(context, marketReference(market), depth);
    return tableFromList(
      trades.map(({ price, amount, isBuy, atMs }) =>
        tableFromList([price, amount, isBuy, atMs / SECOND_MS]),
      ),
    );
  },
  GetOrderbook: (context, market: string | undefined) => {
    const { ask, bid } = assumedBook(context, marketReference(market));
    const { series } = context;
    return containerOf({
      askPrices: series.fromNumbers([ask.price]),
      askAmounts: series.fromNumbers([ask.amount]),
      bidPrices: series.fromNumbers([bid.price]),
      bidAmounts: series.fromNumbers([bid.amount]),
    });
  },
  GetOrderbookAsk: (context, market: string | undefined) =>
    levels(assumedBook(context, marketReference(market)).ask),
  GetOrderbookBid: (context, market: string | undefined) =>
    levels(assumedBook(context, marketReference(market)).bid),
  LastBuyTradesCommand: tradedVolume(true),
  LastSellTradesCommand: tradedVolume(false),
  LastTradesSentiment: (context, market: string | undefined) => {
    const trades = minuteTrades(context, marketReference(market), AVERAGE_MINUTES);
    const total = trades.reduce((sum, { amount }) => sum + amount, 0);
    const bought = trades.reduce((sum, { amount, isBuy }) => sum + (isBuy ? amount : 0), 0);
    return total === 0 ? EVEN : bought / total;
  },
  OrderbookSentiment: (context, market: string | undefined) => {
    const { ask, bid } = assumedBook(context, marketReference(market));
    const total = ask.amount + bid.amount;
    return total === 0 ? EVEN : bid.amount / total;
  },
  PriceLevel: (_context, price: number) => {
    if (!(price > 0)) return 0;
    const level = 10 ** Math.floor(Math.log10(price));
    // The logarithm of a power of ten may lie just below its whole number.
    return price >= level * 10 ? level * 10 : level;
  },
} satisfies CommandImplementations;
