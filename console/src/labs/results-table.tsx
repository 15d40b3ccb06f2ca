// Results of a lab in a table, each with its inputs, its figures and what can be done with it.

import type { LabMarketResult, LabParameter, LabResult } from '@tidemill/client';
import type { ReactNode } from 'react';
import { Gain } from '../parts/widgets.tsx';
import { Percent, percentText, ratioText } from '../report/percent.tsx';
import type { Constraints } from './constraints.ts';
import { brokenBy } from './constraints.ts';
import { LABS } from '../words/labs.ts';

type Props = {
  readonly label: string;
  readonly swept: readonly LabParameter[];
  readonly results: readonly LabResult[];
  readonly constraints: Constraints;
  readonly renderActs: (result: LabResult) => ReactNode;
  /** The name of a market, with where its report is. */
  readonly renderMarket: (of: LabMarketResult) => ReactNode;
};

export function ResultsTable(props: Props) {
  const { label, swept, results, constraints, renderActs, renderMarket } = props;
  const hasMarkets = results.some(({ markets }) => markets.length > 0);
  return (
    <div className="scroll trades" tabIndex={0} role="region" aria-label={label}>
      <table className="table table-dense">
        <thead>
          <tr>
            {swept.map(({ key }) => (
              <th key={key} className="right">
                {key}
              </th>
            ))}
            <th className="right">{LABS.return}</th>
            <th className="right wide-only">{LABS.seenPartTitle}</th>
            <th className="right wide-only">{LABS.unseenPart}</th>
            <th className="right wide-only">
              {LABS.neighbours} <div className="faint">{LABS.onUsedMoney}</div>
            </th>
            <th className="right wide-only">{LABS.sharpe}</th>
            <th className="right wide-only">{LABS.drawdown}</th>
            <th className="right wide-only">{LABS.tradesTitle}</th>
            <th className="right wide-only">{LABS.stability}</th>
            {hasMarkets ? <th>{LABS.byMarket}</th> : null}
            <th>
              <span className="unseen">{LABS.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {results.map((result) => (
            <tr key={result.backtest_id} {...lookOf(brokenBy(result, constraints))}>
              {swept.map(({ key }) => (
                <td key={key} className="right">
                  {String(result.parameters[key])}
                </td>
              ))}
              <td className="right">
                <Percent value={result.return} />
                <div className="faint">
                  <Gain value={result.realized_profit ?? '0'} unit={result.profit_currency} />
                </div>
              </td>
              <td className="right wide-only">{percentText(result.in_sample_return)}</td>
              <td className="right wide-only">{percentText(result.out_of_sample_return)}</td>
              <td className="right wide-only">{percentText(result.neighbourhood_roi)}</td>
              <td className="right wide-only">{ratioText(result.sharpe_ratio)}</td>
              <td className="right wide-only">{percentText(result.max_drawdown_percent)}</td>
              <td className="right wide-only">{result.positions_closed}</td>
              <td className="right wide-only">{ratioText(result.stability)}</td>
              {hasMarkets ? (
                <td>
                  {result.markets.map((of) => (
                    <div key={of.market_tag} className="by-market">
                      {renderMarket(of)}{' '}
                      {of.error === null ? <Percent value={of.return} /> : LABS.failedWithin}
                    </div>
                  ))}
                </td>
              ) : null}
              <td className="right acts-cell acts-stacked">{renderActs(result)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Greyed, with the reason for who points at it. */
const lookOf = (broken: string | null) =>
  broken === null ? {} : { className: 'row-broken', title: LABS.itHas(broken) };
