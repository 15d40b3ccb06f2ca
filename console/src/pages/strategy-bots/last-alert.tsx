// The last alert that came in at the addresses of a bot, and its effect; before the first, that it
// is waited for.

import type { Hook, HookCall } from '@tidemill/client';
import { useQueries } from '@tanstack/react-query';
import { hookCallsQuery } from '../../api/hook-queries.ts';
import { whatKeeps } from '../../parts/states.tsx';
import { Time } from '../../parts/widgets.tsx';
import { STRATEGIES } from '../../words/strategies.ts';
import { servedText } from '../../words/served.ts';

/** So many addresses are looked at, the newest first. */
const HOOKS_MAX = 5;

/** `hooks` are those that the bot listens to. */
export function LastAlert({ hooks }: { readonly hooks: readonly Hook[] }) {
  const newest = hooks
    .toSorted((one, other) => other.created_at.localeCompare(one.created_at))
    .slice(0, HOOKS_MAX);
  const found = useQueries({ queries: newest.map(({ hook_id: id }) => hookCallsQuery(id)) });
  const [last] = found
    .flatMap(({ data }) => data?.data ?? [])
    .toSorted((one, other) => other.at.localeCompare(one.at));
  const keeps = whatKeeps(found);
  if (last === undefined && keeps !== null) return keeps;
  if (last === undefined)
    return (
      <p className="notice" role="status">
        {STRATEGIES.waitingForTheFirst}
      </p>
    );
  const isLost = last.outcome === 'refused' || last.outcome === 'unheard';
  return (
    <div className={isLost ? 'notice notice-wrong' : 'notice notice-good'} role="status">
      <b>{STRATEGIES.lastAlert}</b> <Time at={last.at} />
      {last.action === null ? '' : `, “${last.action}”`}: {servedText(last.detail)}
      <div className="soft">{NEXT[last.outcome]}</div>
    </div>
  );
}

const NEXT: { readonly [outcome in HookCall['outcome']]: string } = {
  queued: STRATEGIES.theBotHasIt,
  taken: STRATEGIES.itsOrdersAndWhy,
  unheard: STRATEGIES.nothingWasDoneWith,
  duplicate: STRATEGIES.itCameBeforeSo,
  refused: STRATEGIES.nothingWasDoneWithIt,
};
