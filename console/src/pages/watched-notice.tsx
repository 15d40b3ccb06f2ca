// Line above the rules and the graph: when the values are of that they show, that these are of the
// run before a change, or why there are none.

import { Button } from '../parts/button.tsx';
import { ShownTime } from '../visual/watched.tsx';
import type { BesideRun } from './use-beside-run.ts';
import { VISUAL } from '../words/visual.ts';

type Props = { readonly run: BesideRun; readonly isUsable: boolean };

export function WatchedNotice({ run, isUsable }: Props) {
  const { watching, missing, runAgain } = run;
  if (missing !== null) return <p className="notice notice-warn watched-notice">{missing}</p>;
  if (watching.portValues === null) return null;
  return (
    <div className="watched-notice hint">
      <ShownTime />
      {watching.isStale ? (
        <span className="watched-stale" role="status">
          {VISUAL.ofTheRunBefore}
          <Button isSmall isDisabled={!isUsable} onPress={runAgain}>
            {VISUAL.saveAndRunAgain}
          </Button>
        </span>
      ) : null}
    </div>
  );
}
