// Instants in texts of the service, which are in UTC, in the reader's own time, as the lines beside
// them are.

import { formatClock, formatTime } from './format.ts';

/** As the service writes them, and with nothing else around. */
const INSTANT = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z/g;

/** `at`: when the text was written; of the same day the time alone is given. */
export function withLocalInstants(text: string, at: string): string {
  const day = new Date(at).toDateString();
  return text.replaceAll(INSTANT, (instant) =>
    new Date(instant).toDateString() === day ? formatClock(instant) : formatTime(instant),
  );
}
