// `tidemill markets`: what can be traded, and `tidemill price`: what a market trades at.

import type { Command } from 'commander';
import { Option } from 'commander';
import { formatDecimal } from '#lib/decimal.ts';
import { LIMITS } from '#lib/limits.ts';
import { formatInstant } from '#lib/time.ts';
import { MARKET_TYPES } from '#venue-port/market/market.ts';
import type { Market, MarketType } from '#venue-port/market/market.ts';
import { learnMarkets } from '#services/exchanges/list-exchanges.ts';
import { listMarkets } from '#services/markets/list-markets.ts';
import type { ListedCandle } from '#services/history/list-candles.ts';
import { showPriceWithBest } from '#services/history/show-price.ts';
import { fixedDecimal } from '#services/reports/shown-decimals.ts';
import type { CommonOptions } from '#cli/command-base.ts';
import { baseCommand, withApplication, writeResult } from '#cli/command-base.ts';
import { CommandFailed } from '#cli/command-error.ts';
import type { Host, ServiceDeps } from '#cli/host.ts';
import { namedMarket, unknownMarket } from '#cli/markets/named-market.ts';
import { formatTable } from '#cli/table.ts';

type MarketOptions = CommonOptions & {
  readonly exchange?: string;
  readonly type?: MarketType;
};

/** Command `tidemill markets`. */
export function marketsCommand(host: Host): Command {
  return baseCommand('markets', 'show what can be traded, with steps and fees')
    .option('--exchange <CODE>', 'only those of one exchange')
    .addOption(new Option('--type <TYPE>', 'only those of one kind').choices(MARKET_TYPES))
    .action(async (options: MarketOptions) => {
      await withApplication(host, options, async ({ deps }) => {
        const found = await everyMarket(deps, options.exchange ?? null);
        const { type = null } = options;
        const markets = found.filter(({ marketType }) => type === null || marketType === type);
        writeResult(host, options, { data: markets.map(marketToJson) }, () =>
          formatTable(host.terminal, COLUMNS, markets, 'There are no such markets.'),
        );
      });
    });
}

async function everyMarket(
  deps: Pick<ServiceDeps, 'exchanges'>,
  exchange: string | null,
): Promise<readonly Market[]> {
  const found: Market[] = [];
  let afterTag: string | null = null;
  if (exchange === null) await learnMarkets(deps);
  do {
    const limit = LIMITS.marketsPageItemsMax;
    const page = await listMarkets(deps, { exchange, afterTag, limit });
    if (!page.ok)
      throw new CommandFailed(
        `There is no exchange "${exchange}".`,
        'See what there is: tidemill exchanges list',
      );
    found.push(...page.value.markets);
    afterTag = page.value.lastTag;
  } while (afterTag !== null);
  return found;
}

const COLUMNS = [
  { title: 'MARKET', cell: (market: Market) => market.marketTag },
  { title: 'EXCHANGE', cell: (market: Market) => market.exchange },
  { title: 'PAIR', cell: ({ base, quote }: Market) => `${base}/${quote}` },
  { title: 'TYPE', cell: (market: Market) => market.marketType },
  { title: 'PRICE STEP', figure: (market: Market) => market.priceStep },
  { title: 'AMOUNT STEP', figure: (market: Market) => market.amountStep },
  { title: 'LEAST AMOUNT', figure: (market: Market) => market.minOrderAmount },
  { title: 'TAKER FEE %', figure: (market: Market) => market.takerFeePercent },
  { title: 'OPEN', cell: (market: Market) => (market.isOpen ? 'yes' : 'no') },
] as const;

function marketToJson(market: Market): object {
  return {
    market_tag: market.marketTag,
    exchange: market.exchange,
    base: market.base,
    quote: market.quote,
    market_type: market.marketType,
    price_step: formatDecimal(market.priceStep),
    amount_step: formatDecimal(market.amountStep),
    min_order_amount: formatDecimal(market.minOrderAmount),
    min_order_value: formatDecimal(market.minOrderValue),
    maker_fee: formatDecimal(market.makerFeePercent),
    taker_fee: formatDecimal(market.takerFeePercent),
    is_open: market.isOpen,
  };
}

/** Command `tidemill price`. */
export function priceCommand(host: Host): Command {
  return baseCommand('price', 'show what a market trades at now')
    .argument('<MARKET>', 'as "tidemill markets" shows it')
    .action(async (marketTag: string, options: CommonOptions) => {
      await withApplication(host, options, async ({ deps }) => {
        const { priceDecimals, quote } = await namedMarket(deps, marketTag);
        const shown = await showPriceWithBest(deps, marketTag);
        if (!shown.ok) throw unknownMarket(marketTag);
        const { atMs, price, forming, best } = shown.value;
        const forMachines = {
          market_tag: marketTag,
          price: price === null ? null : formatDecimal(price),
          at: atMs === null ? null : formatInstant(atMs),
          forming: forming === null ? null : formingFigures(forming),
          bid: best === null ? null : formatDecimal(best.bid),
          ask: best === null ? null : formatDecimal(best.ask),
        };
        writeResult(host, options, forMachines, () => {
          if (price === null || atMs === null) return `${marketTag} is closed.\n`;
          const said = `${fixedDecimal(price, priceDecimals)} ${quote}`;
          const between =
            best === null
              ? ''
              : `  bid ${fixedDecimal(best.bid, priceDecimals)}, ask ${fixedDecimal(best.ask, priceDecimals)}`;
          const line = `${marketTag}  ${said}${between}  at ${formatInstant(atMs)}\n`;
          if (forming === null) return line;
          const { open, high, low, volume } = formingFigures(forming);
          return `${line}this minute: open ${open}, high ${high}, low ${low}, volume ${volume}\n`;
        });
      });
    });
}

function formingFigures({ startMs, ...figures }: ListedCandle) {
  const { open, high, low, close, volume } = figures;
  return {
    start_at: formatInstant(startMs),
    open: formatDecimal(open),
    high: formatDecimal(high),
    low: formatDecimal(low),
    close: formatDecimal(close),
    volume: formatDecimal(volume),
  };
}
