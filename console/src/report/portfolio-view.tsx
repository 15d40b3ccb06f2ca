// Several runs as one: what they come to together, what each adds, how their days go together.

import type { Portfolio, PortfolioMember } from '@tidemill/client';
import type { ReactNode } from 'react';
import { useMemo } from 'react';
import { fixedNumber, formatRounded, formatSigned, formatUtc } from '../parts/format.ts';
import { Figure, Gain, Panel } from '../parts/widgets.tsx';
import { COMPARED_COLOURS } from './compared-colours.ts';
import { GainChart } from './gain-chart.tsx';
import { Percent, percentText, ratioText } from './percent.tsx';
import { REPORT } from '../words/report.ts';

type Props = {
  readonly of: Portfolio;
  /** Of each member, in their order. */
  readonly names: readonly ReactNode[];
};

export function PortfolioView({ of, names }: Props) {
  const { returns, profit_currency: currency } = of;
  const start = Number(of.start_equity);
  const profit = Number(of.end_equity) - start;
  const lines = useMemo(
    () => [
      {
        id: 'all',
        colour: COMPARED_COLOURS[0],
        start,
        points: of.equity.map(({ timestamp, equity }) => ({ timestamp, equity })),
      },
    ],
    [of, start],
  );
  return (
    <>
      <section className="panel" aria-label={REPORT.together}>
        <dl className="figures figures-panel">
          <Figure label={REPORT.profit}>
            <Gain value={String(profit)} />
            <span className="unit figure-note">
              {REPORT.ofWithin(formatRounded(of.start_equity, 2), currency)}
            </span>
          </Figure>
          <Figure label={REPORT.totalReturn}>
            <Percent value={start > 0 ? String((profit / start) * 100) : null} />
          </Figure>
          <Figure label={REPORT.largestDrawdown}>
            {percentText(of.max_drawdown_percent)}
            <span className="unit figure-note">{REPORT.fromClosesOfDays}</span>
          </Figure>
          <Figure label={REPORT.sharpe}>
            {ratioText(returns.sharpe_ratio)}
            <span className="unit figure-note">{REPORT.dailyReturns(returns.days)}</span>
          </Figure>
          <Figure label={REPORT.volatilityPerYear}>{percentText(returns.volatility)}</Figure>
        </dl>
      </section>
      <Panel title={REPORT.equityOfAllPercent}>
        <GainChart lines={lines} />
      </Panel>
      <Panel title={REPORT.whatEachAdds}>
        <Members of={of} names={names} />
        <p className="panel-body hint">{REPORT.theShareOfThe}</p>
      </Panel>
      {of.members.length < 2 ? null : (
        <Panel title={REPORT.howTheirDaysGo}>
          <Correlations members={of.members} names={names} />
          <p className="panel-body hint">{REPORT.correlationOfDailyReturns}</p>
        </Panel>
      )}
    </>
  );
}

function Members({ of, names }: Props) {
  return (
    <div className="scroll" tabIndex={0} role="region" aria-label={REPORT.whatEachAdds}>
      <table className="table table-dense">
        <thead>
          <tr>
            <th>{REPORT.run}</th>
            <th className="right">{REPORT.profit}</th>
            <th className="right">{REPORT.return}</th>
            <th className="right">{REPORT.drawdown}</th>
            <th className="right">{REPORT.ofAllProfit}</th>
            <th className="right">{REPORT.ofAllRisk}</th>
          </tr>
        </thead>
        <tbody>
          {of.members.map((member, index) => (
            <tr key={member.backtest_id ?? member.bot_id}>
              <th scope="row" className="row-head">
                {names[index]}
                <div className="faint">
                  {REPORT.to3(member.market_tag ?? '', dayOf(member.from), dayOf(member.to))}
                </div>
              </th>
              <td className="right">
                <Gain value={member.profit} />
              </td>
              <td className="right">
                <Percent value={member.return} />
              </td>
              <td className="right">{percentText(member.max_drawdown_percent)}</td>
              <td className="right">{shareText(member.profit_share)}</td>
              <td className="right">{shareText(member.risk_share)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function shareText(share: string | null): string {
  return share === null ? '–' : `${formatSigned(Number(share).toFixed(1), 1)} %`;
}

function dayOf(instant: string): string {
  return formatUtc(instant).slice(0, 'YYYY-MM-DD'.length);
}

type CorrelationsProps = {
  readonly members: readonly PortfolioMember[];
  readonly names: readonly ReactNode[];
};

function Correlations({ members, names }: CorrelationsProps) {
  return (
    <div className="scroll" tabIndex={0} role="region" aria-label={REPORT.correlations}>
      <table className="table table-dense">
        <thead>
          <tr>
            <th>
              <span className="unseen">{REPORT.run}</span>
            </th>
            {members.map((member, index) => (
              <th key={member.backtest_id ?? member.bot_id} className="right">
                {index + 1}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {members.map((member, index) => (
            <tr key={member.backtest_id ?? member.bot_id}>
              <th scope="row" className="row-head">
                {index + 1} · {names[index]}
              </th>
              {member.correlations.map((value, other) => (
                // oxlint-disable-next-line react/no-array-index-key -- a place in the table
                <td key={other} className="right number" style={{ background: tintOf(value) }}>
                  {value === null ? '–' : fixedNumber(Number(value), 2)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Stronger the more two go together, or against one another. */
function tintOf(value: string | null): string | undefined {
  if (value === null) return undefined;
  const share = Math.round(Math.min(1, Math.abs(Number(value))) * 30);
  return `color-mix(in srgb, var(${Number(value) < 0 ? '--warn' : '--accent'}) ${share}%, transparent)`;
}
