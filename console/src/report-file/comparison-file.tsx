// Days of a bot beside a backtest in a file: what the page of the bot shows of them.

import { useState } from 'react';
import { ComparedDay } from '../comparison/compared-day.tsx';
import { ComparedDays } from '../comparison/compared-days.tsx';
import { Empty } from '../parts/states.tsx';
import { Panel, Time } from '../parts/widgets.tsx';
import type { ComparisonDocument } from '../report/report-document.ts';
import { REPORT } from '../words/report.ts';

export function ComparisonFile({ document }: { readonly document: ComparisonDocument }) {
  const { bot_name: name, comparisons, days, price_decimals: decimals } = document;
  const [first] = comparisons;
  const [day, setDay] = useState(first?.day ?? days[0]?.day ?? '');
  const found = comparisons.find((of) => of.day === day);
  const state = days.find((of) => of.day === day);
  return (
    <>
      <header className="page-head">
        <div>
          <p className="crumb">{REPORT.botAgainstABacktest}</p>
          <h1>{name}</h1>
          {first === undefined ? null : (
            <p>
              {first.market_tag}
              {first.is_paper ? REPORT.playMoneyPaperAccount : ''} · {first.bot_id}
            </p>
          )}
        </div>
      </header>
      <Panel title={`${day}, UTC`}>
        <div className="comparison-head">
          <p className="hint">{REPORT.theBotsScriptAnd}</p>
          {days.length > 1 ? <ComparedDays days={days} chosen={day} onChoose={setDay} /> : null}
        </div>
        {found === undefined ? (
          <Empty title={REPORT.thisDayHasNo}>{state?.reason ?? ''}</Empty>
        ) : (
          <ComparedDay key={day} of={found} priceDecimals={decimals} />
        )}
      </Panel>
      {found === undefined ? null : <Runs of={found} />}
    </>
  );
}

function Runs({ of: { runs } }: { readonly of: ComparisonDocument['comparisons'][number] }) {
  return (
    <Panel title={REPORT.whatWasCompared}>
      <div className="scroll" tabIndex={0} role="region" aria-label={REPORT.whatWasCompared}>
        <table className="table table-dense table-runs">
          <thead>
            <tr>
              <th>{REPORT.from}</th>
              <th>{REPORT.to}</th>
              <th>{REPORT.backtest}</th>
            </tr>
          </thead>
          <tbody>
            {runs.map(({ from, to, backtest_id: id }) => (
              <tr key={from}>
                <td>
                  <Time at={from} />
                </td>
                <td>
                  <Time at={to} />
                </td>
                <td>{id}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="panel-body hint">{REPORT.everyFillIsValued}</p>
    </Panel>
  );
}
