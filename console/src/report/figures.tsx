// The figures of a report: the first ones in large, all others in tables.

import type { BacktestStatistics, TradeStatistics } from '@tidemill/client';
import type { ReactNode } from 'react';
import { formatRounded, formatSigned } from '../parts/format.ts';
import { differenceOf } from '../parts/steps.ts';
import { Figure, Gain } from '../parts/widgets.tsx';
import { durationBetween, durationText } from './duration.ts';
import { Percent, percentText, ratioText } from './percent.tsx';
import { REPORT } from '../words/report.ts';
import { conclusionText } from './conclusion-text.ts';

/** Figures that come first, with the conclusion in words. */
export function HeadFigures({ of }: { readonly of: BacktestStatistics }) {
  const { returns, buy_and_hold: hold } = of;
  return (
    <section className="panel" aria-label={REPORT.result}>
      <p className="conclusion">{conclusionText(of.conclusion)}</p>
      <dl className="figures figures-panel">
        <Figure label={REPORT.totalReturn}>
          <Percent value={of.total_return} />
          <span className="unit figure-note">
            {REPORT.of(
              formatSigned(of.total_profit),
              formatRounded(of.start_equity, 2),
              of.profit_currency,
            )}
          </span>
        </Figure>
        <Figure label={REPORT.buyAndHold}>
          <Percent value={hold.return} />
          <span className="unit figure-note">
            {REPORT.ofTheSameMoney(formatSigned(hold.profit))}
          </span>
        </Figure>
        <Figure label={REPORT.closedTrades}>
          <Gain value={of.all.net_profit} />
          <span className="unit figure-note">{REPORT.stillOpen(formatSigned(of.open_profit))}</span>
        </Figure>
        <Figure label={REPORT.largestDrawdown}>
          {percentText(of.max_drawdown_percent)}
          <span className="unit figure-note">{fallText(of)}</span>
        </Figure>
        <Figure label={REPORT.sharpe}>
          {ratioText(returns.sharpe_ratio)}
          <span className="unit figure-note">
            {REPORT.sortino(ratioText(returns.sortino_ratio))}
          </span>
        </Figure>
        <TradeCount of={of} />
        <Figure label={REPORT.profitFactor}>
          {ratioText((of.pairs ?? of.all).profit_factor)}
          {of.pairs === null ? (
            <span className="unit figure-note">
              {REPORT.expectancy(ratioText(of.all.expectancy))}
            </span>
          ) : (
            <span className="unit figure-note">{REPORT.ofItsGrids}</span>
          )}
        </Figure>
        <Figure label={REPORT.inTheMarket}>
          {percentText(of.exposure)}
          <span className="unit figure-note">{REPORT.atMostOfThe(percentText(of.most_used))}</span>
        </Figure>
      </dl>
    </section>
  );
}

/** Of a grid its pairs of fills: the position below them may never close. */
export function TradeCount({ of }: { readonly of: BacktestStatistics }) {
  const { all, pairs } = of;
  const won = pairs === null ? all.win_rate : pairs.closed === 0 ? null : pairs.win_rate;
  return (
    <Figure label={pairs === null ? REPORT.trades : REPORT.gridsClosed}>
      {pairs === null ? all.count : pairs.closed}
      <span className="unit figure-note">
        {won === null ? REPORT.noneClosed : REPORT.won(percentText(won))}
        {pairs === null ? '' : `, ${formatSigned(pairs.profit)}`}
      </span>
    </Figure>
  );
}

function fallText({ drawdown_times: times }: BacktestStatistics): string {
  if (times === null || times.peak_at === times.trough_at) return '';
  const down = durationBetween(times.peak_at, times.trough_at);
  return times.recovered_at === null ? REPORT.downNotMadeGood(down) : REPORT.down(down);
}

type Row = readonly [name: string, ...values: ReactNode[]];

/** A run without trades has no figures of them, which would be a page of dashes. */
export const hasTrades = ({ all, pairs }: BacktestStatistics): boolean =>
  all.count > 0 || (pairs !== null && pairs.closed > 0);

