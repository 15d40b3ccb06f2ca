// Subtitle of a backtest or a lab, in one line.

import type { BacktestJob, LabDetail } from '@tidemill/client';
import { INTERVALS } from '../chart/intervals.ts';
import { REPORT } from '../words/report.ts';
import { LOCALE } from '../words/language.ts';

const DAY = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone: 'UTC' });

type Window = Pick<LabDetail, 'market_tag' | 'start_at' | 'end_at' | 'interval'>;

/** Market, candles and window. */
export function windowText({ market_tag, start_at, end_at, interval }: Window): string {
  const candles = INTERVALS.find(([minutes]) => minutes === interval)?.[1] ?? '';
  if (market_tag === null || start_at === null || end_at === null) return REPORT.candles(candles);
  const days = `${DAY.format(new Date(start_at))} – ${DAY.format(new Date(end_at))}`;
  return `${market_tag} · ${candles} · ${days}`;
}

export const subtitleOf = (job: BacktestJob): string =>
  windowText({ ...job, interval: job.request.interval });
