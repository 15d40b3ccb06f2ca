// The inputs of the script, or the settings of the strategy, that were set for a run.

import type { BacktestJob } from '@tidemill/client';
import { useQuery } from '@tanstack/react-query';
import { strategiesQuery } from '../api/strategy-queries.ts';
import { REPORT } from '../words/report.ts';

export function ChosenInputs({ job }: { readonly job: BacktestJob }) {
  const { parameters, strategy } = job.request;
  const strategies = useQuery({ ...strategiesQuery, enabled: strategy !== null });
  if (strategy !== null && strategies.data === undefined) return null;
  const offered = strategies.data?.data.find(({ type }) => type === strategy?.type)?.settings ?? [];
  const settingOf = (key: string) => offered.find((of) => of.key === key);
  // What stands at its default says nothing of this run.
  const settings = Object.entries(strategy?.config ?? {}).filter(
    ([key, value]) =>
      value !== null &&
      value !== '' &&
      key !== 'market_tag' &&
      String(value) !== String(settingOf(key)?.default ?? ''),
  );
  const chosen = [
    ...Object.entries(parameters),
    ...settings.map(
      ([key, value]) => [settingOf(key)?.name ?? key.replaceAll('_', ' '), value] as const,
    ),
  ];
  if (chosen.length === 0) return null;
  return (
    <p className="chips" aria-label={REPORT.inputsThatWereSet}>
      {chosen.map(([key, value]) => (
        <span key={key} className="tag">
          {key} <b>{String(value)}</b>
        </span>
      ))}
    </p>
  );
}
