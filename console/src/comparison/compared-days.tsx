// The days of a bot, of which one is looked at.

import type { ComparedDay } from '@tidemill/client';
import { COMPARISON } from '../words/comparison.ts';

const DAY_TEXTS = {
  not_run: COMPARISON.didNotRun,
  not_requested: COMPARISON.notCompared,
  queued: COMPARISON.beingCompared,
  finished: 'compared',
  failed: 'failed',
} as const;

type Props = {
  readonly days: readonly ComparedDay[];
  readonly chosen: string;
  readonly onChoose: (day: string) => void;
};

/** Those on which the bot ran, oldest first. */
export function ComparedDays({ days, chosen, onChoose }: Props) {
  const ran = days.filter(({ status }) => status !== 'not_run').toReversed();
  if (ran.length === 0) return null;
  return (
    <div className="comparison-days" role="group" aria-label={COMPARISON.daysOnWhichThe}>
      {ran.map(({ day, status }) => (
        <button
          key={day}
          type="button"
          className="chart-tool"
          data-status={status}
          aria-pressed={day === chosen}
          aria-label={`${day}, ${DAY_TEXTS[status]}`}
          title={DAY_TEXTS[status]}
          onClick={() => onChoose(day)}
        >
          {day.slice('YYYY-'.length)}
        </button>
      ))}
    </div>
  );
}
