// Functions that stay the same while what they do follows the latest state: the canvas reports each
// other function to all its blocks and wires.

import { useCallback, useLayoutEffect, useRef } from 'react';

/** Function of one identity for the component's life, which calls the newest `act`. */
export function useStable<Given extends readonly unknown[], Result>(
  act: (...given: Given) => Result,
): (...given: Given) => Result {
  const latest = useRef(act);
  useLayoutEffect(() => {
    latest.current = act;
  });
  return useCallback((...given: Given) => latest.current(...given), []);
}
