// The sentences that a report begins with: its gain and that of holding the same money, the most
// that was at work, and how far its trades bear the result.

import { decimalFromFloat } from '#lib/decimal.ts';
import { countText } from '#lib/group-thousands.ts';
import type { Statistics } from '#backtesting/statistics/statistics.ts';
import { shortDecimal, shownPercent } from '#services/reports/shown-decimals.ts';

/** Fewer say nothing about the trades to come. */
const TRADES_MIN = 20;
/** Percent of resampled runs that end on the other side, below which luck explains little. */
const CHANCE_PERCENT = 5;
/** Less than this of the money was at work: the rest lay idle. */
const IDLE_PERCENT = 50;
const PLACES = 6;
const MONEY_PLACES = 2;

type ReportFigures = Pick<
  Statistics,
  | 'startEquity'
  | 'totalProfit'
  | 'totalReturnPercent'
  | 'hold'
  | 'mostUsedPercent'
  | 'pairs'
  | 'all'
  | 'monteCarlo'
>;

/** In plain text, for every page, file and command that shows a report. */
export function conclude(of: ReportFigures, currency: string): string {
  if (of.totalReturnPercent === null) return 'It began without money: there is nothing to judge.';
  if (of.totalProfit === 0 && tradesOf(of) === 0)
    return 'It has no trades: there is nothing to judge.';
  return [gainOf(of, currency), useOf(of), surenessOf(of)].filter((text) => text !== '').join(' ');
}

function gainOf(
  { totalReturnPercent, hold, startEquity }: ReportFigures,
  currency: string,
): string {
  const money = shortDecimal(decimalFromFloat(startEquity, PLACES), MONEY_PLACES);
  const own = totalReturnPercent ?? 0;
  const did = own === 0 ? 'It neither gained nor lost' : `It ${verbOf(own)} ${sizeOf(own)}`;
  const held =
    hold.returnPercent === 0
      ? 'the market ended where it began'
      : `held in the market they ${verbOf(hold.returnPercent)} ${sizeOf(hold.returnPercent)}`;
  return `${did} of ${money} ${currency}; ${held}.`;
}

const verbOf = (percent: number): string => (percent > 0 ? 'gained' : 'lost');
const sizeOf = (percent: number): string =>
  `${shownPercent(decimalFromFloat(Math.abs(percent), PLACES))} %`;

function useOf({ mostUsedPercent }: ReportFigures): string {
  if (mostUsedPercent === null || mostUsedPercent <= 0 || mostUsedPercent >= IDLE_PERCENT)
    return '';
  return `At most ${sizeOf(mostUsedPercent)} of the money was in trades at one time.`;
}

function tradesOf({ all, pairs }: ReportFigures): number {
  return pairs === null ? all.count : pairs.winning + pairs.losing;
}

function surenessOf(of: ReportFigures): string {
  const { monteCarlo, pairs, totalProfit } = of;
  const count = tradesOf(of);
  const what = pairs === null ? 'closed trade' : 'closed grid';
  const counted = `${countText(count)} ${what}${count === 1 ? '' : 's'}`;
  if (count < TRADES_MIN) return `${counted}: too few to tell skill from luck.`;
  if (pairs !== null)
    return `${counted}: each earns little by design, what decides is what a grid still holds.`;
  if (monteCarlo === null) return `${counted}.`;
  const { lossPercent, paths } = monteCarlo;
  const other = totalProfit >= 0 ? lossPercent : 100 - lossPercent;
  const ends = totalProfit >= 0 ? 'end with a loss' : 'do not lose';
  const share = `of ${countText(paths)} runs drawn from its trades ${sizeOf(other)} ${ends}`;
  return other < CHANCE_PERCENT
    ? `${counted}: ${share}, so that chance alone explains little.`
    : `${counted}: ${share}, so that it may be chance.`;
}
