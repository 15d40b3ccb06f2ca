// Filter of a bot's log; the address keeps the choice.

export const LOG_FILTERS = [
  ['all', 'All'],
  ['trade', 'Trades'],
  ['problem', 'Warnings'],
] as const;

export type LogFilter = (typeof LOG_FILTERS)[number][0];

export type LogAddress = { readonly lines?: Exclude<LogFilter, 'all'> };

export function readLogAddress(found: unknown): LogAddress {
  const lines = LOG_FILTERS.find(([name]) => name === found)?.[0] ?? 'all';
  return lines === 'all' ? {} : { lines };
}

export function isShown(severity: string, filter: LogFilter): boolean {
  if (filter === 'all') return true;
  if (filter === 'trade') return severity === 'trade';
  return severity === 'warning' || severity === 'error';
}
