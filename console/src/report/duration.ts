// Lengths of time as people say them: in their two largest units.

const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
] as const;

/** `3 d 4 h`, `2 h 5 min`, `12 min`, `40 s`. */
export function durationText(seconds: number): string {
  const first = UNITS.findIndex(([, size]) => seconds >= size);
  if (first < 0) return `${Math.round(seconds)} s`;
  const [unit, size] = UNITS[first] ?? ['s', 1];
  const next = UNITS[first + 1];
  const whole = Math.floor(seconds / size);
  if (next === undefined) return `${whole} ${unit}`;
  const rest = Math.floor((seconds - whole * size) / next[1]);
  return rest === 0 ? `${whole} ${unit}` : `${whole} ${unit} ${rest} ${next[0]}`;
}

/** Time between two instants in its two largest units; a dash for none. */
export function durationBetween(from: string, to: string): string {
  const seconds = (Date.parse(to) - Date.parse(from)) / 1_000;
  return seconds === 0 ? '–' : durationText(seconds);
}
