// Several backtests and bots as one. The address holds what is added up.

import type { BacktestJob, Bot, Portfolio } from '@tidemill/client';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { backtestListQuery } from '../api/backtest-queries.ts';
import { portfolioQuery } from '../api/portfolio-queries.ts';
import { botsQuery } from '../api/queries.ts';
import { useGo } from '../app/use-go.ts';
import { ExportMenu } from '../parts/export-menu.tsx';
import { Empty, Loaded, whatKeeps } from '../parts/states.tsx';
import { Panel } from '../parts/widgets.tsx';
import { useJobName } from '../report/job-name.ts';
import { portfolioPage } from '../report/make-page.ts';
import { PortfolioView } from '../report/portfolio-view.tsx';
import { subtitleOf } from '../report/report-subtitle.ts';
import { BACKTESTS } from '../words/backtests.ts';

/** The service adds up no more. */
const MEMBERS_MAX = 20;

export function PortfolioPage() {
  const { backtests = '', bots = '' } = useSearch({ from: '/inside/portfolio' });
  const isEmpty = backtests === '' && bots === '';
  const portfolio = useQuery({ ...portfolioQuery({ backtests, bots }), enabled: !isEmpty });
  const nameOf = useMemberName();
  return (
    <div className="page page-report">
      <header className="page-head">
        <div>
          <p className="crumb">
            <Link to="/backtests">{BACKTESTS.backtests}</Link>
          </p>
          <h1>{BACKTESTS.portfolio}</h1>
          <p>{BACKTESTS.backtestsAndBotsAdded}</p>
        </div>
        {portfolio.data === undefined ? null : (
          <div className="actions">
            <ExportMenu
              tables={[]}
              name="tidemill-portfolio"
              makePage={async () => portfolioPage(portfolio.data, namesIn(portfolio.data, nameOf))}
            />
          </div>
        )}
      </header>
      {isEmpty ? (
        <Empty title={BACKTESTS.nothingIsAddedUp}>{BACKTESTS.chooseTwoRunsOr}</Empty>
      ) : (
        <Loaded query={portfolio}>
          {(of) => <PortfolioView of={of} names={linksIn(of, nameOf)} />}
        </Loaded>
      )}
      <Picker backtests={idsIn(backtests)} bots={idsIn(bots)} />
    </div>
  );
}

type NameOf = (id: string) => string;
type Member = Portfolio['members'][number];

function useMemberName(): NameOf {
  const bots = useQuery(botsQuery);
  const list = useInfiniteQuery(backtestListQuery);
  const jobName = useJobName();
  return (id) => {
    const jobs = list.data?.pages.flatMap(({ data }) => data);
    const job = jobs?.find((of) => of.backtest_id === id);
    if (job !== undefined) return jobName(job) ?? BACKTESTS.aDeletedScript;
    return bots.data?.find((of) => of.bot_id === id)?.name ?? id;
  };
}

const idOf = ({ backtest_id: backtest, bot_id: bot }: Member): string => backtest ?? bot ?? '';

function namesIn({ members }: Portfolio, nameOf: NameOf): readonly string[] {
  return members.map((member) => nameOf(idOf(member)));
}

function linksIn({ members }: Portfolio, nameOf: NameOf): readonly ReactNode[] {
  return members.map((member) =>
    member.bot_id === null ? (
      <Link key={idOf(member)} to="/backtests/$backtestId" params={{ backtestId: idOf(member) }}>
        {nameOf(idOf(member))}
      </Link>
    ) : (
      <Link key={member.bot_id} to="/bots/$botId" params={{ botId: member.bot_id }}>
        {nameOf(member.bot_id)}
      </Link>
    ),
  );
}

function idsIn(text: string): readonly string[] {
  return text.split(',').filter(Boolean);
}

type PickerProps = { readonly backtests: readonly string[]; readonly bots: readonly string[] };

function Picker({ backtests, bots }: PickerProps) {
  const write = useGo({ from: '/portfolio' });
  const allBots = useQuery(botsQuery);
  const list = useInfiniteQuery(backtestListQuery);
  const jobName = useJobName();
  const isFull = backtests.length + bots.length >= MEMBERS_MAX;
  const toggled = (ids: readonly string[], id: string): string =>
    (ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id]).join(',');
  const go = (next: { readonly backtests: string; readonly bots: string }): void => {
    void write({
      search: {
        ...(next.backtests === '' ? {} : { backtests: next.backtests }),
        ...(next.bots === '' ? {} : { bots: next.bots }),
      },
      replace: true,
    });
  };
  const botRow = (bot: Bot): ReactNode => (
    <Choice
      key={bot.bot_id}
      isChosen={bots.includes(bot.bot_id)}
      isFull={isFull}
      name={bot.name}
      note={BACKTESTS.botOn(bot.market_tag ?? BACKTESTS.noMarket)}
      onToggle={() => go({ backtests: backtests.join(','), bots: toggled(bots, bot.bot_id) })}
    />
  );
  const jobRow = (job: BacktestJob): ReactNode => (
    <Choice
      key={job.backtest_id}
      isChosen={backtests.includes(job.backtest_id)}
      isFull={isFull}
      name={jobName(job) ?? BACKTESTS.aDeletedScriptTitle}
      note={subtitleOf(job)}
      onToggle={() => go({ backtests: toggled(backtests, job.backtest_id), bots: bots.join(',') })}
    />
  );
  return (
    <Panel
      title={BACKTESTS.whatIsAddedUp}
      side={isFull ? <span>{BACKTESTS.atMost(MEMBERS_MAX)}</span> : null}
    >
      {whatKeeps([allBots, list], { lines: 4 })}
      <ul className="panel-body choices" aria-label={BACKTESTS.runs}>
        {allBots.data?.map(botRow)}
        {list.data?.pages.map(({ data }) =>
          data.filter(({ result }) => result !== null).map(jobRow),
        )}
      </ul>
    </Panel>
  );
}

type ChoiceProps = {
  readonly isChosen: boolean;
  readonly isFull: boolean;
  readonly name: string;
  readonly note: string;
  readonly onToggle: () => void;
};

function Choice({ isChosen, isFull, name, note, onToggle }: ChoiceProps) {
  return (
    <li>
      <label className="check">
        <input
          type="checkbox"
          checked={isChosen}
          disabled={isFull && !isChosen}
          onChange={onToggle}
        />
        <span>
          {name} <span className="faint">{note}</span>
        </span>
      </label>
    </li>
  );
}
