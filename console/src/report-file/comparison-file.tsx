// Days of a bot beside a backtest in a file: what the page of the bot shows of them.

import { useState } from 'react';
import { ComparedDay } from '../comparison/compared-day.tsx';
import { ComparedDays } from '../comparison/compared-days.tsx';
import { Empty } from '../parts/states.tsx';
import { Panel, Time } from '../parts/widgets.tsx';
import type { ComparisonDocument } from '../report/report-document.ts';

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
          <p className="crumb">Bot against a backtest</p>
          <h1>{name}</h1>
          {first === undefined ? null : (
            <p>
              {first.market_tag}
              {first.is_paper ? ' · play money (paper account)' : ''} · {first.bot_id}
            </p>
          )}
        </div>
      </header>
      <Panel title={`${day}, UTC`}>
        <div className="comparison-head">
          <p className="hint">
            The bot’s script and settings were run over the same minutes as a backtest. What differs
            is what the real market did to its orders.
          </p>
          {days.length > 1 ? <ComparedDays days={days} chosen={day} onChoose={setDay} /> : null}
        </div>
        {found === undefined ? (
          <Empty title="This day has no comparison">{state?.reason ?? ''}</Empty>
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
    <Panel title="What was compared">
      <div className="scroll" tabIndex={0} role="region" aria-label="What was compared">
        <table className="table table-dense table-runs">
          <thead>
            <tr>
              <th>From</th>
              <th>To</th>
              <th>Backtest</th>
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
      <p className="panel-body hint">Every fill is valued at the last price of the day.</p>
    </Panel>
  );
}
