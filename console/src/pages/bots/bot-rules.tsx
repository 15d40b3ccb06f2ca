// Rules of a bot whose script is visual, with what their conditions and values are now: from a run
// of the script over the newest candles, because a running bot stores none of them.

import '../../styles/visual.css';
import type { Bot, ScriptDetail } from '@tidemill/client';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { readVisualText } from '#domain/visual/read-visual-text.ts';
import { api, readAll } from '../../api/api.ts';
import { scriptQuery } from '../../api/queries.ts';
import { intervalOf } from '../../chart/intervals.ts';
import { Button } from '../../parts/button.tsx';
import { explain, Loaded } from '../../parts/states.tsx';
import type { Editing } from '../../visual/editing.ts';
import { EditingContext } from '../../visual/editing.ts';
import { portValuesOf } from '../../visual/port-values.ts';
import { RulesView } from '../../visual/rules-view.tsx';
import type { KnownBlocks } from '../../visual/visual-palette.ts';
import { visualPaletteQuery } from '../../visual/visual-palette.ts';
import { ShownTime } from '../../visual/watched.tsx';
import type { Watching } from '../../visual/watching.ts';
import { NOTHING_WATCHED, WatchingContext } from '../../visual/watching.ts';
import { replayBot } from './bot-replay.ts';

const BARS = 300;
const DAY_MINUTES = 1_440;

function valuesQuery(bot: Bot) {
  const interval = intervalOf(bot.settings.interval) ?? 1;
  return queryOptions({
    queryKey: ['bot-values', bot.bot_id],
    queryFn: ({ signal }) => {
      const replay = { interval, bars: BARS, recordsValues: true };
      return replayBot(bot, replay, signal, (id) => readValues(id, interval, signal));
    },
    staleTime: Infinity,
    retry: false,
  });
}

/** `missing`: why there are none. */
type Replay = { readonly watching: Watching; readonly missing: string | null };

async function readValues(id: string, interval: number, signal: AbortSignal): Promise<Replay> {
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

type Props = { readonly bot: Bot };

export function BotRules({ bot }: Props) {
  const palette = useQuery(visualPaletteQuery);
  const script = useQuery(scriptQuery(bot.script_id));
  return (
    <Loaded query={palette} lines={4}>
      {(known) => (
        <Loaded query={script} lines={4}>
          {(of) => <Rules bot={bot} script={of} known={known} />}
        </Loaded>
      )}
    </Loaded>
  );
}

type RulesProps = Props & { readonly script: ScriptDetail; readonly known: KnownBlocks };

function Rules({ bot, script, known }: RulesProps) {
  const [isWanted, setIsWanted] = useState(false);
  const values = useQuery({ ...valuesQuery(bot), enabled: isWanted });
  const editing = useReading(script, known);
  return (
    <EditingContext value={editing}>
      <WatchingContext value={values.data?.watching ?? NOTHING_WATCHED}>
        <div className="panel-body stack">
          <p className="hint">
            A running bot keeps no values. They are read by running its script, as it is saved now,
            over the last {BARS} candles: what the bot holds, remembers or was sent is not in them.
          </p>
          <div className="row">
            <Button
              isDisabled={values.isFetching}
              onPress={() => (isWanted ? void values.refetch() : setIsWanted(true))}
            >
              {values.isFetching ? 'Reading…' : isWanted ? 'Read them again' : 'Read the values'}
            </Button>
            <span className="hint">
              <ShownTime />
            </span>
          </div>
          {(values.data?.missing ?? null) === null ? null : (
            <p className="notice notice-warn">{values.data?.missing}</p>
          )}
          {values.isError ? (
            <p className="notice notice-wrong" role="alert">
              {explain(values.error)}
            </p>
          ) : null}
        </div>
        <RulesView size={null} />
      </WatchingContext>
    </EditingContext>
  );
}

/** The editor's parts as they are read here: nothing is changed. */
function useReading(script: ScriptDetail, known: KnownBlocks): Editing {
  const navigate = useNavigate();
  const [lit, onLight] = useState<string | null>(null);
  const model = useMemo(
    () => readVisualText(script.source, known.palette).model ?? { blocks: [], layout: [] },
    [script.source, known],
  );
  return {
    model,
    known,
    isReadOnly: true,
    isTicking: false,
    problems: [],
    lit,
    onLight,
    onShow: () =>
      void navigate({
        to: '/scripts/$scriptId',
        params: { scriptId: script.script_id },
        search: { view: 'graph' },
      }),
    change: () => undefined,
  };
}
