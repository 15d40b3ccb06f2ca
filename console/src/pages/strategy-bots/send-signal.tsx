// Sends a signal by hand to a bot that listens for some.

import type { StrategyBot } from '@tidemill/client';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { Button } from '../../parts/button.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Wrong } from '../../parts/notice.tsx';
import { Choice, Panel } from '../../parts/widgets.tsx';
import { STRATEGIES } from '../../words/strategies.ts';

const ACTIONS = [
  ['enter_long', STRATEGIES.enterLong],
  ['enter_short', STRATEGIES.enterShort],
  ['exit_long', STRATEGIES.exitLong],
  ['exit_short', STRATEGIES.exitShort],
  ['exit_position', STRATEGIES.exit],
] as const;

type Props = { readonly bot: StrategyBot; readonly token: string };

export function SendSignal({ bot, token }: Props) {
  const [action, setAction] = useState<(typeof ACTIONS)[number][0]>('enter_long');
  const send = useMutation({
    mutationFn: () => api.sendBotSignal({ bot_id: bot.bot_id, body: { name: token, action } }),
  });
  return (
    <Panel title={STRATEGIES.signals} side={<CopyButton text={token} what={STRATEGIES.theToken} />}>
      <div className="panel-body stack">
        <Wrong error={send.error} />
        <Choice label={STRATEGIES.signal} value={action} choices={ACTIONS} onChange={setAction} />
        <Button isDisabled={send.isPending || !bot.is_activated} onPress={() => send.mutate()}>
          {STRATEGIES.sendIt}
        </Button>
        <p className="hint" role="status">
          {send.isSuccess
            ? STRATEGIES.signalSentTheBots
            : bot.is_activated
              ? STRATEGIES.theBotListensTo(token)
              : STRATEGIES.theBotReceivesSignals}
        </p>
      </div>
    </Panel>
  );
}
