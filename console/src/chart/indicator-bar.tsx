// Row above the chart in which indicators are chosen, with their parameters. It is loaded with the
// indicators themselves, by who opens it.

import '../styles/indicators.css';
import type { Indicator, IndicatorFamily } from '#indicators/indicator.ts';
import type { ChosenIndicator } from '#indicators/chart-lines.ts';
import {
  CHART_INDICATORS,
  CHART_INDICATORS_MAX,
  chosenIndicatorsText,
  isParameter,
  readChosenIndicators,
} from '#indicators/chart-lines.ts';
import { CHART } from '../words/chart.ts';

type Props = { readonly text: string; readonly onChange: (text: string) => void };

/** In the order in which they are looked for. */
const FAMILIES: readonly (readonly [IndicatorFamily, string])[] = [
  ['average', CHART.averages],
  ['band', CHART.bandsAndChannels],
  ['momentum', CHART.momentum],
  ['trend', CHART.trend],
  ['volatility', CHART.volatility],
  ['volume', CHART.volume],
  ['statistic', CHART.statistics],
  ['cycle', CHART.cycles],
  ['price', CHART.prices],
];

export function IndicatorBar({ text, onChange }: Props) {
  const chosen = readChosenIndicators(text);
  const set = (next: readonly ChosenIndicator[]): void => onChange(chosenIndicatorsText(next));
  const isFull = chosen.length >= CHART_INDICATORS_MAX;
  return (
    <div className="chart-indicators" role="group" aria-label={CHART.indicators}>
      {chosen.map((one, at) => (
        <ChosenOne
          key={`${at} ${one.indicator.name}`}
          one={one}
          onChange={(given) => set(chosen.with(at, { ...one, given }))}
          onRemove={() => set(chosen.toSpliced(at, 1))}
        />
      ))}
      <select
        className="input chart-indicator-add"
        aria-label={CHART.addAnIndicator}
        value=""
        disabled={isFull}
        onChange={({ target }) => {
          const found = CHART_INDICATORS.find(({ name }) => name === target.value);
          if (found !== undefined) set([...chosen, withInitials(found)]);
        }}
      >
        <option value="">
          {isFull ? CHART.noMoreThan(CHART_INDICATORS_MAX) : CHART.addAnIndicator}
        </option>
        {FAMILIES.map(([family, words]) => (
          <optgroup key={family} label={words}>
            {CHART_INDICATORS.filter((of) => of.family === family).map(({ name, meaning }) => (
              <option key={name} value={name}>
                {name} – {shortMeaning(meaning)}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </div>
  );
}

const withInitials = (indicator: Indicator): ChosenIndicator => ({
  indicator,
  given: indicator.parameters.map(({ initial }) => initial),
});

const MEANING_MAX = 60;

function shortMeaning(meaning: string): string {
  const [first = ''] = meaning.split(/[:;]/);
  return first.length > MEANING_MAX ? `${first.slice(0, MEANING_MAX)}…` : first;
}

type ChosenProps = {
  readonly one: ChosenIndicator;
  readonly onChange: (given: readonly number[]) => void;
  readonly onRemove: () => void;
};

function ChosenOne({ one: { indicator, given }, onChange, onRemove }: ChosenProps) {
  return (
    <span className="chart-indicator" title={indicator.meaning}>
      <b>{indicator.name}</b>
      {indicator.parameters.map((parameter, at) => (
        <input
          key={parameter.name}
          className="input"
          type="number"
          aria-label={`${indicator.name} ${parameter.name}`}
          title={CHART.fromTo(parameter.name, parameter.least, parameter.most)}
          min={parameter.least}
          max={parameter.most}
          step={parameter.kind === 'number' ? 'any' : 1}
          defaultValue={given[at]}
          onChange={({ target }) => {
            const value = target.valueAsNumber;
            if (isParameter(parameter, value)) onChange(given.with(at, value));
          }}
        />
      ))}
      <button type="button" aria-label={CHART.remove(indicator.name)} onClick={onRemove}>
        ×
      </button>
    </span>
  );
}