/** Figures of returns beside those of buying and holding. */
export function ReturnsTable({ of }: { readonly of: BacktestStatistics }) {
  const { returns, buy_and_hold: hold, drawdown_times: times } = of;
  const percent = (name: string, own: string | null, held: string | null): Row => [
    name,
    percentText(own),
    percentText(held),
  ];
  const ratio = (name: string, own: string | null, held: string | null): Row => [
    name,
    ratioText(own),
    ratioText(held),
  ];
  const rows: readonly Row[] = [
    percent(REPORT.totalReturn, of.total_return, hold.return),
    percent(REPORT.mostInTradesAt, of.most_used, '100'),
    percent(REPORT.growthPerYearCagr, returns.cagr, hold.cagr),
    percent(REPORT.volatilityPerYear, returns.volatility, hold.volatility),
    ratio(REPORT.sharpe, returns.sharpe_ratio, hold.sharpe_ratio),
    ratio(REPORT.sortinoTitle, returns.sortino_ratio, hold.sortino_ratio),
    ratio(REPORT.calmar, returns.calmar_ratio, hold.calmar_ratio),
    percent(REPORT.largestDrawdown, of.max_drawdown_percent, hold.max_drawdown),
    percent(REPORT.bestDay, returns.best_day, hold.best_day),
    percent(REPORT.worstDay, returns.worst_day, hold.worst_day),
    percent(REPORT.daysWithAGain, returns.positive_days, hold.positive_days),
    percent(REPORT.valueAtRiskOf, returns.value_at_risk, hold.value_at_risk),
    ratio(REPORT.skewness, returns.skewness, hold.skewness),
    ratio(REPORT.excessKurtosis, returns.excess_kurtosis, hold.excess_kurtosis),
    ratio(REPORT.correlationWithTheMarket, of.correlation, null),
    percent(REPORT.timeInTheMarket, of.exposure, '100'),
    ...(times === null
      ? []
      : [
          [REPORT.largestDrawdownDown, durationBetween(times.peak_at, times.trough_at), ''] as Row,
          [
            REPORT.andBack,
            times.recovered_at === null
              ? REPORT.notMadeGood
              : durationBetween(times.trough_at, times.recovered_at),
            '',
          ] as Row,
          [
            REPORT.longestTimeBelowA,
            durationBetween(times.longest_from, times.longest_to),
            '',
          ] as Row,
        ]),
  ];
  const shown = hasTrades(of) ? rows : rows.filter(([, ...values]) => values.some(isShown));
  return (
    <FiguresTable heads={[REPORT.thisRun, REPORT.buyAndHold]} rows={shown} label={REPORT.returns} />
  );
}

const isShown = (value: ReactNode): boolean => value !== '–' && value !== '';

/** Figures of trades: all, long and short. */
export function TradeFiguresTable({ of }: { readonly of: BacktestStatistics }) {
  const groups = [of.all, of.long, of.short];
  const money = (value: string | null): ReactNode =>
    value === null ? '–' : <span className="number">{formatRounded(value, 2)}</span>;
  const span = (seconds: number | null): string => (seconds === null ? '–' : durationText(seconds));
  const row = (name: string, read: (group: TradeStatistics) => ReactNode): Row => [
    name,
    ...groups.map((group) => read(group)),
  ];
  const rows: readonly Row[] = [
    row(REPORT.closedTrades, ({ count }) => count),
    row(REPORT.netProfit, ({ net_profit: profit }) => <Gain value={profit} />),
    row(REPORT.ofTheStartingEquity, (group) => <Percent value={group.net_profit_percent} />),
    row(REPORT.wonLost, ({ winning, losing }) => `${winning} / ${losing}`),
    row(REPORT.winRate, (group) => percentText(group.win_rate)),
    row(REPORT.profitFactor, (group) => ratioText(group.profit_factor)),
    row(REPORT.averageTrade, (group) => money(group.average_trade)),
    row(REPORT.ofTheMarginUsed, (group) => percentText(group.average_trade_percent)),
    row(REPORT.expectancyTitle, (group) => ratioText(group.expectancy)),
    row(REPORT.averageWin, (group) => money(group.average_win)),
    // The API has its size; beside the largest loss it is as negative.
    row(REPORT.averageLoss, ({ average_loss: size }) =>
      money(size === null ? null : differenceOf('0', size)),
    ),
    row(REPORT.payoffRatio, (group) => ratioText(group.payoff_ratio)),
    row(REPORT.largestWin, (group) => money(group.largest_win)),
    row(REPORT.largestLoss, (group) => money(group.largest_loss)),
    row(
      REPORT.longestStreakWonLost,
      (group) => `${group.longest_winning_streak} / ${group.longest_losing_streak}`,
    ),
    row(REPORT.averageHoldingTime, (group) => span(group.average_holding)),
    row(REPORT.ofWinners, (group) => span(group.average_winner_holding)),
    row(REPORT.ofLosers, (group) => span(group.average_loser_holding)),
    row(REPORT.longestHoldingTime, (group) => span(group.longest_holding)),
    row(REPORT.favorableExcursionMfe, (group) => percentText(group.average_favorable_excursion)),
    row(REPORT.adverseExcursionMae, (group) => percentText(group.average_adverse_excursion)),
    row(REPORT.fees, (group) => money(group.fees)),
  ];
  return (
    <FiguresTable
      heads={[REPORT.all, REPORT.long, REPORT.short]}
      rows={rows}
      label={REPORT.tradesByDirection}
    />
  );
}

type FiguresTableProps = {
  readonly heads: readonly string[];
  readonly rows: readonly Row[];
  readonly label: string;
};

/** Table of named rows under heads, which scrolls by itself. */
export function FiguresTable({ heads, rows, label }: FiguresTableProps) {
  return (
    <div className="scroll" tabIndex={0} role="region" aria-label={label}>
      <table className="table table-dense table-figures">
        <thead>
          <tr>
            <th>
              <span className="unseen">{REPORT.figure}</span>
            </th>
            {heads.map((head) => (
              <th key={head} className="right">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...values]) => (
            <tr key={name}>
              <th scope="row" className="row-head">
                {name}
              </th>
              {values.map((value, index) => (
                <td key={index} className="right">
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
