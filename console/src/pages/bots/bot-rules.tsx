// Rules and graph of a bot whose script is visual, with what their conditions and values are: those
// of its newest update while it runs, and counts from a run of the script over the newest candles.

import '../../styles/visual.css';
import type { Bot, BotValues, ScriptDetail } from '@tidemill/client';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { readVisualText } from '#domain/visual/read-visual-text.ts';
import { api, readAll } from '../../api/api.ts';
import { scriptQuery } from '../../api/queries.ts';
import { scriptVersionQuery } from '../../api/script-queries.ts';
import { intervalOf } from '../../chart/intervals.ts';
import { Button } from '../../parts/button.tsx';
import { explain, Loaded, Loading } from '../../parts/states.tsx';
import { Time } from '../../parts/widgets.tsx';
import type { Editing, ShownBlock } from '../../visual/editing.ts';
import { EditingContext } from '../../visual/editing.ts';
import { liveValuesOf, portValuesOf } from '../../visual/port-values.ts';
import { RulesView } from '../../visual/rules-view.tsx';
import type { KnownBlocks } from '../../visual/visual-palette.ts';
import { visualPaletteQuery } from '../../visual/visual-palette.ts';
import { ShownTime } from '../../visual/watched.tsx';
import type { Watching } from '../../visual/watching.ts';
import { NOTHING_WATCHED, WatchingContext } from '../../visual/watching.ts';
import { liveValuesQuery } from './bot-live.ts';
import { replayBot } from './bot-replay.ts';
import { BOTS } from '../../words/bots.ts';

const BARS = 300;
const DAY_MINUTES = 1_440;

/** What a run of the script over the newest candles came to. */
function countsQuery(bot: Bot) {
  const interval = intervalOf(bot.settings.interval) ?? 1;
  return queryOptions({
    queryKey: ['bot-values', bot.bot_id],
    queryFn: ({ signal }) => {
      const replay = { interval, bars: BARS, recordsValues: true };
      return replayBot(bot, replay, signal, (id) => readCounts(id, interval, signal));
    },
    staleTime: Infinity,
    retry: false,
  });
}

/** `missing`: why there are none. */
type Replay = { readonly watching: Watching; readonly missing: string | null };

async function readCounts(id: string, interval: number, signal: AbortSignal): Promise<Replay> {
  const named = { backtest_id: id };
  const [job, values, { data: bars }] = await Promise.all([
    api.getBacktest(named, { signal }),
    readAll(api.each('listBacktestValues', named, { signal })),
    api.listBacktestBars({ ...named, limit: 3_000 }, { signal }),
  ]);
  return {
    watching: {
      ...NOTHING_WATCHED,
      portValues: portValuesOf(values),
      days: (BARS * interval) / DAY_MINUTES,
      times: bars.map(({ start_at: at }) => at),
    },
    missing: job.report?.values_missing ?? null,
  };
}

type Props = {
  readonly bot: Bot;
  readonly view: 'rules' | 'graph';
  readonly onGraph: () => void;
};

export function BotRules(props: Props) {
  const { bot } = props;
  const palette = useQuery(visualPaletteQuery);
  const script = useQuery(scriptQuery(bot.script_id));
  return (
    <Loaded query={palette} lines={4}>
      {(known) => (
        <Loaded query={script} lines={4}>
          {(of) => <Views {...props} script={of} known={known} />}
        </Loaded>
      )}
    </Loaded>
  );
}

/** The canvas is large, and loaded when it is first wanted. */
const GraphView = lazy(async () => {
  const { GraphView: view } = await import('../../visual/graph/graph-view.tsx');
  return { default: view };
});

type ViewsProps = Props & { readonly script: ScriptDetail; readonly known: KnownBlocks };

