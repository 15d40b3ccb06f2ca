// Filter of a bot's log; the address keeps the choice.

import { FILTERS } from '../../words/filters.ts';

export const LOG_FILTERS = [
  ['all', FILTERS.all],
  ['trade', FILTERS.trades],
  ['problem', FILTERS.warnings],
] as const;

export type LogFilter = (typeof LOG_FILTERS)[number][0];

export type LogAddress = { readonly lines?: Exclude<LogFilter, 'all'> };

/** Filter of an address; an unknown one shows all lines. */
export function readLogAddress(found: unknown): LogAddress {
  const lines = LOG_FILTERS.find(([name]) => name === found)?.[0] ?? 'all';
  return lines === 'all' ? {} : { lines };
}

/** Line that a filter shows. */
export function isShown(severity: string, filter: LogFilter): boolean {
  if (filter === 'all') return true;
  if (filter === 'trade') return severity === 'trade';
  return severity === 'warning' || severity === 'error';
}
