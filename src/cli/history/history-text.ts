// Formats times, counts and gaps of history for people.

import { countText } from '#lib/group-thousands.ts';
import { formatInstant, MINUTE_MS } from '#lib/time.ts';
import type { Gap } from '#domain/candle/find-gaps.ts';

/** `2024-01-31 23:58`, in UTC. */
export function minuteText(instantMs: number): string {
  return formatInstant(instantMs).slice(0, 16).replace('T', ' ');
}

/** How many gaps. */
export function gapsText(count: number): string {
  return `${countText(count)} ${count === 1 ? 'gap' : 'gaps'}`;
}

/** A line for each of the gaps, and how many more there are. */
export function gapLines(gaps: readonly Gap[], gapsCount: number): string {
  const lines = gaps.map(({ fromMs, toMs }) => {
    const minutes = (toMs - fromMs) / MINUTE_MS;
    return `  ${minuteText(fromMs)} to ${minuteText(toMs)}  ${countText(minutes)} min\n`;
  });
  const more = gapsCount - gaps.length;
  return lines.join('') + (more > 0 ? `  and ${countText(more)} more\n` : '');
}

/** Gap as machines read it, with its length in minutes. */
export function gapToJson({ fromMs, toMs }: Gap): object {
  return {
    from: formatInstant(fromMs),
    to: formatInstant(toMs),
    minutes: (toMs - fromMs) / MINUTE_MS,
  };
}