function Views({ bot, view, onGraph, script, known }: ViewsProps) {
  const [shown, setShown] = useState<ShownBlock | null>(null);
  const [isCounted, setIsCounted] = useState(false);
  const { data: live } = useQuery(liveValuesQuery(bot));
  const source = useLoadedSource(script, live?.script_version ?? null);
  const isOther = source !== script.source;
  const counts = useQuery({ ...countsQuery(bot), enabled: isCounted && !isOther });
  const watching = useMemo(
    () => watchingOf(live, isOther ? undefined : counts.data?.watching),
    [live, isOther, counts.data],
  );
  const editing = useReading(source, known, (block) => {
    setShown({ block });
    onGraph();
  });
  const missing = counts.data?.missing ?? null;
  return (
    <EditingContext value={editing}>
      <WatchingContext value={watching}>
        <div className="panel-body stack">
          <LiveState bot={bot} live={live} />
          {isOther ? (
            <p className="notice">{BOTS.theScriptWasChanged}</p>
          ) : (
            <div className="row">
              <Button
                isSmall
                isDisabled={counts.isFetching}
                onPress={() => (isCounted ? void counts.refetch() : setIsCounted(true))}
              >
                {counts.isFetching ? BOTS.counting : isCounted ? BOTS.countAgain : COUNT}
              </Button>
              {isCounted ? <span className="hint">{BOTS.byARunOf(BARS)}</span> : null}
            </div>
          )}
          {missing === null ? null : <p className="notice notice-warn">{missing}</p>}
          {counts.isError ? (
            <p className="notice notice-wrong" role="alert">
              {explain(counts.error)}
            </p>
          ) : null}
        </div>
        {view === 'rules' ? (
          <RulesView size={null} />
        ) : (
          <Suspense fallback={<Loading lines={6} />}>
            <GraphView at={shown} />
          </Suspense>
        )}
      </WatchingContext>
    </EditingContext>
  );
}

const COUNT = BOTS.countOverTheLast(BARS);

type LiveProps = Pick<Props, 'bot'> & { readonly live: BotValues | undefined };

/** When the values are of that stand in the rules, or why there are none. */
function LiveState({ bot, live }: LiveProps) {
  const updatedAt = live?.updated_at ?? null;
  if (updatedAt !== null) {
    return (
      <p className="live-now" role="status">
        <i className="live-dot" aria-hidden="true" />
        <span>
          <b>{BOTS.live}</b> {BOTS.valuesOfTheUpdate} <Time at={updatedAt} />
        </span>
      </p>
    );
  }
  const missing = live?.values_missing ?? null;
  const words = !bot.is_activated
    ? BOTS.itDoesNotRun
    : (missing ?? (bot.is_paused ? PAUSED : WAITING));
  return (
    <p className="hint" role="status">
      {words} <ShownTime />
    </p>
  );
}

const WAITING = BOTS.itsValuesAppearWith;
const PAUSED = BOTS.itIsPausedIts;

/** The version that the bot loaded, where that is known. */
function useLoadedSource({ script_id: id, source }: ScriptDetail, version: number | null): string {
  const loaded = useQuery({
    ...scriptVersionQuery(id, version ?? 0),
    enabled: version !== null,
  });
  return loaded.data?.source ?? source;
}

/** Values of now beside counts of the candles before. */
function watchingOf(live: BotValues | undefined, counts: Watching | undefined): Watching {
  const updatedAt = live?.updated_at ?? null;
  if (live === undefined || updatedAt === null) return counts ?? NOTHING_WATCHED;
  return {
    ...(counts ?? NOTHING_WATCHED),
    portValues: liveValuesOf(live.data, counts?.portValues ?? null),
    times: [updatedAt],
    isLive: true,
  };
}

/** The editor's parts as they are read here: nothing is changed. */
function useReading(source: string, known: KnownBlocks, onShow: (block: string) => void): Editing {
  const [lit, onLight] = useState<string | null>(null);
  const model = useMemo(
    () => readVisualText(source, known.palette).model ?? { blocks: [], layout: [] },
    [source, known],
  );
  return {
    model,
    known,
    isReadOnly: true,
    isTicking: false,
    problems: [],
    lit,
    onLight,
    onShow,
    change: () => undefined,
  };
}
