// Sizes, counts and spans as people read them.

const COUNT = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });
const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

export function formatCount(count: number): string {
  return COUNT.format(count);
}

/** With three digits at least. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1_000 && unit < UNITS.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  const decimals = unit === 0 || value >= 100 ? 0 : 1;
  return `${value.toFixed(decimals)} ${UNITS[unit]}`;
}

/** How long ago, without its smaller parts. */
export function formatSpan(at: string): string {
  const minutes = Math.max(0, Math.floor((Date.now() - Date.parse(at)) / 60_000));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}

/** By the unit that its name ends with. */
export function formatFigure(name: string, value: number): string {
  if (name.endsWith('_bytes')) return formatBytes(value);
  if (!name.endsWith('_seconds')) return formatCount(value);
  return value < 1 ? `${formatCount(value * 1_000)} ms` : `${formatCount(value)} s`;
}
