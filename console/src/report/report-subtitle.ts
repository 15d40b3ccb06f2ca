// What a backtest is of, in one line.

import type { BacktestJob } from '@tidemill/client';
import { INTERVALS } from '../chart/intervals.ts';

const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });

/** Market, candles and window. */
export function subtitleOf({ market_tag, start_at, end_at, request }: BacktestJob): string {
  const candles = INTERVALS.find(([minutes]) => minutes === request.interval)?.[1];
  if (market_tag === null || start_at === null || end_at === null) return `${candles} candles`;
  const days = `${DAY.format(new Date(start_at))} – ${DAY.format(new Date(end_at))}`;
  return `${market_tag} · ${candles} · ${days}`;
}
