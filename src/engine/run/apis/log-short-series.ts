// Lines of the log about series that are empty for lack of history.

import { nowMs } from '#engine/run/run.ts';
import type { Run } from '#engine/run/run.ts';
import { hasRoom, writeLine } from '#engine/run/run-log.ts';
import { describeShort } from '#engine/series/short-series.ts';
import type { ShortSeries } from '#engine/series/short-series.ts';

/** A script may request ever other series. */
const LINES_MAX = 20;

/** Each is heard of once, when it is requested first. */
export function logShortSeries(run: Run): (short: ShortSeries) => void {
  let count = 0;
  return (short) => {
    count += 1;
    if (count > LINES_MAX) return;
    // Making the text is dear, and a lab retains no line.
    const text = hasRoom(run.log) ? describeShort(short) : '';
    writeLine(run.log, nowMs(run), 'warning', text);
  };
}
