// A finished day of a bot beside the same minutes in a backtest: by how much they differ, and why.

import type {
  Bot,
  BotComparison as Comparison,
  ComparedDay,
  ComparedOrders,
} from '@tidemill/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { comparedDaysQuery, comparisonQuery } from '../../api/queries.ts';
import { Button } from '../../parts/button.tsx';
import { formatDecimal } from '../../parts/format.ts';
import { useExchangeOf, usePriceFormat } from '../../parts/market-name.ts';
import { Empty, explain, Loaded } from '../../parts/states.tsx';
import { TallTable } from '../../parts/tall-table.tsx';
import { Figure, Gain, Time } from '../../parts/widgets.tsx';

const DAY_MS = 86_400_000;
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Shown as buttons; older ones are chosen by their date. */
const RECENT_DAYS = 14;

export function BotComparison({ bot }: { readonly bot: Bot }) {
  const { bot_id: botId } = bot;
  const [yesterday] = useState(() => dayOf(Date.now() - DAY_MS));
  const [day, setDay] = useState(yesterday);
  const recent = useQuery(comparedDaysQuery(botId, yesterday, RECENT_DAYS));
  const known = recent.data?.data.find((of) => of.day === day);
  const isOlder = recent.isSuccess && known === undefined && day !== '';
  const older = useQuery({ ...comparedDaysQuery(botId, day, 1), enabled: isOlder });
  const found = known ?? older.data?.data.find((of) => of.day === day);
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
        <RecentDays days={recent.data?.data ?? []} chosen={day} onChoose={setDay} />
      </div>
      <Loaded query={isOlder ? older : recent}>
        {() => <DayOf key={day} bot={bot} day={day} found={found} />}
      </Loaded>
    </>
  );
}

const DAY_TEXTS = {
  not_run: 'did not run',
  not_requested: 'not compared',
  queued: 'being compared',
  finished: 'compared',
  failed: 'failed',
} as const;

type RecentDaysProps = {
  readonly days: readonly ComparedDay[];
  readonly chosen: string;
  readonly onChoose: (day: string) => void;
};

/** Those on which the bot ran, oldest first. */
function RecentDays({ days, chosen, onChoose }: RecentDaysProps) {
  const ran = days.filter(({ status }) => status !== 'not_run').toReversed();
  if (ran.length === 0) return null;
  return (
    <div className="comparison-days" role="group" aria-label="Days on which the bot ran">
      {ran.map(({ day, status }) => (
        <button
          key={day}
          type="button"
          className="chart-tool"
          data-status={status}
          aria-pressed={day === chosen}
          aria-label={`${day}, ${DAY_TEXTS[status]}`}
          title={DAY_TEXTS[status]}
          onClick={() => onChoose(day)}
        >
          {day.slice('YYYY-'.length)}
        </button>
      ))}
    </div>
  );
}

type DayProps = {
  readonly bot: Bot;
  readonly day: string;
  /** Undefined: the bot was not there yet. */
  readonly found: ComparedDay | undefined;
};

function DayOf({ bot, day, found }: DayProps) {
  const { bot_id: botId } = bot;
  const client = useQueryClient();
  const status = found?.status ?? 'not_run';
  const isThere = status === 'queued' || status === 'finished';
  const comparison = useQuery({ ...comparisonQuery(botId, day), enabled: isThere });
  const request = useMutation({
    mutationFn: () => api.requestBotComparison({ bot_id: botId, body: { day } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['bot-comparison', botId] }),
  });
  if (status === 'not_run')
    return (
      <Empty title="The bot did not run on this day">
        A day is compared when it has ended and the bot ran on it.
      </Empty>
    );
  if (!isThere)
    return (
      <Empty
        title={status === 'failed' ? 'Its backtest failed' : 'This day was not compared yet'}
        actions={
          status === 'failed' ? null : (
            <Button look="main" isDisabled={request.isPending} onPress={() => request.mutate()}>
              Compare it
            </Button>
          )
        }
      >
        {request.isError ? explain(request.error) : (found?.reason ?? 'It takes a few seconds.')}
      </Empty>
    );
  return (
    <Loaded query={comparison}>
      {(of) =>
        of.status === 'queued' ? (
          <Empty title="The backtest is running">It shows here when it is done.</Empty>
        ) : (
          <Result of={of} bot={bot} />
        )
      }
    </Loaded>
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

function Result({ of, bot }: { readonly of: Comparison; readonly bot: Bot }) {
  const formatPrice = usePriceFormat([useExchangeOf(bot.account_id)]);
  const priceOf = (price: string): string => formatPrice(of.market_tag, price);
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
      {report.pairs.length === 0 ? null : <AllPairs pairs={report.pairs} priceOf={priceOf} />}
    </>
  );
}

type PairsProps = {
  readonly pairs: readonly ComparedOrders[];
  readonly priceOf: (price: string) => string;
};

/** Equal ones are folded away. */
function AllPairs({ pairs, priceOf }: PairsProps) {
  const equal = pairs.filter(isEqual);
  const differing = pairs.filter((pair) => !isEqual(pair));
  return (
    <>
      {differing.length === 0 ? null : <Pairs pairs={differing} priceOf={priceOf} />}
      {equal.length === 0 ? null : (
        <details className="fold panel-fold">
          <summary>
            {equal.length} {equal.length === 1 ? 'equal order' : 'equal orders'}
          </summary>
          <Pairs pairs={equal} priceOf={priceOf} />
        </details>
      )}
    </>
  );
}

function isEqual({ effects }: ComparedOrders): boolean {
  return EFFECTS.every(([name]) => !/[1-9]/.test(effects[name]));
}

function Pairs({ pairs, priceOf }: PairsProps) {
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
              <td className="right">{fillOf(live, priceOf)}</td>
              <td className="right">{fillOf(backtest, priceOf)}</td>
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

function fillOf(order: ComparedOrders['live'], priceOf: PairsProps['priceOf']): string {
  if (order === null || !/[1-9]/.test(order.filled_amount)) return '–';
  return `${formatDecimal(order.filled_amount)} at ${priceOf(order.average_price)}`;
}
