// A finished day of a bot beside the same minutes in a backtest: what both made, what each cause of
// the difference comes to, and their orders.

import type { BotComparison, ComparisonReport } from '@tidemill/client';
import { Empty } from '../parts/states.tsx';
import { differenceOf } from '../parts/steps.ts';
import { Figure, Gain } from '../parts/widgets.tsx';
import { CAUSES, isEqual, isNothing, largestOf, wholeOf } from './causes.ts';
import { ComparedPairs } from './compared-pairs.tsx';
import { formatCount } from '../parts/format-amount.ts';
import { COMPARISON } from '../words/comparison.ts';
import { fixedNumber } from '../parts/format.ts';

type Props = {
  readonly of: BotComparison;
  /** Of the market's prices; null while they are not known. */
  readonly priceDecimals: number | null;
};

export function ComparedDay({ of, priceDecimals }: Props) {
  const { report, currency, notes } = of;
  if (report === null)
    return <Empty title={COMPARISON.nothingToCompare}>{COMPARISON.theBotDidNot}</Empty>;
  return (
    <>
      <Made report={report} currency={currency} />
      <Notes notes={notes} />
      <h3 className="comparison-part">{COMPARISON.whatMadeTheDifference}</h3>
      <Causes report={report} currency={currency} />
      <h3 className="comparison-part">{COMPARISON.ordersSideBySide}</h3>
      <ComparedPairs of={report} currency={currency} priceDecimals={priceDecimals} />
    </>
  );
}

type ReportProps = { readonly report: ComparisonReport; readonly currency: string };

function Made({ report, currency }: ReportProps) {
  const { live_profit: live, backtest_profit: backtest, equal_count: equal, pairs } = report;
  const difference = differenceOf(live, backtest);
  const differing = pairs.filter((pair) => !isEqual(pair)).length;
  const share = (Number(difference) / Math.abs(Number(backtest))) * 100;
  return (
    <dl className="figures figures-flat">
      <Figure label={COMPARISON.theBot}>
        <Gain value={live} /> <span className="unit">{currency}</span>
      </Figure>
      <Figure label={COMPARISON.theBacktest}>
        <Gain value={backtest} /> <span className="unit">{currency}</span>
      </Figure>
      <Figure label={COMPARISON.difference}>
        <Gain value={difference} /> <span className="unit">{currency}</span>
        {Number.isFinite(share) ? (
          <span className="unit figure-note">
            {COMPARISON.ofTheBacktests(fixedNumber(share, 1))}
          </span>
        ) : null}
      </Figure>
      <Figure label={COMPARISON.ordersAlike}>
        {formatCount(equal)}{' '}
        <span className="unit">{COMPARISON.of(formatCount(equal + differing))}</span>
      </Figure>
    </dl>
  );
}

function Notes({ notes }: { readonly notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <ul className="comparison-notes">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}

/** To the last unit, so that they add up to the difference. */
function Causes({ report, currency }: ReportProps) {
  const { effects, pairs } = report;
  const largest = largestOf(effects);
  return (
    <div
      className="scroll"
      tabIndex={0}
      role="region"
      aria-label={COMPARISON.causesOfTheDifference}
    >
      <table className="table table-dense table-causes">
        <thead>
          <tr>
            <th>{COMPARISON.cause}</th>
            <th className="right wide-only">{COMPARISON.orders}</th>
            <th className="wide-only">
              <span className="unseen">{COMPARISON.share}</span>
            </th>
            <th className="right">{COMPARISON.theBotMadeMore(currency)}</th>
          </tr>
        </thead>
        <tbody>
          {CAUSES.map(([cause, name, meaning]) => (
            <tr key={cause}>
              <th scope="row" className="row-head">
                <b>{name}</b> <span className="hint cause-meaning">{meaning}</span>
              </th>
              <td className="right wide-only">
                {pairs.filter((pair) => !isNothing(pair.effects[cause])).length}
              </td>
              <td className="cause-bar wide-only">
                <CauseBar value={Number(effects[cause])} largest={largest} />
              </td>
              <td className="right">
                <Gain value={effects[cause]} decimals={8} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" className="row-head">
              <b>{COMPARISON.allCauses}</b>
            </th>
            <td className="right wide-only">{pairs.filter((pair) => !isEqual(pair)).length}</td>
            <td className="wide-only">{''}</td>
            <td className="right">
              <Gain value={wholeOf(effects)} decimals={8} />
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

/** To the right what the bot gained by it, to the left what it lost. */
function CauseBar({ value, largest }: { readonly value: number; readonly largest: number }) {
  const share = largest === 0 ? 0 : (value / largest) * 50;
  const width = share === 0 ? 0 : Math.max(0.5, Math.abs(share));
  const left = share < 0 ? 50 - width : 50;
  return (
    <span className="cause-track">
      <i
        className={share < 0 ? 'cause-fall' : 'cause-rise'}
        style={{ left: `${left}%`, width: `${width}%` }}
      />
    </span>
  );
}
