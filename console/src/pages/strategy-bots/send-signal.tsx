// Sends a signal by hand to a bot that listens for some.

import type { StrategyBot } from '@tidemill/client';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { Button } from '../../parts/button.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Wrong } from '../../parts/notice.tsx';
import { Choice, Panel } from '../../parts/widgets.tsx';

const ACTIONS = [
  ['enter_long', 'Enter long'],
  ['enter_short', 'Enter short'],
  ['exit_long', 'Exit long'],
  ['exit_short', 'Exit short'],
  ['exit_position', 'Exit'],
] as const;

type Props = { readonly bot: StrategyBot; readonly token: string };

export function SendSignal({ bot, token }: Props) {
  const [action, setAction] = useState<(typeof ACTIONS)[number][0]>('enter_long');
  const send = useMutation({
    mutationFn: () => api.sendBotSignal({ bot_id: bot.bot_id, body: { name: token, action } }),
  });
  return (
    <Panel title="Signals" side={<CopyButton text={token} what="the token" />}>
      <div className="panel-body stack">
        <Wrong error={send.error} />
        <Choice label="Signal" value={action} choices={ACTIONS} onChange={setAction} />
        <Button isDisabled={send.isPending || !bot.is_activated} onPress={() => send.mutate()}>
          Send it
        </Button>
        <p className="hint" role="status">
          {send.isSuccess
            ? 'Signal sent. The bot’s log shows what it did.'
            : bot.is_activated
              ? `The bot listens to the token “${token}”.`
              : 'The bot receives signals once it is started.'}
        </p>
      </div>
    </Panel>
  );
}
