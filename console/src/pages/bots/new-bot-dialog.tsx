// Makes a bot of a script, an account and a market. It does not trade before it is started.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SyntheticEvent } from 'react';
import { useState } from 'react';
import { accountsQuery, backtestQuery, botQuery, scriptsQuery } from '../../api/queries.ts';
import { api } from '../../api/api.ts';
import type { Account, CreateBot, Script } from '@tidemill/client';
import { useGo } from '../../app/use-go.ts';
import { Button } from '../../parts/button.tsx';
import { DialogFrame } from '../../parts/confirm.tsx';
import { MarketChoice } from '../../parts/market-choice.tsx';
import { Empty, Loaded, whatKeeps } from '../../parts/states.tsx';
import { Refusals } from '../../parts/refusals.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { Choice } from '../../parts/widgets.tsx';
import type { StopHolder } from '../../parts/stops-choice.tsx';
import { StopsChoice } from '../../parts/stops-choice.tsx';
import { BOTS } from '../../words/bots.ts';
import { accountChoice, SpotNote } from '../../parts/spot-note.tsx';
import { BotRunFields, FIRST_RUN } from './bot-run-fields.tsx';
import type { BotPattern } from './bot-pattern.ts';
import { patternOfBacktest, patternOfBot } from './bot-pattern.ts';
import { settingsOn } from './settings-on.ts';

type Props = {
  /** Which is chosen at first, if it has no mistakes. */
  readonly scriptId: string | undefined;
  /** Backtest whose account, market, inputs and settings it has. */
  readonly backtestId: string | undefined;
  /** Bot of which it has all of these. */
  readonly botId: string | undefined;
  readonly onClose: () => void;
};

export function NewBotDialog({ scriptId, backtestId, botId, onClose }: Props) {
  const pattern = usePattern(backtestId, botId);
  const [accounts, scripts] = [useQuery(accountsQuery), useQuery(scriptsQuery)];
  return (
    <DialogFrame title={BOTS.newBot} onClose={onClose}>
      <Loaded query={accounts}>
        {(allAccounts) => (
          <Loaded query={scripts}>
            {(allScripts) => {
              const usable = allScripts.filter((script) => script.is_valid);
              if (pattern.keeping !== null) return whatKeeps([pattern.keeping], { lines: 4 });
              return allAccounts.length === 0 || usable.length === 0 ? (
                <Empty title={BOTS.somethingIsMissing}>{BOTS.aBotNeedsAn}</Empty>
              ) : (
                <BotForm
                  accounts={allAccounts}
                  scripts={usable}
                  scriptId={pattern.of?.scriptId ?? scriptId}
                  like={pattern.of}
                  onClose={onClose}
                />
              );
            }}
          </Loaded>
        )}
      </Loaded>
    </DialogFrame>
  );
}

/** Found run that the new bot begins with, or the request that it still waits for. */
function usePattern(backtestId: string | undefined, botId: string | undefined) {
  const backtest = useQuery({
    ...backtestQuery(backtestId ?? ''),
    enabled: backtestId !== undefined,
  });
  const bot = useQuery({ ...botQuery(botId ?? ''), enabled: botId !== undefined });
  if (botId !== undefined)
    return bot.data === undefined ? waiting(bot) : found(patternOfBot(bot.data));
  if (backtestId === undefined) return found(null);
  return backtest.data === undefined ? waiting(backtest) : found(patternOfBacktest(backtest.data));
}

const found = (of: BotPattern | null) => ({ of, keeping: null });
const waiting = <T,>(keeping: T) => ({ of: null, keeping });

type FormProps = Omit<Props, 'backtestId' | 'botId'> & {
  readonly like: BotPattern | null;
  readonly accounts: readonly Account[];
  readonly scripts: readonly Script[];
};

function BotForm({ accounts, scripts, scriptId: wantedId, like, onClose }: FormProps) {
  const wanted = scripts.find((of) => of.script_id === wantedId) ?? scripts[0];
  // That of its script until another is typed.
  const [typedName, setName] = useState<string | null>(null);
  const { scriptId, choose, isLike, run, setRun } = useScript(wanted?.script_id ?? '', like);
  const [accountId, setAccountId] = useState(like?.accountId ?? accounts[0]?.account_id ?? '');
  const [marketTag, setMarketTag] = useState(like?.marketTag ?? '');
  const name = typedName ?? scripts.find((of) => of.script_id === scriptId)?.name ?? '';
  const account = accounts.find((of) => of.account_id === accountId);
  const [stops, setStops] = useState<StopHolder>(like?.stops ?? 'service');
  const make = useMakeBot(onClose);
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    const settings = settingsOn(account?.market_type, run.settings);
    make.mutate({
      name: name.trim(),
      script_id: scriptId,
      account_id: accountId,
      market_tag: marketTag,
      parameters: run.parameters,
      settings: { ...settings, ...(stops === 'exchange' ? { stops } : {}) },
    });
  };
  return (
    <form className="stack" onSubmit={submit}>
      <Refusals error={make.error}>
        <TextInput label={BOTS.name} field="name" value={name} onChange={setName} isFirst />
        <Choice
          label={BOTS.script}
          value={scriptId}
          choices={scripts.map((of) => [of.script_id, of.name])}
          onChange={choose}
        />
        <Choice
          label={BOTS.account}
          value={accountId}
          choices={accounts.map((of) => [of.account_id, accountChoice(of)])}
          onChange={setAccountId}
        />
        <SpotNote account={account} accounts={accounts} />
        <MarketChoice account={account} value={marketTag} onChange={setMarketTag} />
        <BotRunFields scriptId={scriptId} account={account} run={run} onChange={setRun} />
        <StopsChoice account={account} value={stops} onChange={setStops} />
        <p className="hint">{isLike ? AS_IN[like?.of ?? 'backtest'] : NOT_YET}</p>
        <div className="dialog-foot">
          <Button onPress={onClose}>{BOTS.cancel}</Button>
          <Button
            look="main"
            type="submit"
            isDisabled={make.isPending || name.trim() === '' || marketTag === ''}
          >
            {BOTS.makeTheBot}
          </Button>
        </div>
      </Refusals>
    </form>
  );
}

/** Makes the bot, and shows its page. */
function useMakeBot(onClose: () => void) {
  const client = useQueryClient();
  const go = useGo();
  return useMutation({
    mutationFn: (body: CreateBot) => api.createBot({ body }),
    async onSuccess({ bot_id: botId }) {
      await client.invalidateQueries({ queryKey: ['bots'] });
      onClose();
      await go({ to: '/bots/$botId', params: { botId } });
    },
  });
}

/** The chosen script, and how the bot runs it: as in the pattern, if that was of it. */
function useScript(firstId: string, like: BotPattern | null) {
  const [scriptId, setScriptId] = useState(firstId);
  const runOf = (id: string) => (like?.scriptId === id ? like.run : FIRST_RUN);
  const [run, setRun] = useState(() => runOf(firstId));
  const choose = (id: string): void => {
    setScriptId(id);
    setRun(runOf(id));
  };
  return { scriptId, choose, isLike: like?.scriptId === scriptId, run, setRun };
}

const NOT_YET = BOTS.itDoesNotTrade;
const AS_IN = { backtest: BOTS.itGetsTheInputs(NOT_YET), bot: BOTS.itGetsWhatThe(NOT_YET) };
