// Values a bot's positions at the price of now. Its own part is reckoned from its own fills;
// leverage and liquidation are those of all that its account holds of the market.

import type { Decimal } from '#lib/decimal.ts';
import { addDecimal, decimalFromUnits, divideRounded, unitsFromDecimal } from '#lib/decimal.ts';
import { HUNDRED, marketGrid } from '#venue-port/market/market-grid.ts';
import type { Market } from '#venue-port/market/market.ts';
import { valueOfUnits } from '#venue-port/money/currency.ts';
import { profitAtPrice } from '#domain/position/position-figures.ts';
import type { BacktestPosition } from '#backtesting/backtest.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import type { Exchange, VenuePosition } from '#venue-port/exchange/exchange.ts';
import { exchangeOf } from '#services/accounts/account-access.ts';
import { findMarket } from '#services/markets/find-market.ts';
import type { PartnerBotDeps } from '#services/partner-bots/partner-bot-deps.ts';

export type PartnerPosition = BacktestPosition & {
  /** Unique over all activations of the bot. */
  readonly id: string;
  readonly botId: string;
};

export type OpenPosition = PartnerPosition &
  Pick<VenuePosition, 'liquidationPrice'> & {
    /** Null while the market is closed. */
    readonly markPrice: Decimal | null;
    /** At the mark price, before the fees of closing; null without one. */
    readonly unrealizedProfit: Decimal | null;
    /** Null on spot, and where the exchange no longer shows the position. */
    readonly leverage: Decimal | null;
    readonly marginMode: VenuePosition['marginMode'] | null;
  };

const RATIO_PLACES = 8;

/** Asks the exchange only when there is a position. Throws Failure where it does not respond. */
export async function valuePositions(
  { accounts, exchanges }: Pick<PartnerBotDeps, 'accounts' | 'exchanges'>,
  bot: Bot,
  positions: readonly PartnerPosition[],
): Promise<readonly OpenPosition[]> {
  if (positions.length === 0) return [];
  const account = await accounts.findAccount(bot.userId, bot.accountId);
  if (account === null) return [];
  const exchange = exchangeOf(exchanges, account);
  const held =
    account.marketType === 'spot' ? [] : await exchange.fetchPositions(account, 'readable');
  return Promise.all(positions.map((position) => valued(exchange, position, held)));
}

async function valued(
  exchange: Exchange,
  position: PartnerPosition,
  held: readonly VenuePosition[],
): Promise<OpenPosition> {
  const { marketTag, direction } = position;
  const market = await findMarket(exchange, marketTag);
  const ofMarket = held.filter((each) => each.marketTag === marketTag);
  const markPrice = ofMarket[0]?.markPrice ?? (await priceOf(exchange, market));
  const whole = ofMarket.find((each) => each.direction === direction);
  return {
    ...position,
    ...profitsAt(market, position, markPrice),
    leverage: whole?.leverage ?? null,
    marginMode: whole?.marginMode ?? null,
    liquidationPrice: whole?.liquidationPrice ?? null,
  };
}

async function priceOf(exchange: Exchange, market: Market | null): Promise<Decimal | null> {
  if (market?.isOpen !== true) return null;
  return (await exchange.fetchPrice(market.marketTag)).price;
}

function profitsAt(market: Market | null, position: PartnerPosition, markPrice: Decimal | null) {
  const { realizedProfit, margin, roiPercent } = position;
  if (market === null || markPrice === null)
    return { markPrice: null, unrealizedProfit: null, roiPercent };
  const grid = marketGrid(market);
  const units = profitAtPrice(grid, position, markPrice);
  const unrealizedProfit = valueOfUnits(grid.settlementCurrency, units);
  const profit = addDecimal(realizedProfit, unrealizedProfit);
  return { markPrice, unrealizedProfit, roiPercent: percentOf(profit, margin) ?? roiPercent };
}

/** To as many places as a report has; null of nothing. */
function percentOf(part: Decimal, whole: Decimal): Decimal | null {
  if (whole === 0n) return null;
  const percent = divideRounded(part * HUNDRED, whole, 'half_even') as Decimal;
  return decimalFromUnits(unitsFromDecimal(percent, RATIO_PLACES, 'half_even'), RATIO_PLACES);
}
