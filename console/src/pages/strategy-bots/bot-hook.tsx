// The way from an alert in TradingView to a bot that listens: its secret address, and the message
// to paste.

import type { Hook, HookWithPath, StrategyBot } from '@tidemill/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { hooksQuery } from '../../api/hook-queries.ts';
import { sessionQuery } from '../../api/session-query.ts';
import { Button } from '../../parts/button.tsx';
import { Wrong } from '../../parts/notice.tsx';
import { Pasted } from '../../parts/pasted.tsx';
import { Loaded } from '../../parts/states.tsx';
import { Choice, Panel, Time } from '../../parts/widgets.tsx';
import { HookAddressDialog } from '../settings/webhooks/hook-address-dialog.tsx';
import type { AlertKind } from './alert-messages.ts';
import { ALERT_KINDS, alertMessage } from './alert-messages.ts';
import { LastAlert } from './last-alert.tsx';
import { STRATEGIES } from '../../words/strategies.ts';

type Props = { readonly bot: StrategyBot; readonly token: string };

export function BotHook({ bot, token }: Props) {
  const client = useQueryClient();
  const hooks = useQuery(hooksQuery);
  const { data: session } = useQuery(sessionQuery);
  const [made, setMade] = useState<HookWithPath | null>(null);
  const create = useMutation({
    mutationFn: () =>
      api.createHook({ body: { bot_id: bot.bot_id, signal: token, from_tradingview: true } }),
    onSuccess: setMade,
    onSettled: () => client.invalidateQueries({ queryKey: hooksQuery.queryKey }),
  });
  return (
    <Panel title={STRATEGIES.alertsOfTradingview}>
      <div className="panel-body stack">
        <Wrong error={create.error} />
        <Loaded query={hooks} lines={2}>
          {({ data }) => (
            <Addresses own={data.filter(({ bot_id: id }) => id === bot.bot_id)} token={token} />
          )}
        </Loaded>
        {session?.role === 'read_only' ? null : (
          <Button isDisabled={create.isPending} onPress={() => create.mutate()}>
            {create.isPending ? STRATEGIES.makingIt : STRATEGIES.makeAnAddress}
          </Button>
        )}
        <AlertMessage />
      </div>
      {made === null ? null : (
        <HookAddressDialog made={made} onClose={() => setMade(null)}>
          <p className="soft">{STRATEGIES.theMessageToPaste}</p>
        </HookAddressDialog>
      )}
    </Panel>
  );
}

type AddressesProps = { readonly own: readonly Hook[]; readonly token: string };

/** One for another name than the bot listens to is said to be lost. */
function Addresses({ own, token }: AddressesProps) {
  const settings = (
    <Link to="/settings" search={{ tab: 'webhooks' }}>
      {STRATEGIES.settingsWebhooks}
    </Link>
  );
  if (own.length === 0)
    return (
      <p className="hint">
        {STRATEGIES.makeAnAddressFor} {settings}
        {STRATEGIES.makeAnAddressForEnd}
      </p>
    );
  const heard = own.filter(({ signal }) => signal === token);
  return (
    <>
      {own.map(({ hook_id: id, signal, created_at: madeAt, rotated_at: rotatedAt }) => (
        <p key={id} className={signal === token ? 'hint' : 'wrong'}>
          {signal === token ? STRATEGIES.thereIsAnAddress : STRATEGIES.notHeardTheAddress}
          <Time at={rotatedAt ?? madeAt} />
          {signal === token ? '.' : STRATEGIES.isForAndThe(signal, token)}
        </p>
      ))}
      {heard.length === 0 ? null : <LastAlert hooks={heard} />}
      <p className="hint">
        {STRATEGIES.anAddressWasShown} {settings}.
      </p>
    </>
  );
}

function AlertMessage() {
  const [kind, setKind] = useState<AlertKind>('strategy');
  return (
    <>
      <Choice
        label={STRATEGIES.theAlertIsOf}
        value={kind}
        choices={ALERT_KINDS}
        onChange={setKind}
      />
      <Pasted
        title={STRATEGIES.message}
        name="The message of the alert"
        text={alertMessage(kind)}
        what={STRATEGIES.theMessage}
      />
    </>
  );
}
