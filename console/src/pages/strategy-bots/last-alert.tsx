// The last alert that came in at the addresses of a bot, and its effect; before the first, that it
// is waited for.

import type { Hook, HookCall } from '@tidemill/client';
import { useQueries } from '@tanstack/react-query';
import { hookCallsQuery } from '../../api/hook-queries.ts';
import { whatKeeps } from '../../parts/states.tsx';
import { Time } from '../../parts/widgets.tsx';

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
        Waiting for the first alert… Set one off in TradingView: what the bot does with it is shown
        here.
      </p>
    );
  const isLost = last.outcome === 'refused' || last.outcome === 'unheard';
  return (
    <div className={isLost ? 'notice notice-wrong' : 'notice notice-good'} role="status">
      <b>Last alert</b> <Time at={last.at} />
      {last.action === null ? '' : `, “${last.action}”`}: {last.detail}
      <div className="soft">{NEXT[last.outcome]}</div>
    </div>
  );
}

const NEXT: { readonly [outcome in HookCall['outcome']]: string } = {
  queued: 'The bot has it and acts at once, or in its first minute after a start.',
  taken: 'Its orders, and why there is none, are in the log below.',
  unheard: 'Nothing was done with it.',
  duplicate: 'It came before, so nothing is done again.',
  refused: 'Nothing was done with it. Mend the message in TradingView and set the alert off again.',
};
