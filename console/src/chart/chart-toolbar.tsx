// Toolbar of a chart: interval, span, a day, and how prices are spaced.

import { useState } from 'react';
import type { Interval } from './intervals.ts';
import { INTERVALS } from './intervals.ts';
import type { Look } from './price-chart-view.tsx';
import { CHART } from '../words/chart.ts';

const FAVOURITES: readonly Interval[] = [1, 5, 15, 60, 240, 1_440];

/** Spans as they are requested, the interval in which they are seen well, and how many bars. */
const SPANS = [
  ['1D', 5, 288],
  ['5D', 30, 240],
  ['1M', 120, 360],
  ['3M', 360, 360],
  ['1Y', 1_440, 365],
  ['5Y', 10_080, 260],
] as const satisfies readonly (readonly [string, Interval, number])[];

type Props = {
  readonly interval: Interval;
  readonly onInterval: (interval: Interval) => void;
  readonly onLook: (look: Look) => void;
  readonly isLogarithmic: boolean;
  readonly onLogarithmic: (isLogarithmic: boolean) => void;
};

/** Intervals as buttons, rarer ones in a list. */
export function IntervalChoice({ interval, onInterval }: Pick<Props, 'interval' | 'onInterval'>) {
  const isOther = !FAVOURITES.includes(interval);
  return (
    <div className="segments" role="group" aria-label={CHART.interval}>
      {INTERVALS.filter(([minutes]) => FAVOURITES.includes(minutes)).map(([minutes, text]) => (
        <button
          key={minutes}
          type="button"
          className="segment"
          aria-pressed={minutes === interval}
          onClick={() => onInterval(minutes)}
        >
          {text}
        </button>
      ))}
      <select
        className="segment segment-select"
        aria-label={CHART.otherInterval}
        data-pressed={isOther}
        value={isOther ? interval : ''}
        onChange={(event) => onInterval(Number(event.target.value) as Interval)}
      >
        <option value="" disabled>
          {CHART.more}
        </option>
        {INTERVALS.filter(([minutes]) => !FAVOURITES.includes(minutes)).map(([minutes, text]) => (
          <option key={minutes} value={minutes}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Spans, a day to go to, and the switch between linear and logarithmic prices. */
export function SpanBar({ onInterval, onLook, isLogarithmic, onLogarithmic }: Props) {
  const [day, setDay] = useState('');
  const [today] = useState(() => new Date().toISOString().slice(0, 10));
  return (
    <div className="chart-foot">
      <div className="chart-spans" role="group" aria-label={CHART.span}>
        {SPANS.map(([text, minutes, bars]) => (
          <button
            key={text}
            type="button"
            className="chart-tool"
            onClick={() => {
              onInterval(minutes);
              onLook({ at: 'newest', bars });
            }}
          >
            {text}
          </button>
        ))}
      </div>
      <input
        type="date"
        className="chart-tool chart-date"
        aria-label={CHART.goToADay}
        value={day}
        max={today}
        onChange={(event) => {
          setDay(event.target.value);
          const seconds = Date.parse(`${event.target.value}T12:00:00`) / 1_000;
          if (seconds > 0) onLook({ at: 'day', seconds });
        }}
      />
      <button
        type="button"
        className="chart-tool"
        aria-pressed={isLogarithmic}
        title={CHART.logarithmicPrices}
        onClick={() => onLogarithmic(!isLogarithmic)}
      >
        {CHART.log}
      </button>
    </div>
  );
}
