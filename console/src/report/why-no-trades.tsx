// Reason why a backtest shows no trades: the first thing that explains it, and what to do about it.

import type { BacktestJob, BacktestPlot, BacktestReport } from '@tidemill/client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import {
  backtestLogQuery,
  backtestOrdersQuery,
  barsQuery,
  plotsQuery,
} from '../api/backtest-queries.ts';
import { fixedNumber, formatDecimal } from '../parts/format.ts';
import { whatKeeps } from '../parts/states.tsx';
import { Panel, Time } from '../parts/widgets.tsx';
import { formatCount } from '../parts/format-amount.ts';
import { REPORT } from '../words/report.ts';

type Props = {
  readonly job: BacktestJob;
  readonly report: BacktestReport;
  /** Whether the script's text stands beside it. */
  readonly isBesideText?: boolean;
  readonly scriptLink?: ReactNode;
};

/** A grid trades in pairs, which are no positions that were closed. */
export const hasNoFills = ({ result }: BacktestJob): boolean => (result?.orders_filled ?? 0) === 0;

export function WhyNoTrades(props: Props) {
  if (props.isBesideText === true) return <Reasons {...props} />;
  return (
    <Panel title={REPORT.whyThereAreNo}>
      <div className="panel-body">
        <Reasons {...props} />
      </div>
    </Panel>
  );
}

