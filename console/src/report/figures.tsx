// The figures of a report: the first ones in large, all others in tables.

import type { BacktestStatistics, TradeStatistics } from '@tidemill/client';
import type { ReactNode } from 'react';
import { formatRounded, formatSigned } from '../parts/format.ts';
import { Figure, Gain } from '../parts/widgets.tsx';
import { durationBetween, durationText } from './duration.ts';
import { Percent, percentText, ratioText } from './percent.tsx';

export function HeadFigures({ of }: { readonly of: BacktestStatistics }) {
  const { returns, buy_and_hold: hold } = of;
  return (
    <section className="panel" aria-label="Result">
      <p className="conclusion">{of.conclusion}</p>
      <dl className="figures figures-panel">
        <Figure label="Total return">
          <Percent value={of.total_return} />
          <span className="unit figure-note">
            {formatSigned(of.total_profit)} of {formatRounded(of.start_equity, 2)}{' '}
            {of.profit_currency}
          </span>
        </Figure>
        <Figure label="Buy and hold">
          <Percent value={hold.return} />
          <span className="unit figure-note">{formatSigned(hold.profit)} of the same money</span>
        </Figure>
        <Figure label="Closed trades">
          <Gain value={of.all.net_profit} />
          <span className="unit figure-note">{formatSigned(of.open_profit)} still open</span>
        </Figure>
        <Figure label="Largest drawdown">
          {percentText(of.max_drawdown_percent)}
          <span className="unit figure-note">{fallText(of)}</span>
        </Figure>
        <Figure label="Sharpe">
          {ratioText(returns.sharpe_ratio)}
          <span className="unit figure-note">Sortino {ratioText(returns.sortino_ratio)}</span>
        </Figure>
        <TradeCount of={of} />
        <Figure label="Profit factor">
          {ratioText((of.pairs ?? of.all).profit_factor)}
          {of.pairs === null ? (
            <span className="unit figure-note">Expectancy {ratioText(of.all.expectancy)}</span>
          ) : (
            <span className="unit figure-note">of its grids</span>
          )}
        </Figure>
        <Figure label="In the market">
          {percentText(of.exposure)}
          <span className="unit figure-note">at most {percentText(of.most_used)} of the money</span>
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
    <Figure label={pairs === null ? 'Trades' : 'Grids closed'}>
      {pairs === null ? all.count : pairs.closed}
      <span className="unit figure-note">
        {won === null ? 'none closed' : `${percentText(won)} won`}
        {pairs === null ? '' : `, ${formatSigned(pairs.profit)}`}
      </span>
    </Figure>
  );
}

function fallText({ drawdown_times: times }: BacktestStatistics): string {
  if (times === null || times.peak_at === times.trough_at) return '';
  const down = durationBetween(times.peak_at, times.trough_at);
  return times.recovered_at === null ? `${down} down, not made good` : `${down} down`;
}

type Row = readonly [name: string, ...values: ReactNode[]];

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
    percent('Total return', of.total_return, hold.return),
    percent('Most in trades at one time', of.most_used, '100'),
    percent('Growth per year (CAGR)', returns.cagr, hold.cagr),
    percent('Volatility per year', returns.volatility, hold.volatility),
    ratio('Sharpe', returns.sharpe_ratio, hold.sharpe_ratio),
    ratio('Sortino', returns.sortino_ratio, hold.sortino_ratio),
    ratio('Calmar', returns.calmar_ratio, hold.calmar_ratio),
    percent('Largest drawdown', of.max_drawdown_percent, hold.max_drawdown),
    percent('Best day', returns.best_day, hold.best_day),
    percent('Worst day', returns.worst_day, hold.worst_day),
    percent('Days with a gain', returns.positive_days, hold.positive_days),
    percent('Value at risk of a day, 95 %', returns.value_at_risk, hold.value_at_risk),
    ratio('Skewness', returns.skewness, hold.skewness),
    ratio('Excess kurtosis', returns.excess_kurtosis, hold.excess_kurtosis),
    ratio('Correlation with the market', of.correlation, null),
    percent('Time in the market', of.exposure, '100'),
    ...(times === null
      ? []
      : [
          ['Largest drawdown, down', durationBetween(times.peak_at, times.trough_at), ''] as Row,
          [
            'and back',
            times.recovered_at === null
              ? 'not made good'
              : durationBetween(times.trough_at, times.recovered_at),
            '',
          ] as Row,
          [
            'Longest time below a high',
            durationBetween(times.longest_from, times.longest_to),
            '',
          ] as Row,
        ]),
  ];
  return <FiguresTable heads={['This run', 'Buy and hold']} rows={rows} label="Returns" />;
}

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
    row('Closed trades', ({ count }) => count),
    row('Net profit', ({ net_profit: profit }) => <Gain value={profit} />),
    row('of the starting equity', (group) => <Percent value={group.net_profit_percent} />),
    row('Won / lost', ({ winning, losing }) => `${winning} / ${losing}`),
    row('Win rate', (group) => percentText(group.win_rate)),
    row('Profit factor', (group) => ratioText(group.profit_factor)),
    row('Average trade', (group) => money(group.average_trade)),
    row('of the margin used', (group) => percentText(group.average_trade_percent)),
    row('Expectancy', (group) => ratioText(group.expectancy)),
    row('Average win', (group) => money(group.average_win)),
    row('Average loss', (group) => money(group.average_loss)),
    row('Payoff ratio', (group) => ratioText(group.payoff_ratio)),
    row('Largest win', (group) => money(group.largest_win)),
    row('Largest loss', (group) => money(group.largest_loss)),
    row(
      'Longest streak won / lost',
      (group) => `${group.longest_winning_streak} / ${group.longest_losing_streak}`,
    ),
    row('Average holding time', (group) => span(group.average_holding)),
    row('of winners', (group) => span(group.average_winner_holding)),
    row('of losers', (group) => span(group.average_loser_holding)),
    row('Longest holding time', (group) => span(group.longest_holding)),
    row('Favorable excursion (MFE)', (group) => percentText(group.average_favorable_excursion)),
    row('Adverse excursion (MAE)', (group) => percentText(group.average_adverse_excursion)),
    row('Fees', (group) => money(group.fees)),
  ];
  return <FiguresTable heads={['All', 'Long', 'Short']} rows={rows} label="Trades by direction" />;
}

type FiguresTableProps = {
  readonly heads: readonly string[];
  readonly rows: readonly Row[];
  readonly label: string;
};

export function FiguresTable({ heads, rows, label }: FiguresTableProps) {
  return (
    <div className="scroll" tabIndex={0} role="region" aria-label={label}>
      <table className="table table-dense table-figures">
        <thead>
          <tr>
            <th>
              <span className="unseen">Figure</span>
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
