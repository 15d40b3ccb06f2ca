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
import { formatDecimal } from '../parts/format.ts';
import { whatKeeps } from '../parts/states.tsx';
import { Panel, Time } from '../parts/widgets.tsx';

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
    <Panel title="Why there are no trades">
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
          <li>
            The history is short: the first update needs {warmUp.needed_bars} bars and{' '}
            {warmUp.given_bars} are there, so some series had no value at first. Begin later, or
            take a shorter interval.
          </li>
        )}
        {report.assumptions.missing_minutes === 0 ? null : (
          <li>{report.assumptions.missing_minutes} minutes of the window have no candle.</li>
        )}
        {unused.map((key) => (
          <li key={key}>
            The input <b>{key}</b> was chosen, and the script asks for none of that name.
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
  const span = `The price was between ${priceText(low)} and ${priceText(high)} in these days`;
  if (lower > 0 && upper > 0 && (low > upper || high < lower))
    return (
      <Explained title="The price never was in the range" side={scriptLink}>
        {span}, and the grid works from {priceText(lower)} to {priceText(upper)}. Take a range that
        contains the price, or other days.
      </Explained>
    );
  if (lower > 0 && upper > 0)
    return (
      <Explained title="The grid did not trade" side={scriptLink}>
        {span}, and the grid works from {priceText(lower)} to {priceText(upper)}. Where the price is
        outside when it begins, it waits outside; its other settings below may also let it wait.
      </Explained>
    );
  return (
    <Explained title="It did not enter" side={scriptLink}>
      {span}. Its conditions to start were not met on any of them: loosen them, or take more days.
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
    <Explained title={`All ${count} orders were refused`} side={side}>
      It traded, but the market or the account refused its orders:
      <ul className="reasons">
        {rejections.map(({ reason, count: times }) => (
          <li key={reason}>
            <b>{times}×</b> {reason}
          </li>
        ))}
      </ul>
      A larger size of a trade, another leverage or more money in the account may be what is
      missing.
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
      <Explained title={`${counts.orders} orders were placed and none filled`} side={scriptLink}>
        Their prices were not reached before they ended. Limit prices further away than the market
        moved, or time-outs that are too short, are the usual causes.
      </Explained>
    );
  return (
    <Explained title="There was no signal" side={scriptLink}>
      In {counts.updates.toLocaleString('en-US')} updates the script placed no order. Its conditions
      were never all true at once.
      <Reaches backtestId={job.backtest_id} />
      Compare them with its conditions, take a longer window, or log values with <code>Log()</code>.
    </Explained>
  );
}

const LINES_SHOWN = 6;

/** How far each line went: a condition beyond that can never be true. */
function Reaches({ backtestId }: { readonly backtestId: string }) {
  const plots = useQuery(plotsQuery(backtestId));
  if (plots.data === undefined) return whatKeeps([plots], { lines: 2 });
  const drawn = plots.data.filter(({ points }) => points.length > 0);
  if (drawn.length === 0) return <p>It draws no lines: with Plot() they show in the chart.</p>;
  return (
    <>
      <p>Its lines in this window:</p>
      <ul className="reasons">
        {drawn.slice(0, LINES_SHOWN).map((plot) => (
          <li key={`${plot.chart} ${plot.name}`}>
            <b>{plot.name}</b> was between {reachOf(plot)}
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
  return `${least.toFixed(digits)} and ${most.toFixed(digits)}.`;
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
