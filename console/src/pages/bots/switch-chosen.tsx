// Starts, stops or deletes many bots, a hundred with each request, and says how far it is and what
// could not be done.

import type { Bot } from '@tidemill/client';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmByName } from '../../parts/confirm-by-name.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { explain } from '../../parts/states.tsx';
import { BOTS } from '../../words/bots.ts';

type Props = { readonly bots: readonly Bot[]; readonly onClear: () => void };

type Act = 'start' | 'stop' | 'delete';

/** Leads to what they come to together. */
function AddUp({ bots }: Pick<Props, 'bots'>) {
  const ids = bots.map(({ bot_id: id }) => id).join(',');
  return (
    <Link className="button button-small" to="/portfolio" search={{ bots: ids }}>
      {BOTS.addUp}
    </Link>
  );
}

type Problem = { readonly name: string; readonly problem: string };

type Work = {
  readonly act: Act;
  readonly doneCount: number;
  readonly count: number;
  readonly problems: readonly Problem[];
  readonly isRunning: boolean;
};

const AT_ONCE = 100;

export function SwitchChosen({ bots, onClear }: Props) {
  const [act, setAct] = useState<Act | null>(null);
  const { work, run, forget } = useWork(bots);
  const stopped = bots.filter((bot) => !bot.is_activated);
  const running = bots.filter((bot) => bot.is_activated);
  const isBusy = work?.isRunning ?? false;
  return (
    <div className="chosen" role="region" aria-label={BOTS.chosenBots}>
      <span className="chosen-count">{BOTS.chosen(bots.length)}</span>
      <Button isSmall isDisabled={isBusy || stopped.length === 0} onPress={() => setAct('start')}>
        {BOTS.start(stopped.length === 0 ? '' : stopped.length)}
      </Button>
      <Button isSmall isDisabled={isBusy || running.length === 0} onPress={() => setAct('stop')}>
        {BOTS.stop(running.length === 0 ? '' : running.length)}
      </Button>
      <Button
        isSmall
        look="danger"
        isDisabled={isBusy || stopped.length === 0}
        onPress={() => setAct('delete')}
      >
        {BOTS.deleteTitle(stopped.length === 0 ? '' : stopped.length)}
      </Button>
      <AddUp bots={bots} />
      <Button
        isSmall
        look="plain"
        onPress={() => {
          forget();
          onClear();
        }}
      >
        {BOTS.clear}
      </Button>
      {work === null ? null : <Progress work={work} />}
      {act === 'start' ? (
        <Confirm
          title={BOTS.startTitle(called(stopped))}
          act={stopped.length === 1 ? BOTS.startTheBot : BOTS.startThem}
          look="main"
          onConfirm={() => void run('start', stopped)}
          onClose={() => setAct(null)}
        >
          {BOTS.theyTradeFromThe(moneyOf(stopped))}
        </Confirm>
      ) : null}
      {act === 'stop' ? (
        <StopChosen
          bots={running}
          onStop={(choices) => void run('stop', running, choices)}
          onClose={() => setAct(null)}
        />
      ) : null}
      {act === 'delete' ? (
        <ConfirmByName
          title={BOTS.delete2(called(stopped))}
          name={called(stopped)}
          act={stopped.length === 1 ? BOTS.deleteTheBotTitle : BOTS.deleteThem}
          onConfirm={() => void run('delete', stopped)}
          onClose={() => setAct(null)}
        >
          {BOTS.goneForGoodOrders(
            stopped.length === 1 ? BOTS.itAndItsLogAre : BOTS.theyAndTheirLogs,
            running.length === 0 ? '' : BOTS.ofThoseChosenRun(many(running.length)),
          )}
        </ConfirmByName>
      ) : null}
    </div>
  );
}

/** One by its name. */
const called = (bots: readonly Bot[]): string =>
  bots.length === 1 ? (bots[0]?.name ?? '') : many(bots.length);

const many = (count: number): string => (count === 1 ? BOTS.oneBot : BOTS.botsWithin(count));

function moneyOf(bots: readonly Bot[]): string {
  const paper = bots.filter((bot) => bot.is_paper).length;
  if (paper === bots.length) return BOTS.allOfThemTrade;
  return paper === 0 ? '' : BOTS.ofThemTradePlay(paper);
}

type StopChoices = { readonly cancel_orders: boolean; readonly close_positions: boolean };

