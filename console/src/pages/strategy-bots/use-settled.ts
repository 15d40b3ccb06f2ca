// A value once it has not changed for a while: what is typed is requested when one pauses.

import { useEffect, useState } from 'react';

/** Value that has stayed the same for so many milliseconds; until then the one before. */
export function useSettled<Value>(value: Value, afterMs: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs);
    return () => clearTimeout(timer);
  }, [value, afterMs]);
  return settled;
}
