// A text once one pauses: so long one may pause within a word.

import { useEffect, useState } from 'react';

const PAUSE_MS = 450;

/** Text as it was at the last pause. */
export function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}
