// Panel for a backtest beside the text of a script, with its chart and its figures. The address has
// the last one, so that whoever comes back finds its choices and its result.

import type { Account, BacktestJob, BacktestSettings, ScriptInput } from '@tidemill/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { api } from '../api/api.ts';
import { accountsQuery, backtestQuery } from '../api/queries.ts';
import { useGo } from '../app/use-go.ts';
import type { ChosenInputs } from '../bench/inputs-form.tsx';
import { InputsForm } from '../bench/inputs-form.tsx';
import type { RunChoices } from '../bench/run-choices.tsx';
import {
  choicesLike,
  firstChoices,
  RunFields,
  SettingsFields,
  windowOf,
} from '../bench/run-choices.tsx';
import { Button } from '../parts/button.tsx';
import { Empty, explain, Loaded, Loading } from '../parts/states.tsx';
import { Panel, Segments } from '../parts/widgets.tsx';
import type { ReportWatch } from '../report/short-report.tsx';
import { ShortReport } from '../report/short-report.tsx';
import { BACKTESTS } from '../words/backtests.ts';

type Props = {
  readonly scriptId: string;
  readonly inputs: readonly ScriptInput[];
  readonly isUsable: boolean;
  /** Of a script in Pine: orders fill as its chart shows them, unless another choice is made. */
  readonly isPine?: boolean;
  /** Saves what was changed; false: it has mistakes. Null: nothing was changed. */
  readonly saveFirst: (() => Promise<boolean>) | null;
  /** Grows when a run is wanted from elsewhere. */
  readonly runCount: number;
  /** Where mistakes are marked, when that is not the text. */
  readonly marked?: string;
  /** Settings that are also shown elsewhere. */
  readonly settings?: BacktestSettings;
  readonly onSettings?: (settings: BacktestSettings) => void;
  /** Of a visual script: shows what its blocks give in the run. */
  readonly watch?: WatchedRun;
};

/** What the editor wants of its runs. */
export type WatchedRun = ReportWatch & {
  /** What is run now; given back with the run of it. */
  readonly meaning: string;
  readonly onQueued: (backtestId: string, meaning: string) => void;
};

export function BacktestPanel(props: Props) {
  const accounts = useQuery(accountsQuery);
  const { like } = useSearch({ from: '/inside/scripts/$scriptId' });
  const [firstLike] = useState(like);
  const before = useQuery({ ...backtestQuery(firstLike ?? ''), enabled: firstLike !== undefined });
  // One that was deleted since is no reason to show no form.
  const isWaiting = before.isLoading;
  return (
    <Panel title={BACKTESTS.backtest}>
      <Loaded query={accounts}>
        {(all) =>
          all.length === 0 ? (
            <Empty
              title={BACKTESTS.anAccountIsMissing}
              actions={
                <Link className="button" to="/accounts" search={{ new: true }}>
                  {BACKTESTS.openAPaperAccount}
                </Link>
              }
            >
              {BACKTESTS.aBacktestTakesFees}
            </Empty>
          ) : isWaiting ? (
            <Loading lines={6} />
          ) : (
            <Bench {...props} accounts={all} like={before.data ?? null} />
          )
        }
      </Loaded>
    </Panel>
  );
}

type BenchProps = Props & {
  readonly accounts: readonly Account[];
  /** Backtest whose choices it begins with. */
  readonly like: BacktestJob | null;
};

/** Settings may be shown elsewhere as well; the others are chosen here. */
const AS_CHART = 'tradingview';

function useChoices({ accounts, like, settings, onSettings, isPine = false }: BenchProps) {
  const [own, setOwn] = useState(() => beginWith(accounts, like));
  const chosen = settings ?? own.settings;
  const isUnchosen = isPine && like === null && chosen.rules === undefined;
  const choices: RunChoices = {
    ...own,
    settings: isUnchosen ? { ...chosen, rules: AS_CHART } : chosen,
  };
  const choose = (next: RunChoices): void => {
    setOwn(next);
    if (next.settings !== choices.settings) onSettings?.(next.settings);
  };
  return [choices, choose] as const;
}

function useRun(
  { scriptId, inputs, saveFirst, watch }: BenchProps,
  choices: RunChoices,
  chosen: ChosenInputs,
) {
  const go = useGo({ from: '/scripts/$scriptId' });
  return useMutation({
    async mutationFn() {
      const meaning = watch?.meaning ?? '';
      if (saveFirst !== null && !(await saveFirst())) return null;
      const queued = await api.createBacktest({
        body: {
          script_id: scriptId,
          account_id: choices.accountId,
          market_tag: choices.marketTag,
          interval: choices.interval,
          ...windowOf(choices),
          parameters: known(chosen, inputs),
          settings: choices.settings,
          ...(watch === undefined ? {} : { record_values: true }),
        },
      });
      return { id: queued.backtest_id, meaning };
    },
    async onSuccess(queued) {
      if (queued === null) return;
      const { id, meaning } = queued;
      watch?.onQueued(id, meaning);
      await go({ search: (before) => ({ ...before, like: id }), replace: true });
    },
  });
}

