// Setup of a lab: ranges of inputs, market, window and search; with the number of runs and the time
// that they will take.

import type { Account, BacktestJob, LabDetail, LabParameter, ScriptInput } from '@tidemill/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/api.ts';
import type { RunChoices } from '../bench/run-choices.tsx';
import {
  choicesLike,
  firstChoices,
  RunFields,
  SettingsFields,
  windowOf,
} from '../bench/run-choices.tsx';
import { intervalOf } from '../chart/intervals.ts';
import { Button } from '../parts/button.tsx';
import { explain } from '../parts/states.tsx';
import { Choice, Panel } from '../parts/widgets.tsx';
import { durationText } from '../report/duration.ts';
import { FurtherMarkets } from './further-markets.tsx';
import { SweepTable } from './sweep-table.tsx';
import type { Algorithm, Sweep } from './sweeps.ts';
import { runsOf, sweepsOf, wishesOf } from './sweeps.ts';
import { formatCount } from '../parts/format-amount.ts';
import { LABS } from '../words/labs.ts';

type Props = {
  readonly lab: LabDetail;
  readonly inputs: readonly ScriptInput[];
  readonly parameters: readonly LabParameter[];
  readonly accounts: readonly Account[];
  /** What a lab that was not searched yet begins with. */
  readonly like: BacktestJob | null;
};

const ALGORITHMS = [
  ['brute_force', LABS.everyCombination],
  ['intelligent', LABS.geneticSearch],
  ['random', LABS.randomSample],
  ['cluster', LABS.sampleThenAroundThe],
] as const;

/** Beyond what a service takes. */
const RUNS_MAX = 250_000;

export function LabSetup({ lab, inputs, parameters, accounts, like }: Props) {
  const [choices, setChoices] = useState<RunChoices>(() => choicesOf(lab, accounts, like));
  const [sweeps, setSweeps] = useState<readonly Sweep[]>(() =>
    sweepsOf(inputs, parameters, like?.request.parameters),
  );
  const [further, setFurther] = useState<readonly string[]>(lab.further_markets);
  const [search, setSearch] = useState<Search>(() => searchOf(lab));
  const sets = runsOf(sweeps, search.algorithm, search.population, search.generations);
  const runs = sets === null ? null : sets * (1 + further.length);
  const isSwept = sweeps.some((sweep) => sweep.isSwept);
  const start = useStart(lab, { choices, further }, sweeps, search);
  const probe = useProbe(lab, choices);
  const isReady = isSwept && runs !== null && runs <= RUNS_MAX && choices.marketTag !== '';
  return (
    <Panel title={LABS.whatToSearch}>
      <div className="panel-body stack">
        <RunFields accounts={accounts} choices={choices} onChange={setChoices} />
        <FurtherMarkets
          account={accounts.find((of) => of.account_id === choices.accountId)}
          first={choices.marketTag}
          chosen={further}
          onChange={setFurther}
        />
        <SweepTable sweeps={sweeps} onChange={setSweeps} />
        <details className="fold">
          <summary>{LABS.howToSearchAnd}</summary>
          <SearchFields search={search} onChange={setSearch} />
        </details>
        <details className="fold">
          <summary>{LABS.howOrdersFill}</summary>
          <SettingsFields
            settings={choices.settings}
            onChange={(settings) => setChoices({ ...choices, settings })}
          />
        </details>
        <div className="lab-start">
          <p className="lab-count">
            <RunsCount isSwept={isSwept} runs={runs} secondsOfRun={probe.data ?? null} />
          </p>
          <div className="actions">
            {isReady ? (
              <Button isDisabled={probe.isPending} onPress={() => probe.mutate()}>
                {probe.isPending ? LABS.timingOneRun : LABS.howLong}
              </Button>
            ) : null}
            <Button
              look="main"
              isDisabled={!isReady || start.isPending}
              onPress={() => start.mutate()}
            >
              {start.isPending ? LABS.starting : LABS.startTheSearch}
            </Button>
          </div>
        </div>
        {start.isError || probe.isError ? (
          <p className="notice notice-wrong" role="alert">
            {explain(start.error ?? probe.error)}
          </p>
        ) : null}
      </div>
    </Panel>
  );
}

type Search = {
  readonly algorithm: Algorithm;
  readonly population: number;
  readonly generations: number;
  readonly outOfSample: number;
  readonly folds: number;
};

function searchOf(lab: LabDetail): Search {
  return {
    algorithm: lab.algorithm,
    population: lab.config?.max_population ?? 20,
    generations: lab.config?.max_generations ?? 20,
    outOfSample: lab.out_of_sample_percent ?? 30,
    folds: lab.walk_forward_folds ?? 3,
  };
}

