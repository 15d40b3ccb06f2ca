// Makes a bot of a script, an account and a market. It does not trade before it is started.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { SyntheticEvent } from 'react';
import { useState } from 'react';
import { accountsQuery, backtestQuery, exchangeQuery, scriptsQuery } from '../../api/queries.ts';
import { api } from '../../api/api.ts';
import type { Account, BacktestJob, CreateBot, Script } from '@tidemill/client';
import { intervalOf } from '../../chart/intervals.ts';
import { Button } from '../../parts/button.tsx';
import { DialogFrame } from '../../parts/confirm.tsx';
import { MarketChoice } from '../../parts/market-choice.tsx';
import { Empty, Loaded, whatKeeps } from '../../parts/states.tsx';
import { Refusals } from '../../parts/refusals.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { Choice } from '../../parts/widgets.tsx';

type Props = {
  /** Which is chosen at first, if it has no mistakes. */
  readonly scriptId: string | undefined;
  /** Backtest whose account, market, inputs and settings it has. */
  readonly backtestId: string | undefined;
  readonly onClose: () => void;
};

export function NewBotDialog({ scriptId, backtestId, onClose }: Props) {
  const like = useQuery({ ...backtestQuery(backtestId ?? ''), enabled: backtestId !== undefined });
  const [accounts, scripts] = [useQuery(accountsQuery), useQuery(scriptsQuery)];
  return (
    <DialogFrame title="New bot" onClose={onClose}>
      <Loaded query={accounts}>
        {(allAccounts) => (
          <Loaded query={scripts}>
            {(allScripts) => {
              const usable = allScripts.filter((script) => script.is_valid);
              if (backtestId !== undefined && like.data === undefined)
                return whatKeeps([like], { lines: 4 });
              return allAccounts.length === 0 || usable.length === 0 ? (
                <Empty title="Something is missing">
                  A bot needs an account, and a script without mistakes.
                </Empty>
              ) : (
                <BotForm
                  accounts={allAccounts}
                  scripts={usable}
                  scriptId={scriptId}
                  like={like.data ?? null}
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

type FormProps = Omit<Props, 'backtestId'> & {
  readonly like: BacktestJob | null;
  readonly accounts: readonly Account[];
  readonly scripts: readonly Script[];
};

function BotForm({ accounts, scripts, scriptId: wantedId, like, onClose }: FormProps) {
  const wanted = scripts.find((of) => of.script_id === wantedId) ?? scripts[0];
  const [name, setName] = useState(wanted?.name ?? '');
  const [scriptId, setScriptId] = useState(wanted?.script_id ?? '');
  const [accountId, setAccountId] = useState(like?.account_id ?? accounts[0]?.account_id ?? '');
  const [marketTag, setMarketTag] = useState(like?.market_tag ?? '');
  const account = accounts.find((of) => of.account_id === accountId);
  const [stops, setStops] = useState<StopHolder>('service');
  const isAsTested = like !== null && like.script_id === scriptId;
  const client = useQueryClient();
  const navigate = useNavigate();
  const make = useMutation({
    mutationFn: () =>
      api.createBot({
        body: {
          name: name.trim(),
          script_id: scriptId,
          account_id: accountId,
          market_tag: marketTag,
          ...(isAsTested ? { parameters: like.request.parameters } : {}),
          settings: {
            ...(isAsTested ? settingsLike(like) : {}),
            ...(stops === 'exchange' ? { stops } : {}),
          },
        },
      }),
    async onSuccess({ bot_id: botId }) {
      await client.invalidateQueries({ queryKey: ['bots'] });
      onClose();
      await navigate({ to: '/bots/$botId', params: { botId } });
    },
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    make.mutate();
  };
  return (
    <form className="stack" onSubmit={submit}>
      <Refusals error={make.error}>
        <TextInput label="Name" field="name" value={name} onChange={setName} isFirst />
        <Choice
          label="Script"
          value={scriptId}
          choices={scripts.map((of) => [of.script_id, of.name])}
          onChange={setScriptId}
        />
        <Choice
          label="Account"
          value={accountId}
          choices={accounts.map((of) => [of.account_id, `${of.name} (${of.exchange})`])}
          onChange={setAccountId}
        />
        <MarketChoice account={account} value={marketTag} onChange={setMarketTag} />
        <StopsChoice account={account} value={stops} onChange={setStops} />
        <p className="hint">{isAsTested ? AS_TESTED : NOT_YET}</p>
        <div className="dialog-foot">
          <Button onPress={onClose}>Cancel</Button>
          <Button
            look="main"
            type="submit"
            isDisabled={make.isPending || name.trim() === '' || marketTag === ''}
          >
            Make the bot
          </Button>
        </div>
      </Refusals>
    </form>
  );
}

type StopHolder = 'exchange' | 'service';

type StopsProps = {
  readonly account: Account | undefined;
  readonly value: StopHolder;
  readonly onChange: (value: StopHolder) => void;
};

/** Only where the exchange can hold them. */
function StopsChoice({ account, value, onChange }: StopsProps) {
  const code = account?.exchange ?? '';
  const exchange = useQuery({ ...exchangeQuery(code), enabled: code !== '' });
  if (account === undefined || exchange.data === undefined) return null;
  const held = exchange.data.order_support.stop_types[account.market_type];
  if (held.length === 0) return null;
  return (
    <>
      <Choice
        label="Stops are held by"
        value={value}
        choices={[
          ['service', 'Tidemill'],
          ['exchange', 'The exchange'],
        ]}
        onChange={(holder) => onChange(holder === 'exchange' ? 'exchange' : 'service')}
      />
      <p className="hint">{value === 'exchange' ? HELD_THERE : HELD_HERE}</p>
    </>
  );
}

const HELD_HERE = 'Nobody watches for their prices while Tidemill is down.';
const HELD_THERE =
  'They are sent to the exchange once the position is open, and fill there while Tidemill is down.';

const NOT_YET = 'It does not trade until you start it.';
const AS_TESTED = `It gets the inputs and settings of the backtest. ${NOT_YET}`;

const SHARED = [
  'leverage',
  'margin_mode',
  'pyramiding',
  'trade_amount',
  'trade_amount_percent',
] as const;

/** Settings of a backtest that a bot has as well; how orders fill is up to its exchange. */
function settingsLike({ request }: BacktestJob): NonNullable<CreateBot['settings']> {
  const interval = intervalOf(request.interval);
  const chosen = SHARED.filter((name) => request.settings[name] !== undefined);
  return {
    ...Object.fromEntries(chosen.map((name) => [name, request.settings[name]])),
    ...(interval === null ? {} : { interval }),
  };
}