function Bench(props: BenchProps) {
  const { inputs, isUsable, accounts, runCount, marked = BACKTESTS.inTheText } = props;
  const [choices, setChoices] = useChoices(props);
  const [chosen, setChosen] = useState<ChosenInputs>(props.like?.request.parameters ?? {});
  const { like: shownId } = useSearch({ from: '/inside/scripts/$scriptId' });
  const run = useRun(props, choices, chosen);
  const { mutate } = run;
  const isReady = choices.marketTag !== '' && isUsable;
  useEffect(() => {
    if (runCount > 0 && isReady) mutate();
    // Only a new wish runs it, not whatever else has changed.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- as the line above says
  }, [runCount]);
  return (
    <>
      <div className="panel-body stack bench-form">
        <ChoiceFields
          accounts={accounts}
          inputs={inputs}
          isPine={props.isPine ?? false}
          choices={choices}
          chosen={chosen}
          onChoices={setChoices}
          onInputs={setChosen}
        />
        <div className="row bench-run">
          <Button look="main" isDisabled={run.isPending || !isReady} onPress={() => mutate()}>
            {run.isPending ? BACKTESTS.starting : BACKTESTS.run}
          </Button>
          {props.marked === undefined ? (
            <span className="hint wide-only">{BACKTESTS.ctrlEnterInThe}</span>
          ) : null}
        </div>
        {run.isError ? (
          <p className="notice notice-wrong" role="alert">
            {explain(run.error)}
          </p>
        ) : null}
      </div>
      {shownId === undefined ? (
        <Empty title={isUsable ? BACKTESTS.noBacktestYet : BACKTESTS.theScriptHasMistakes}>
          {isUsable ? BACKTESTS.runItToSee : BACKTESTS.fixTheMistakesMarked(marked)}
        </Empty>
      ) : (
        <ShortReport backtestId={shownId} watch={props.watch} />
      )}
    </>
  );
}

function beginWith(accounts: readonly Account[], like: BacktestJob | null): RunChoices {
  return { ...firstChoices(accounts), ...(like === null ? {} : choicesLike(like)) };
}

type ChoiceProps = {
  readonly isPine: boolean;
  readonly accounts: readonly Account[];
  readonly inputs: readonly ScriptInput[];
  readonly choices: RunChoices;
  readonly chosen: ChosenInputs;
  readonly onChoices: (choices: RunChoices) => void;
  readonly onInputs: (chosen: ChosenInputs) => void;
};

function ChoiceFields(props: ChoiceProps) {
  const { accounts, inputs, choices, chosen, onChoices, onInputs, isPine } = props;
  const changedCount = Object.keys(known(chosen, inputs)).length;
  const settingsCount = Object.keys(choices.settings).length;
  return (
    <>
      <RunFields accounts={accounts} choices={choices} onChange={onChoices} />
      {isPine ? (
        <FillRules
          settings={choices.settings}
          onChange={(settings) => onChoices({ ...choices, settings })}
        />
      ) : null}
      <details className="fold">
        <summary>
          {BACKTESTS.inputsOfTheScript(changedCount === 0 ? '' : BACKTESTS.changed(changedCount))}
        </summary>
        <InputsForm inputs={inputs} chosen={chosen} onChange={onInputs} isPine={isPine} />
      </details>
      <details className="fold">
        <summary>
          {BACKTESTS.howOrdersFill(settingsCount === 0 ? '' : BACKTESTS.chosen(settingsCount))}
        </summary>
        <SettingsFields
          settings={choices.settings}
          onChange={(settings) => onChoices({ ...choices, settings })}
        />
      </details>
    </>
  );
}

const FILLS = [
  [AS_CHART, BACKTESTS.asTradingview],
  ['realistic', BACKTESTS.realistic],
] as const;

const FILL_HINTS = {
  [AS_CHART]: BACKTESTS.theSameTradesAs,
  realistic: BACKTESTS.whatAnExchangeLeaves,
} as const;

type FillProps = {
  readonly settings: BacktestSettings;
  readonly onChange: (settings: BacktestSettings) => void;
};

/** The two between which the owner of a Pine script chooses; the others are among the settings. */
function FillRules({ settings, onChange }: FillProps) {
  const rules = settings.rules ?? 'realistic';
  return (
    <div className="stack">
      <Segments
        label={BACKTESTS.howOrdersFillTitle}
        value={rules}
        choices={FILLS}
        onChange={(next) => onChange({ ...settings, rules: next })}
      />
      {rules === 'touch' ? null : <p className="hint">{FILL_HINTS[rules]}</p>}
    </div>
  );
}

/** Inputs that the script does not have any more are left out. */
function known(chosen: ChosenInputs, inputs: readonly ScriptInput[]): ChosenInputs {
  const keys = new Set(inputs.map(({ key }) => key));
  return Object.fromEntries(Object.entries(chosen).filter(([key]) => keys.has(key)));
}
