// Figures of a script's trades, as `strategy.*` names them.

import type { BrokerBook } from '#pine/brain/broker-book.ts';
import { profitOf } from '#pine/brain/broker-book.ts';
import type { BrokerFigures } from '#pine/runtime/broker.ts';
import { now } from '#pine/runtime/pine-now.ts';

/** Of a position's value, what the equity must cover; 0: nothing. */
type MarginTerms = { readonly marginLong: number; readonly marginShort: number };

/** Figures at the last price; percentages are of the initial capital. */
export function readFigures(book: BrokerBook, equity: number, margin: MarginTerms): BrokerFigures {
  const { pointValue } = now.facts;
  let [size, value, open, held] = [0, 0, 0, 0];
  for (const trade of book.trades) {
    const sign = trade.direction === 'long' ? 1 : -1;
    size += sign * trade.size;
    held += trade.size;
    value += trade.size * trade.entryPrice;
    open += profitOf(trade, now.price, trade.size, pointValue);
  }
  const net = book.grossProfit - book.grossLoss;
  const ofCapital = (amount: number): number => (100 * amount) / book.initialCapital;
  const { risk } = book;
  return {
    position_size: book.trades.length === 0 ? 0 : size,
    position_avg_price: held === 0 ? NaN : value / held,
    equity,
    netprofit: net,
    netprofit_percent: ofCapital(net),
    openprofit: open,
    openprofit_percent: (100 * open) / (book.initialCapital + net),
    initial_capital: book.initialCapital,
    grossprofit: book.grossProfit,
    grossprofit_percent: ofCapital(book.grossProfit),
    grossloss: book.grossLoss,
    grossloss_percent: ofCapital(book.grossLoss),
    wintrades: book.wins,
    losstrades: book.losses,
    eventrades: book.evens,
    max_contracts_held_all: book.mostHeld,
    max_contracts_held_long: book.mostLong,
    max_contracts_held_short: book.mostShort,
    max_drawdown: risk.mostDrawdown,
    max_drawdown_percent: risk.mostDrawdownPercent,
    max_runup: risk.mostRunup,
    max_runup_percent: risk.mostRunupPercent,
    margin_liquidation_price: callPrice(size, value, equity - open, margin),
    capital_held: margin.marginLong + margin.marginShort > 0 ? value * pointValue : NaN,
    ...averages(book),
  };
}

/**
 * The price at which the equity no longer covers the margin, on the tick beyond it (measured by
 * PyneCore, test 086). `value`: at the entries' prices.
 */
function callPrice(
  size: number,
  value: number,
  realised: number,
  { marginLong, marginShort }: MarginTerms,
): number {
  const percent = size > 0 ? marginLong : marginShort;
  const sign = Math.sign(size);
  const lent = percent / 100 - sign;
  if (sign === 0 || percent === 0 || lent === 0) return NaN;
  const { pointValue, minTick } = now.facts;
  const ticks = (realised / pointValue - sign * value) / (Math.abs(size) * lent) / minTick;
  return (sign > 0 ? Math.floor(ticks + NEAR_TICK) : Math.ceil(ticks - NEAR_TICK)) * minTick;
}

/** A price this near to a tick is on it. */
const NEAR_TICK = 1e-4;

type Averages = Pick<BrokerFigures, Extract<keyof BrokerFigures, `avg_${string}`>>;

function averages({ wins, losses, evens, grossProfit, grossLoss, shares }: BrokerBook): Averages {
  const count = wins + losses + evens;
  const mean = (total: number, of: number): number => (of === 0 ? NaN : total / of);
  return {
    avg_trade: mean(grossProfit - grossLoss, count),
    avg_trade_percent: mean(shares.won - shares.lost, count),
    avg_winning_trade: mean(grossProfit, wins),
    avg_winning_trade_percent: mean(shares.won, wins),
    avg_losing_trade: mean(grossLoss, losses),
    avg_losing_trade_percent: mean(shares.lost, losses),
  };
}
