// Notes beside the text of a Pine script: what it cannot mean here.

import { BASE_PATH } from '../api/base-path.ts';
import { SCRIPTS } from '../words/scripts.ts';

export function PineNotes() {
  return (
    <details className="fold pine-notes">
      <summary>{SCRIPTS.whatDiffersFromTradingview}</summary>
      <ul>
        <li>{SCRIPTS.itRunsOnceFor}</li>
        <li>{SCRIPTS.otherMarketsAreRead}</li>
        <li>{SCRIPTS.timesAndSessionsAre}</li>
        <li>{SCRIPTS.onSpotMarketsOnly}</li>
      </ul>
      <p className="hint">
        {SCRIPTS.whatTheCheckFound}{' '}
        <a href={`${BASE_PATH}/docs/pine`} target="_blank" rel="noreferrer">
          {SCRIPTS.allOfPineAnd}
        </a>
      </p>
    </details>
  );
}
