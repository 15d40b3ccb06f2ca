// Until there is a bot: the way to the first one.

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { accountsQuery, backtestsQuery, botsQuery, scriptsQuery } from '../../api/queries.ts';
import { Panel } from '../../parts/widgets.tsx';

export function FirstSteps() {
  const [accounts, scripts] = [useQuery(accountsQuery), useQuery(scriptsQuery)];
  const [backtests, bots] = [useQuery(backtestsQuery), useQuery(botsQuery)];
  const isKnown = [accounts, scripts, backtests, bots].every(({ data }) => data !== undefined);
  if (!isKnown || (bots.data?.length ?? 0) > 0) return null;
  const first = scripts.data?.[0];
  const target = first === undefined ? '/scripts' : `/scripts/${first.script_id}`;
  const steps = [
    [
      'Open an account',
      'Play money on real or simulated prices costs nothing and risks nothing.',
      '/accounts',
      'Accounts',
      (accounts.data?.length ?? 0) > 0,
    ],
    [
      'Write a script',
      'A few lines of Lua say when to buy and sell. One is there to begin with.',
      '/scripts',
      'Scripts',
      first !== undefined,
    ],
    [
      'See what it would have done',
      'Run a backtest beside the text and see each trade.',
      target,
      'Backtest',
      (backtests.data?.data.length ?? 0) > 0,
    ],
    [
      'Let a bot run it',
      'It trades as minutes close, and you watch it here.',
      '/bots',
      'Bots',
      false,
    ],
  ] as const;
  const next = steps.findIndex(([, , , , isDone]) => !isDone);
  return (
    <Panel title="First steps">
      <ol className="steps">
        {steps.map(([title, text, to, place, isDone], index) => (
          <li key={title} className="step" data-done={isDone}>
            <span
              className="step-mark"
              aria-label={isDone ? 'Done' : `Step ${index + 1}`}
              role="img"
            >
              {isDone ? '✓' : index + 1}
            </span>
            <h3>{title}</h3>
            <p>{text}</p>
            <Link
              className={index === next ? 'button button-small button-main' : 'button button-small'}
              to={to}
            >
              {place}
            </Link>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
