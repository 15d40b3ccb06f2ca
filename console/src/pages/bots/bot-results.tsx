// Results of a bot's run, with the figures and tables of a backtest's report.

import type { Bot, BotEquityPoint, BotStatistics } from '@tidemill/client';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { BotRunName } from '../../api/bot-result-queries.ts';
import {
  botEquityQuery,
  botStatisticsQuery,
  botTradeListQuery,
} from '../../api/bot-result-queries.ts';
import { formatRounded } from '../../parts/format.ts';
import { Empty, Loaded, Loading } from '../../parts/states.tsx';
import { Panel, Time } from '../../parts/widgets.tsx';
import { COMPARED_COLOURS } from '../../report/compared-colours.ts';
import { HeadFigures, hasTrades, ReturnsTable, TradeFiguresTable } from '../../report/figures.tsx';
import { GainChart } from '../../report/gain-chart.tsx';
import { MonthsTable } from '../../report/months-table.tsx';
import { TradesTable } from '../../report/trades-table.tsx';
import { formatCount } from '../../parts/format-amount.ts';
import { BOTS } from '../../words/bots.ts';

const StatisticsFigures = lazy(async () => {
  const { StatisticsFigures: figures } = await import('../../report/statistics-figures.tsx');
  return { default: figures };
});

type Props = { readonly bot: Bot; readonly priceDecimals: number };

export function BotResults({ bot, priceDecimals }: Props) {
  const [run, setRun] = useState<number | null>(null);
  const newest = { botId: bot.bot_id, run: null, isRunning: bot.is_activated };
  const runsCount = useQuery(botStatisticsQuery(newest)).data?.run ?? 0;
  const named = { ...newest, run };
  const found = useQuery(botStatisticsQuery(named));
  return (
    <Loaded query={found} lines={6}>
      {(of) =>
        of.statistics === null ? (
          <Panel title={BOTS.results}>
            <Empty title={BOTS.noResultsYet}>{BOTS.returnsDrawdownsAndTrades}</Empty>
          </Panel>
        ) : (
          <>
            <header className="section-head">
              <h2>{run === null ? BOTS.resultsOfThisRun : BOTS.resultsOfRun(run)}</h2>
              <span className="hint">
                <Time at={of.from} /> {BOTS.to} <Time at={of.to} />
              </span>
              <RunChoice count={runsCount} run={run} onChange={setRun} />
            </header>
            <Results
              of={of}
              statistics={of.statistics}
              named={named}
              priceDecimals={priceDecimals}
            />
          </>
        )
      }
    </Loaded>
  );
}

type ChoiceProps = {
  readonly count: number;
  readonly run: number | null;
  readonly onChange: (run: number | null) => void;
};

/** Runs that are offered: a bot may have been started a thousand times. */
const RUNS_MAX = 50;

function RunChoice({ count, run, onChange }: ChoiceProps) {
  if (count < 2) return null;
  const earlier = Array.from(
    { length: Math.min(count - 1, RUNS_MAX) },
    (_, back) => count - 1 - back,
  );
  return (
    <label className="section-side">
      <span className="unseen">{BOTS.whichRun}</span>
      <select
        className="input"
        value={run ?? ''}
        onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
      >
        <option value="">{BOTS.sinceItsLastStart}</option>
        {earlier.map((each) => (
          <option key={each} value={each}>
            {BOTS.run(each)}
          </option>
        ))}
      </select>
    </label>
  );
}

type ResultsProps = {
  readonly of: BotStatistics;
  readonly statistics: NonNullable<BotStatistics['statistics']>;
  readonly named: BotRunName;
  readonly priceDecimals: number;
};

function Results({ of, statistics, named, priceDecimals }: ResultsProps) {
  const equity = useQuery(botEquityQuery(named));
  const trades = useQuery(botTradeListQuery(named));
  const own = useMemo(
    () => trades.data?.filter(({ position_id: id }) => id.startsWith(`${of.run}_`)),
    [trades.data, of.run],
  );
  return (
    <>
      <HeadFigures of={statistics} />
      <p className="hint">
        {BOTS.percentagesAreOfAll(
          formatRounded(statistics.start_equity, 2),
          statistics.profit_currency,
        )}
      </p>
      <Panel title={BOTS.profitInPercentOf} side={<Legend />}>
        <Loaded query={equity} lines={6}>
          {(points) => <EquityBesideMarket points={points} start={statistics.start_equity} />}
        </Loaded>
      </Panel>
      <Panel title={BOTS.trades} side={of.is_cut ? <CutHint count={statistics.all.count} /> : null}>
        <Loaded query={trades} lines={4}>
          {() =>
            own === undefined || own.length === 0 ? (
              <Empty title={BOTS.noClosedTrades}>{BOTS.closedPositionsOfThe}</Empty>
            ) : (
              <TradesTable trades={own} priceDecimals={priceDecimals} />
            )
          }
        </Loaded>
      </Panel>
      <Panel title={BOTS.returnsByMonth}>
        <MonthsTable months={statistics.months} years={statistics.years} />
      </Panel>
      <div className={hasTrades(statistics) ? 'grid-2 grid-top' : ''}>
        <Panel title={BOTS.returns}>
          <ReturnsTable of={statistics} />
        </Panel>
        {hasTrades(statistics) ? (
          <Panel title={BOTS.tradesByDirection(statistics.profit_currency)}>
            <TradeFiguresTable of={statistics} />
          </Panel>
        ) : null}
      </div>
      {hasTrades(statistics) ? (
        <Suspense fallback={<Loading lines={6} />}>
          <StatisticsFigures of={statistics} />
        </Suspense>
      ) : null}
    </>
  );
}

function CutHint({ count }: { readonly count: number }) {
  return <span className="hint">{BOTS.figuresAreOfThe(formatCount(count))}</span>;
}

const [OWN_COLOUR, HOLD_COLOUR] = COMPARED_COLOURS;

function Legend() {
  return (
    <span className="swatches">
      <span>
        <i className="swatch" style={{ background: OWN_COLOUR }} /> {BOTS.theBot}
      </span>
      <span>
        <i className="swatch" style={{ background: HOLD_COLOUR }} /> {BOTS.buyAndHold}
      </span>
    </span>
  );
}

type CurveProps = { readonly points: readonly BotEquityPoint[]; readonly start: string };

function EquityBesideMarket({ points, start }: CurveProps) {
  const lines = useMemo(() => {
    const priced = points.flatMap(({ timestamp, price }) =>
      price === null ? [] : [{ timestamp, equity: price }],
    );
    const own = { id: 'own', colour: OWN_COLOUR, start: Number(start), points };
    const hold = { id: 'hold', colour: HOLD_COLOUR, start: Number(priced[0]?.equity ?? 0) };
    return [{ ...hold, points: priced }, own];
  }, [points, start]);
  return <GainChart lines={lines} />;
}