/** Configures the lab, and starts it. */
function useStart(
  lab: LabDetail,
  { choices, further }: { readonly choices: RunChoices; readonly further: readonly string[] },
  sweeps: readonly Sweep[],
  { algorithm, population, generations, outOfSample, folds }: Search,
) {
  const client = useQueryClient();
  return useMutation({
    async mutationFn() {
      const named = { lab_id: lab.lab_id };
      await api.configureLab({
        ...named,
        body: {
          algorithm,
          account_id: choices.accountId,
          market_tag: choices.marketTag,
          further_markets: further.filter((tag) => tag !== choices.marketTag),
          interval: choices.interval,
          config: {
            max_population: population,
            max_generations: generations,
            max_elites: Math.min(3, population),
          },
          settings: choices.settings,
          out_of_sample_percent: outOfSample,
          walk_forward_folds: folds,
          parameters: wishesOf(sweeps),
        },
      });
      return api.startLab({ ...named, body: windowOf(choices) });
    },
    onSuccess: (started) => {
      client.setQueryData(['labs', lab.lab_id], started);
      void client.invalidateQueries({ queryKey: ['labs'] });
    },
  });
}

type SearchProps = { readonly search: Search; readonly onChange: (search: Search) => void };

function SearchFields({ search, onChange }: SearchProps) {
  const set = (changed: Partial<Search>): void => onChange({ ...search, ...changed });
  return (
    <div className="inputs">
      <Choice
        label={LABS.search}
        value={search.algorithm}
        choices={ALGORITHMS}
        onChange={(algorithm) => set({ algorithm })}
      />
      {search.algorithm === 'brute_force' ? null : (
        <>
          <Whole
            label={LABS.combinationsAtOnce}
            value={search.population}
            onChange={(population) => set({ population })}
          />
          <Whole
            label={LABS.generations}
            value={search.generations}
            onChange={(generations) => set({ generations })}
          />
        </>
      )}
      <Whole
        label={LABS.notSeenByThe}
        value={search.outOfSample}
        onChange={(outOfSample) => set({ outOfSample })}
      />
      <Whole
        label={LABS.walkForwardParts}
        value={search.folds}
        onChange={(folds) => set({ folds })}
      />
    </div>
  );
}

type CountProps = {
  readonly isSwept: boolean;
  readonly runs: number | null;
  readonly secondsOfRun: number | null;
};

function RunsCount({ isSwept, runs, secondsOfRun }: CountProps) {
  if (!isSwept) return LABS.chooseTheInputsTo;
  if (runs === null) return LABS.aRangeHasNo;
  return (
    <>
      <b>{formatCount(runs)}</b> {runs === 1 ? LABS.run : LABS.runs}
      {runs > RUNS_MAX ? LABS.atMost(formatCount(RUNS_MAX)) : ''}
      {secondsOfRun === null
        ? ''
        : LABS.aboutOrLess(durationText(Math.max(1, runs * secondsOfRun)))}
    </>
  );
}

function choicesOf(
  lab: LabDetail,
  accounts: readonly Account[],
  like: BacktestJob | null,
): RunChoices {
  const first = { ...firstChoices(accounts), ...(like === null ? {} : choicesLike(like)) };
  const interval = intervalOf(lab.interval);
  const day = (instant: string): string => instant.slice(0, 10);
  return {
    ...first,
    ...(lab.account_id === null ? {} : { accountId: lab.account_id }),
    ...(lab.market_tag === null ? {} : { marketTag: lab.market_tag }),
    ...(interval === null ? {} : { interval }),
    ...(lab.start_at === null || lab.end_at === null
      ? {}
      : { from: day(lab.start_at), to: day(lab.end_at) }),
    settings: lab.settings ?? first.settings,
  };
}

const POLL_MS = 60;

/** Seconds of one run, from asking for it to its result; a lab's runs share what they can. */
function useProbe({ script_id }: LabDetail, choices: RunChoices) {
  return useMutation({
    async mutationFn() {
      const time = async (): Promise<number> => {
        const beganMs = performance.now();
        const { backtest_id } = await api.createBacktest({
          body: {
            script_id,
            account_id: choices.accountId,
            market_tag: choices.marketTag,
            interval: choices.interval,
            settings: choices.settings,
            ...windowOf(choices),
          },
        });
        for (;;) {
          const { status } = await api.getBacktest({ backtest_id });
          if (status === 'finished') break;
          await new Promise((resume) => setTimeout(resume, POLL_MS));
        }
        const seconds = (performance.now() - beganMs) / 1_000;
        await api.deleteBacktest({ backtest_id });
        return seconds;
      };
      // The first one also reads the history.
      await time();
      return time();
    },
  });
}

type WholeProps = {
  readonly label: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
};

function Whole({ label, value, onChange }: WholeProps) {
  return (
    <label className="field">
      <span className="label">{label}</span>
      <input
        type="number"
        className="input"
        min={0}
        step={1}
        value={value}
        onChange={({ target }) => {
          if (Number.isInteger(target.valueAsNumber)) onChange(target.valueAsNumber);
        }}
      />
    </label>
  );
}
