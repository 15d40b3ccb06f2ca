// Bots that the risk switch stopped, by name, and the button that starts the chosen ones again.

import type { Account, Bot } from '@tidemill/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/api.ts';
import { Button } from './button.tsx';
import { explain } from './states.tsx';
import { PARTS } from '../words/parts.ts';

/** Of one request. */
const AT_ONCE = 100;

type Props = { readonly bots: readonly Bot[]; readonly accounts: readonly Account[] };

export function StartAgain({ bots, accounts }: Props) {
  const client = useQueryClient();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const chosen = bots.filter(({ bot_id: id }) => !left.has(id));
  const start = useMutation({
    mutationFn: () => startAll(chosen),
    onSettled: () => client.invalidateQueries({ queryKey: ['bots'] }),
  });
  const choose = (id: string, isChosen: boolean): void => {
    const next = new Set(left);
    if (isChosen) next.delete(id);
    else next.add(id);
    setLeft(next);
  };
  return (
    <div className="start-again stack-tight" role="group" aria-label={PARTS.botsThatRan}>
      <ul className="start-again-list">
        {bots.map((bot) => (
          <li key={bot.bot_id}>
            <label className="check">
              <input
                type="checkbox"
                checked={!left.has(bot.bot_id)}
                disabled={start.isPending || start.isSuccess}
                onChange={({ target }) => choose(bot.bot_id, target.checked)}
              />
              <span>
                {bot.name}{' '}
                <span className="faint">
                  {bot.market_tag} · {moneyOf(bot, accounts)}
                </span>
              </span>
            </label>
          </li>
        ))}
      </ul>
      {start.isError ? (
        <p className="notice notice-wrong" role="alert">
          {explain(start.error)}
        </p>
      ) : null}
      {start.data === undefined ? (
        <div className="actions">
          <Button
            isDisabled={start.isPending || chosen.length === 0}
            onPress={() => start.mutate()}
          >
            {start.isPending ? PARTS.starting : PARTS.startAgain(chosen.length)}
          </Button>
        </div>
      ) : (
        <Started outcomes={start.data} bots={bots} />
      )}
    </div>
  );
}

function moneyOf({ account_id: id }: Bot, accounts: readonly Account[]): string {
  const account = accounts.find((of) => of.account_id === id);
  if (account === undefined) return PARTS.onRemoved;
  return (account.is_simulated ? PARTS.playOn : PARTS.realOn)(account.name);
}

type Outcome = { readonly bot_id: string; readonly problem: string | null };

async function startAll(bots: readonly Bot[]): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let from = 0; from < bots.length; from += AT_ONCE) {
    const ids = bots.slice(from, from + AT_ONCE).map(({ bot_id: id }) => id);
    outcomes.push(...(await api.startBots({ body: { bot_ids: ids } })).data);
  }
  return outcomes;
}

type StartedProps = { readonly outcomes: readonly Outcome[]; readonly bots: readonly Bot[] };

function Started({ outcomes, bots }: StartedProps) {
  const failed = outcomes.filter(({ problem }) => problem !== null);
  const count = outcomes.length - failed.length;
  const nameOf = (id: string): string => bots.find((bot) => bot.bot_id === id)?.name ?? id;
  return (
    <div
      className={failed.length === 0 ? 'notice notice-good' : 'notice notice-warn'}
      role="status"
    >
      {PARTS.runAgain(count)}
      {failed.map(({ bot_id: id, problem }) => (
        <p key={id}>
          <b>{nameOf(id)}</b>: {problem}
        </p>
      ))}
    </div>
  );
}
