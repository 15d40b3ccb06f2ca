// The inputs of the script that were set for a run.

import type { BacktestJob } from '@tidemill/client';

export function ChosenInputs({ job }: { readonly job: BacktestJob }) {
  const chosen = Object.entries(job.request.parameters);
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
