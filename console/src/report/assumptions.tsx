// Assumptions behind the figures of a report: rules, settings, what was assumed, and where the
// result comes from.

import type { BacktestJob, BacktestReport } from '@tidemill/client';
import { INTERVALS } from '../chart/intervals.ts';
import { formatDecimal } from '../parts/format.ts';
import { Panel, Time } from '../parts/widgets.tsx';
import { REPORT } from '../words/report.ts';
import { served } from '../words/served.ts';
import { settingText, settingWords } from './setting-words.ts';
import { otherSettings, tradeSizeText } from './trade-size.ts';

type Props = { readonly job: BacktestJob; readonly report: BacktestReport };

export function Assumptions({ job, report }: Props) {
  const interval = INTERVALS.find(([minutes]) => minutes === job.request.interval)?.[1];
  const chosen = otherSettings(job.request.settings);
  const size = tradeSizeText({ request: job.request, report });
  return (
    <Panel title={REPORT.assumptionsAndOrigin}>
      <dl className="pairs">
        <Pair name={REPORT.rulesOfMatching}>{served(report.rules)}</Pair>
        <Pair name={REPORT.candlesTitle}>{interval ?? REPORT.min(job.request.interval)}</Pair>
        {size === null ? null : <Pair name={REPORT.sizeOfATrade}>{size}</Pair>}
        {chosen.map(([name, value]) => (
          <Pair key={name} name={settingWords(name)}>
            {settingText(value)}
          </Pair>
        ))}
        <FillCounts report={report} />
        <HistoryPairs report={report} />
        {report.top_ups.map(({ currency, amount }) => (
          <Pair key={currency} name={REPORT.playMoneyAdded}>
            {formatDecimal(amount, 2)} {currency}
          </Pair>
        ))}
        {report.unused_parameters.map((key) => (
          <Pair key={key} name={REPORT.inputThatTheScript}>
            {key}
          </Pair>
        ))}
        {report.custom.map(({ key, value }) => (
          <Pair key={key} name={key}>
            {value}
          </Pair>
        ))}
        <Pair name={REPORT.updatesOfTheScript}>{formatDecimal(String(report.counts.updates))}</Pair>
        <Pair name={REPORT.seed}>
          <span className="mono">{report.seed}</span>
        </Pair>
        <Pair name={REPORT.hashOfTheData}>
          <span className="mono">{report.data_hash}</span>
        </Pair>
        <Pair name={REPORT.engine}>{report.engine_version}</Pair>
      </dl>
    </Panel>
  );
}

type OfReport = Pick<Props, 'report'>;

/** Counts of what the rules of matching had to assume. */
function FillCounts({ report: { assumptions } }: OfReport) {
  return (
    <>
      <Pair name={REPORT.fillsWithAStop}>{assumptions.ambiguous_fills}</Pair>
      <Pair name={REPORT.fillsAtAGap}>{assumptions.gap_fills}</Pair>
      <Pair name={REPORT.fillsOfAPart}>{assumptions.partial_fills}</Pair>
      <Pair name={REPORT.ordersRefused}>{assumptions.rejected_orders}</Pair>
      <Pair name={REPORT.minutesWithoutData}>{assumptions.missing_minutes}</Pair>
      <Pair name={REPORT.liquidations}>{assumptions.liquidations}</Pair>
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
          name={kind === 'funding' ? REPORT.noFundingRates : REPORT.noMinutes}
        >
          {market}, <Time at={from} /> {REPORT.toWithin} <Time at={to} />:{' '}
          {kind === 'funding' ? REPORT.noneWasPaid : REPORT.nothingFilled}
        </Pair>
      ))}
      {resolution === null ? null : (
        <Pair name={REPORT.candlesOfTheHistory}>
          {REPORT.minFillsWithinThem(resolution.candle_minutes, resolution.unwalked_fills)}
        </Pair>
      )}
      {warmUp === null ? null : (
        <Pair name={REPORT.warmUp}>
          {REPORT.barsNeeded(
            warmUp.given_bars,
            warmUp.needed_bars,
            warmUp.is_sufficient ? '' : REPORT.someSeriesHadNo,
          )}
        </Pair>
      )}
      {warmUp === null ? null : (
        <Pair name={REPORT.firstUpdate}>
          <Time at={warmUp.first_update_at} />
        </Pair>
      )}
    </>
  );
}

/** Row of a list of pairs. */
export function Pair({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="pair">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
