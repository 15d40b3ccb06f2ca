// A finished day of a bot beside the same minutes in a backtest: by how much they differ, and why.

import type { Bot, BotComparison as Comparison, ComparedOrders } from '@tidemill/client';
import { ApiProblemError } from '@tidemill/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { comparisonQuery } from '../../api/queries.ts';
import { Button } from '../../parts/button.tsx';
import { formatDecimal } from '../../parts/format.ts';
import { Empty, explain, Loading } from '../../parts/states.tsx';
import { TallTable } from '../../parts/tall-table.tsx';
import { Figure, Gain, Time } from '../../parts/widgets.tsx';

const DAY_MS = 86_400_000;
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

export function BotComparison({ bot }: { readonly bot: Bot }) {
  const [yesterday] = useState(() => dayOf(Date.now() - DAY_MS));
  const [day, setDay] = useState(yesterday);
  const client = useQueryClient();
  const comparison = useQuery(comparisonQuery(bot.bot_id, day));
  const request = useMutation({
    mutationFn: () => api.requestBotComparison({ bot_id: bot.bot_id, body: { day } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['bot-comparison', bot.bot_id, day] }),
  });
  const isMissing = comparison.error instanceof ApiProblemError && comparison.error.status === 404;
  return (
    <>
      <div className="comparison-head">
        <label className="field">
          <span className="label">Day in UTC</span>
          <input
            className="input"
            type="date"
            max={yesterday}
            value={day}
            onChange={(event) => setDay(event.target.value)}
          />
        </label>
        <p className="hint">
          The bot’s script and settings are run over the same minutes as a backtest. What differs is
          what the real market did to its orders.
        </p>
      </div>
      {comparison.isPending ? <Loading lines={4} /> : null}
      {isMissing ? (
        <Empty
          title="This day was not compared yet"
          actions={
            <Button look="main" isDisabled={request.isPending} onPress={() => request.mutate()}>
              Compare it
            </Button>
          }
        >
          {request.isError ? explain(request.error) : 'It takes a few seconds.'}
        </Empty>
      ) : comparison.isError ? (
        <Empty title="It could not be read">{explain(comparison.error)}</Empty>
      ) : null}
      {comparison.data?.status === 'queued' ? (
        <Empty title="The backtest is running">It shows here when it is done.</Empty>
      ) : null}
      {comparison.data?.status === 'finished' ? <Result of={comparison.data} /> : null}
    </>
  );
}

const EFFECTS = [
  ['missed', 'Only the backtest’s order filled'],
  ['extra', 'Only the bot’s order filled'],
  ['size', 'Another amount filled'],
  ['delay', 'It filled in another minute'],
  ['price', 'It filled at another price'],
  ['fee', 'Another fee was paid'],
] as const;

function Result({ of }: { readonly of: Comparison }) {
  const { report, currency, notes } = of;
  if (report === null)
    return <Empty title="Nothing to compare">The bot did not trade on this day.</Empty>;
  return (
    <>
      <dl className="figures figures-flat">
        <Figure label="The bot">
          <Gain value={report.live_profit} /> <span className="unit">{currency}</span>
        </Figure>
        <Figure label="The backtest">
          <Gain value={report.backtest_profit} /> <span className="unit">{currency}</span>
        </Figure>
        <Figure label="Orders alike">
          {report.equal_count} <span className="unit">of {report.pairs.length}</span>
        </Figure>
      </dl>
      <dl className="parameters">
        {EFFECTS.map(([name, text]) => (
          <div key={name} className="parameter">
            <dt>{text}</dt>
            <dd>
              <Gain value={report.effects[name]} unit={currency} decimals={4} />
            </dd>
          </div>
        ))}
      </dl>
      {notes.length === 0 ? null : (
        <ul className="comparison-notes">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {report.pairs.length === 0 ? null : <AllPairs pairs={report.pairs} />}
    </>
  );
}

/** Equal ones are folded away. */
function AllPairs({ pairs }: { readonly pairs: readonly ComparedOrders[] }) {
  const equal = pairs.filter(isEqual);
  const differing = pairs.filter((pair) => !isEqual(pair));
  return (
    <>
      {differing.length === 0 ? null : <Pairs pairs={differing} />}
      {equal.length === 0 ? null : (
        <details className="fold panel-fold">
          <summary>
            {equal.length} {equal.length === 1 ? 'equal order' : 'equal orders'}
          </summary>
          <Pairs pairs={equal} />
        </details>
      )}
    </>
  );
}

function isEqual({ effects }: ComparedOrders): boolean {
  return EFFECTS.every(([name]) => !/[1-9]/.test(effects[name]));
}

function Pairs({ pairs }: { readonly pairs: readonly ComparedOrders[] }) {
  return (
    <TallTable label="Orders of both">
      <thead>
        <tr>
          <th>Placed</th>
          <th>Order</th>
          <th className="right">Bot filled</th>
          <th className="right">Backtest filled</th>
          <th className="right wide-only">Later by</th>
        </tr>
      </thead>
      <tbody>
        {pairs.map(({ live, backtest, delay_ms: delayMs }, index) => {
          const order = live ?? backtest;
          return order === null ? null : (
            <tr key={index}>
              <td>
                <Time at={order.placed_at} />
              </td>
              <td>
                <span className={order.side === 'buy' ? 'rise' : 'fall'}>{order.side}</span>{' '}
                {order.type.replaceAll('_', ' ')}
              </td>
              <td className="right">{fillOf(live)}</td>
              <td className="right">{fillOf(backtest)}</td>
              <td className="right wide-only soft">
                {delayMs === null ? '–' : `${(delayMs / 1_000).toFixed(1)} s`}
              </td>
            </tr>
          );
        })}
      </tbody>
    </TallTable>
  );
}

function fillOf(order: ComparedOrders['live']): string {
  if (order === null || !/[1-9]/.test(order.filled_amount)) return '–';
  return `${formatDecimal(order.filled_amount)} at ${formatDecimal(order.average_price)}`;
}
