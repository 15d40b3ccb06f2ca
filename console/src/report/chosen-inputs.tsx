// The inputs of the script, or the settings of the strategy, that were set for a run.

import type { BacktestJob } from '@tidemill/client';

export function ChosenInputs({ job }: { readonly job: BacktestJob }) {
  const { parameters, strategy } = job.request;
  const settings = Object.entries(strategy?.config ?? {}).filter(
    ([key, value]) => value !== null && value !== '' && key !== 'market_tag',
  );
  const chosen = [
    ...Object.entries(parameters),
    ...settings.map(([key, value]) => [key.replaceAll('_', ' '), value] as const),
  ];
  if (chosen.length === 0) return null;
  return (
    <p className="chips" aria-label="Inputs that were set">
      {chosen.map(([key, value]) => (
        <span key={key} className="tag">
          {key} <b>{String(value)}</b>
        </span>
      ))}
    </p>
  );
}
