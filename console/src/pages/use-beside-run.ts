// The backtest beside a visual script: whether it is of what stands in the editor, what its blocks
// gave, and another run of it.

import { useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { visualText } from '#domain/visual/own-form.ts';
import type { VisualModel } from '#domain/visual/visual-model.ts';
import type { Watching } from '../visual/watching.ts';
import { useWatchedRun } from '../visual/use-watched-run.ts';
import type { WatchedRun } from './backtest-panel.tsx';

export type BesideRun = {
  readonly watching: Watching;
  /** Why nothing was recorded; null: something was, or nothing was wanted. */
  readonly missing: string | null;
  /** Grows when a run is wanted. */
  readonly runCount: number;
  readonly runAgain: () => void;
  readonly watch: WatchedRun;
};

type Ran = { readonly id: string; readonly meaning: string };

/** What one moves on the canvas changes nothing of a run. */
const meaningOf = ({ blocks }: VisualModel): string => visualText({ blocks, layout: [] });

/** Run beside the editor for the model that it shows. */
export function useBesideRun(model: VisualModel): BesideRun {
  const { like } = useSearch({ from: '/inside/scripts/$scriptId' });
  const meaning = useMemo(() => meaningOf(model), [model]);
  const [saved] = useState(meaning);
  const [ran, setRan] = useState<Ran | null>(null);
  const [runCount, setRunCount] = useState(0);
  // One of before the page was opened is of what was saved then.
  const ranOf = ran !== null && ran.id === like ? ran.meaning : saved;
  const run = useWatchedRun(like ?? null, ranOf !== meaning);
  const { watching, missing, shownTrade, onTrade } = run;
  return {
    watching,
    missing,
    runCount,
    runAgain: () => setRunCount((count) => count + 1),
    watch: {
      meaning,
      shownTrade,
      onTrade,
      onBar: watching.pointed.point,
      onQueued: (id, of) => setRan({ id, meaning: of }),
    },
  };
}