function Reasons(props: Props) {
  const { job, report } = props;
  const orders = useQuery(backtestOrdersQuery(job.backtest_id));
  const log = useQuery(backtestLogQuery(job.backtest_id));
  const notes = (log.data ?? []).filter(({ severity }) => ['warning', 'error'].includes(severity));
  const { warm_up: warmUp, unused_parameters: unused } = report;
  return (
    <div className="stack">
      <Cause {...props} />
      <ul className="reasons">
        {warmUp === null || warmUp.is_sufficient ? null : (
          <li>{REPORT.theHistoryIsShort(warmUp.needed_bars, warmUp.given_bars)}</li>
        )}
        {report.assumptions.missing_minutes === 0 ? null : (
          <li>{REPORT.minutesOfTheWindow(report.assumptions.missing_minutes)}</li>
        )}
        {unused.map((key) => (
          <li key={key}>
            {REPORT.theInput} <b>{key}</b> {REPORT.wasChosenAndThe}
          </li>
        ))}
        {(orders.data ?? []).slice(0, 5).map((order) => (
          <li key={order.order_id}>
            <Time at={order.placed_at} />: {order.side} {order.amount} ({order.type}),{' '}
            {order.status}
            {order.message === '' ? '' : `: ${order.message}`}
          </li>
        ))}
        {notes.slice(0, 5).map(({ message, timestamp }, index) => (
          <li key={index}>
            <Time at={timestamp} />: {message}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Cause(props: Props) {
  return props.job.request.strategy === null ? (
    <ScriptCause {...props} />
  ) : (
    <StrategyCause {...props} />
  );
}

/** Of a bot without a script: in the words of its form. */
function StrategyCause({ job, report, scriptLink }: Props) {
  const bars = useQuery(barsQuery(job.backtest_id));
  const { rejections, assumptions } = report;
  if (assumptions.rejected_orders > 0)
    return (
      <Refused count={assumptions.rejected_orders} rejections={rejections} side={scriptLink} />
    );
  const config = job.request.strategy?.config ?? {};
  const [lower, upper] = [Number(config['lower_price']), Number(config['upper_price'])];
  if (bars.data === undefined) return whatKeeps([bars], { lines: 2 });
  const low = Math.min(...bars.data.map((bar) => Number(bar.low)));
  const high = Math.max(...bars.data.map((bar) => Number(bar.high)));
  const span = REPORT.thePriceWasBetween(priceText(low), priceText(high));
  if (lower > 0 && upper > 0 && (low > upper || high < lower))
    return (
      <Explained title={REPORT.thePriceNeverWas} side={scriptLink}>
        {REPORT.andTheGridWorks(span, priceText(lower), priceText(upper))}
      </Explained>
    );
  if (lower > 0 && upper > 0)
    return (
      <Explained title={REPORT.theGridDidNot} side={scriptLink}>
        {REPORT.andTheGridWorksFrom(span, priceText(lower), priceText(upper))}
      </Explained>
    );
  return (
    <Explained title={REPORT.itDidNotEnter} side={scriptLink}>
      {REPORT.itsConditionsToStart(span)}
    </Explained>
  );
}

const priceText = (price: number): string =>
  formatDecimal(price.toPrecision(8).replace(/\.?0+$/, ''));

type RefusedProps = {
  readonly count: number;
  readonly rejections: BacktestReport['rejections'];
  readonly side: ReactNode;
};

function Refused({ count, rejections, side }: RefusedProps) {
  return (
    <Explained title={REPORT.allOrdersWereRefused(count)} side={side}>
      {REPORT.itTradedButThe}
      <ul className="reasons">
        {rejections.map(({ reason, count: times }) => (
          <li key={reason}>
            <b>{times}×</b> {reason}
          </li>
        ))}
      </ul>
      {REPORT.aLargerSizeOf}
    </Explained>
  );
}

function ScriptCause({ job, report, scriptLink }: Props) {
  const { counts, rejections, assumptions } = report;
  if (assumptions.rejected_orders > 0)
    return (
      <Refused count={assumptions.rejected_orders} rejections={rejections} side={scriptLink} />
    );
  if (counts.orders > 0)
    return (
      <Explained title={REPORT.ordersWerePlacedAnd(counts.orders)} side={scriptLink}>
        {REPORT.theirPricesWereNot}
      </Explained>
    );
  // Values are recorded of runs of visual scripts, whose people read neither lines nor Lua.
  if (job.request.record_values)
    return (
      <Explained title={REPORT.thereWasNoSignal} side={scriptLink}>
        {REPORT.inUpdatesTheRules(formatCount(counts.updates))}
      </Explained>
    );
  return (
    <Explained title={REPORT.thereWasNoSignal} side={scriptLink}>
      {REPORT.inUpdatesTheScript(formatCount(counts.updates))}
      <Reaches backtestId={job.backtest_id} />
      {REPORT.compareThemWithIts} <code>Log()</code>.
    </Explained>
  );
}

const LINES_SHOWN = 6;

/** How far each line went: a condition beyond that can never be true. */
function Reaches({ backtestId }: { readonly backtestId: string }) {
  const plots = useQuery(plotsQuery(backtestId));
  if (plots.data === undefined) return whatKeeps([plots], { lines: 2 });
  const drawn = plots.data.filter(({ points }) => points.length > 0);
  if (drawn.length === 0) return <p>{REPORT.itDrawsNoLines}</p>;
  return (
    <>
      <p>{REPORT.itsLinesInThis}</p>
      <ul className="reasons">
        {drawn.slice(0, LINES_SHOWN).map((plot) => (
          <li key={`${plot.chart} ${plot.name}`}>
            <b>{plot.name}</b> {REPORT.wasBetween(reachOf(plot))}
          </li>
        ))}
      </ul>
    </>
  );
}

function reachOf({ points }: BacktestPlot): string {
  const values = points.map(({ value }) => Number(value));
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const digits = Math.abs(most) < 10 ? 4 : 2;
  return REPORT.and(fixedNumber(least, digits), fixedNumber(most, digits));
}

type ExplainedProps = {
  readonly title: string;
  readonly side: ReactNode;
  readonly children: ReactNode;
};

function Explained({ title, side, children }: ExplainedProps) {
  return (
    <div className="notice notice-cause">
      <h3>{title}</h3>
      <div>{children}</div>
      {side}
    </div>
  );
}
