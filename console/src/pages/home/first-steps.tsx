// Until there is a bot: the way to the first one.

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { accountsQuery, backtestsQuery, botsQuery, scriptsQuery } from '../../api/queries.ts';
import { Panel } from '../../parts/widgets.tsx';
import { HOME } from '../../words/home.ts';

export function FirstSteps() {
  const [accounts, scripts] = [useQuery(accountsQuery), useQuery(scriptsQuery)];
  const [backtests, bots] = [useQuery(backtestsQuery), useQuery(botsQuery)];
  const isKnown = [accounts, scripts, backtests, bots].every(({ data }) => data !== undefined);
  if (!isKnown || (bots.data?.length ?? 0) > 0) return null;
  const first = scripts.data?.[0];
  const target = first === undefined ? '/scripts' : `/scripts/${first.script_id}`;
  const steps = [
    [HOME.stepAccount, '/accounts', (accounts.data?.length ?? 0) > 0],
    [HOME.stepScript, '/scripts', first !== undefined],
    [HOME.stepBacktest, target, (backtests.data?.data.length ?? 0) > 0],
    [HOME.stepBot, '/bots', false],
  ] as const;
  const next = steps.findIndex(([, , isDone]) => !isDone);
  return (
    <Panel title={HOME.firstSteps}>
      <ol className="steps">
        {steps.map(([[title, text, place], to, isDone], index) => (
          <li key={title} className="step" data-done={isDone}>
            <span
              className="step-mark"
              aria-label={isDone ? HOME.done : HOME.step(index + 1)}
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
