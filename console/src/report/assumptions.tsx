// Assumptions behind the figures of a report: rules, settings, what was assumed, and where the
// result comes from.

import type { BacktestJob, BacktestReport } from '@tidemill/client';
import { INTERVALS } from '../chart/intervals.ts';
import { formatDecimal } from '../parts/format.ts';
import { Panel, Time } from '../parts/widgets.tsx';

type Props = { readonly job: BacktestJob; readonly report: BacktestReport };

export function Assumptions({ job, report }: Props) {
  const interval = INTERVALS.find(([minutes]) => minutes === job.request.interval)?.[1];
  const chosen = Object.entries(job.request.settings).filter(([name]) => name !== 'seed');
  return (
    <Panel title="Assumptions and origin">
      <dl className="pairs">
        <Pair name="Rules of matching">{report.rules}</Pair>
        <Pair name="Candles">{interval ?? `${job.request.interval} min`}</Pair>
        <Pair name="Size of a trade">
          {report.trade_amount === null ? '–' : `${formatDecimal(report.trade_amount)} of quote`}
        </Pair>
        {chosen.map(([name, value]) => (
          <Pair key={name} name={wordsOf(name)}>
            {String(value)}
          </Pair>
        ))}
        <FillCounts report={report} />
        <HistoryPairs report={report} />
        {report.top_ups.map(({ currency, amount }) => (
          <Pair key={currency} name="Play money added">
            {formatDecimal(amount, 2)} {currency}
          </Pair>
        ))}
        {report.unused_parameters.map((key) => (
          <Pair key={key} name="Input that the script never asks for">
            {key}
          </Pair>
        ))}
        {report.custom.map(({ key, value }) => (
          <Pair key={key} name={key}>
            {value}
          </Pair>
        ))}
        <Pair name="Updates of the script">{formatDecimal(String(report.counts.updates))}</Pair>
        <Pair name="Seed">
          <span className="mono">{report.seed}</span>
        </Pair>
        <Pair name="Hash of the data">
          <span className="mono">{report.data_hash}</span>
        </Pair>
        <Pair name="Engine">{report.engine_version}</Pair>
      </dl>
    </Panel>
  );
}

type OfReport = Pick<Props, 'report'>;

/** Counts of what the rules of matching had to assume. */
function FillCounts({ report: { assumptions } }: OfReport) {
  return (
    <>
      <Pair name="Fills with a stop and a target in one candle">{assumptions.ambiguous_fills}</Pair>
      <Pair name="Fills at a gap">{assumptions.gap_fills}</Pair>
      <Pair name="Fills of a part">{assumptions.partial_fills}</Pair>
      <Pair name="Orders refused">{assumptions.rejected_orders}</Pair>
      <Pair name="Minutes without data">{assumptions.missing_minutes}</Pair>
      <Pair name="Liquidations">{assumptions.liquidations}</Pair>
    </>
  );
}

/** What the history lacked, and what it was walked by. */
function HistoryPairs({ report }: OfReport) {
  const { resolution, warm_up: warmUp } = report;
  return (
    <>
      {report.data_gaps.map(({ kind, market_tag: market, start_at: from, end_at: to }) => (
        <Pair
          key={`${kind} ${market} ${from}`}
          name={kind === 'funding' ? 'No funding rates' : 'No minutes'}
        >
          {market}, <Time at={from} /> to <Time at={to} />:{' '}
          {kind === 'funding' ? 'none was paid' : 'nothing filled'}
        </Pair>
      ))}
      {resolution === null ? null : (
        <Pair name="Candles of the history">
          {resolution.candle_minutes} min, {resolution.unwalked_fills} fills within them
        </Pair>
      )}
      {warmUp === null ? null : (
        <Pair name="Warm-up">
          {warmUp.given_bars} bars, {warmUp.needed_bars} needed
          {warmUp.is_sufficient ? '' : ': some series had no value at first'}
        </Pair>
      )}
      {warmUp === null ? null : (
        <Pair name="First update">
          <Time at={warmUp.first_update_at} />
        </Pair>
      )}
    </>
  );
}

export function Pair({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="pair">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** `trade_amount_percent` as words. */
export function wordsOf(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