type StopProps = {
  readonly bots: readonly Bot[];
  readonly onStop: (choices: StopChoices) => void;
  readonly onClose: () => void;
};

function StopChosen({ bots, onStop, onClose }: StopProps) {
  const [cancels, setCancels] = useState(true);
  const [closes, setCloses] = useState(false);
  return (
    <Confirm
      title={BOTS.stopTitle(many(bots.length))}
      act={BOTS.stopThem}
      onConfirm={() => onStop({ cancel_orders: cancels || closes, close_positions: closes })}
      onClose={onClose}
    >
      <p>{BOTS.theBotsStopTrading}</p>
      <label className="check">
        <input
          type="checkbox"
          checked={cancels || closes}
          disabled={closes}
          onChange={(event) => setCancels(event.target.checked)}
        />
        {BOTS.cancelTheirOpenOrders}
      </label>
      <label className="check">
        <input
          type="checkbox"
          checked={closes}
          onChange={(event) => setCloses(event.target.checked)}
        />
        {BOTS.closeAtMarketWhat}
      </label>
      {closes ? null : <p className="hint">{BOTS.positionsStayOpenAnd}</p>}
    </Confirm>
  );
}

const VERBS = { start: BOTS.starting, stop: BOTS.stopping, delete: BOTS.deleting } as const;
const DONE = { start: 'started', stop: 'stopped', delete: 'deleted' } as const;

function Progress({ work }: { readonly work: Work }) {
  const { act, doneCount, count, problems, isRunning } = work;
  const well = doneCount - problems.length;
  return (
    <div className="chosen-progress" role="status">
      {isRunning ? (
        <>
          {BOTS.ofWithin(VERBS[act], doneCount, count)}
          <progress max={count} value={doneCount} aria-label={VERBS[act]} />
        </>
      ) : (
        <>
          {well} {DONE[act]}
          {problems.length === 0 ? '.' : BOTS.not(problems.length)}
        </>
      )}
      {problems.length === 0 ? null : (
        <ul className="chosen-problems">
          {problems.slice(0, 5).map(({ name, problem }) => (
            <li key={name}>
              <b>{name}</b>: {problem}
            </li>
          ))}
          {problems.length > 5 ? (
            <li>
              {BOTS.and} {problems.length - 5} {BOTS.more}
            </li>
          ) : null}
        </ul>
      )}
    </div>
  );
}

function useWork(bots: readonly Bot[]) {
  const client = useQueryClient();
  const [work, setWork] = useState<Work | null>(null);
  const nameOf = (id: string): string => bots.find((bot) => bot.bot_id === id)?.name ?? id;
  const run = async (act: Act, all: readonly Bot[], choices?: StopChoices): Promise<void> => {
    const ids = all.map((bot) => bot.bot_id);
    const problems: Problem[] = [];
    const show = (doneCount: number, isRunning: boolean): void =>
      setWork({ act, doneCount, count: ids.length, problems: [...problems], isRunning });
    show(0, true);
    for (let from = 0; from < ids.length; from += AT_ONCE) {
      const part = ids.slice(from, from + AT_ONCE);
      const found = await perform(act, part, choices).catch((error: unknown) =>
        part.map((bot_id) => ({ bot_id, problem: explain(error) })),
      );
      for (const { bot_id: id, problem } of found)
        if (problem !== null) problems.push({ name: nameOf(id), problem });
      show(from + part.length, true);
    }
    show(ids.length, false);
    await client.invalidateQueries({ queryKey: ['bots'] });
  };
  return { work, run, forget: () => setWork(null) };
}

type Outcome = { readonly bot_id: string; readonly problem: string | null };

async function perform(
  act: Act,
  ids: readonly string[],
  choices: StopChoices = { cancel_orders: true, close_positions: false },
): Promise<readonly Outcome[]> {
  if (act === 'start') return (await api.startBots({ body: { bot_ids: ids } })).data;
  if (act === 'stop') return (await api.stopBots({ body: { bot_ids: ids, ...choices } })).data;
  const outcomes: Outcome[] = [];
  for (const id of ids) {
    const problem = await api
      .deleteBot({ bot_id: id })
      .then(() => null)
      .catch((error: unknown) => explain(error));
    outcomes.push({ bot_id: id, problem });
  }
  return outcomes;
}
