// Says that the connection is gone, and since when, above whatever page is open.

import { useEffect, useState } from 'react';
import type { Connection } from '../api/live.ts';
import { Time } from '../parts/widgets.tsx';
import { FRAME } from '../words/frame.ts';

/** A connection that is back sooner is not worth a word. */
const PATIENCE_MS = 1_500;

export function ConnectionBanner({ connection }: { readonly connection: Connection }) {
  const lostAt = useLostAt(connection);
  return (
    <div className="banner-place" role="status">
      {lostAt === null ? null : (
        <p className="banner">
          <span>
            {FRAME.lostSince[0]} <Time at={lostAt} isExact />
            {FRAME.lostSince[1]}
          </span>
          <span className="banner-note">{FRAME.tryingAgain}</span>
        </p>
      )}
    </div>
  );
}

function useLostAt(connection: Connection): string | null {
  const [lostAt, setLostAt] = useState<string | null>(null);
  useEffect(() => {
    if (connection !== 'lost') return;
    const at = new Date().toISOString();
    const timer = setTimeout(() => setLostAt(at), PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      setLostAt(null);
    };
  }, [connection]);
  return lostAt;
}
