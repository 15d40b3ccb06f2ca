// One hook in the list: for which bot, from where, and the messages that came in.

import type { Hook } from '@tidemill/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hookCallsQuery } from '../../../api/hook-queries.ts';
import { Button } from '../../../parts/button.tsx';
import { Loaded } from '../../../parts/states.tsx';
import { Time } from '../../../parts/widgets.tsx';
import { WEBHOOKS } from '../../../words/webhooks.ts';
import { servedText } from '../../../words/served.ts';

type Props = {
  readonly hook: Hook;
  readonly botName: string;
  /** Null: who looks may change nothing. */
  readonly onAct: ((act: 'rotate' | 'delete') => void) | null;
};

export function HookItem({ hook, botName, onAct }: Props) {
  const { signal, template, allowed_addresses: allowed } = hook;
  const [isShown, setIsShown] = useState(false);
  return (
    <li className="item">
      <div className="item-main">
        <div className="item-title">
          <strong>{signal}</strong>
        </div>
        <p className="hint">
          {WEBHOOKS.to(
            botName,
            allowed.length === 0 ? WEBHOOKS.fromAnywhere : WEBHOOKS.from(allowed.join(', ')),
            hook.is_signed ? WEBHOOKS.signed : '',
          )}
        </p>
        {hook.repeat_window_seconds === 0 ? null : (
          <p className="hint">{WEBHOOKS.theSameMessageAgain(hook.repeat_window_seconds)}</p>
        )}
        {hook.sells_enter_short ? <p className="hint">{WEBHOOKS.aTextThatSays}</p> : null}
        {template === null ? null : (
          <p className="hint">
            {WEBHOOKS.textsSuchAs} <code>{template}</code>
          </p>
        )}
        <details className="fold" onToggle={(event) => setIsShown(event.currentTarget.open)}>
          <summary>
            {WEBHOOKS.messages}
            <span className="unseen"> {WEBHOOKS.of(signal)}</span>
          </summary>
          {isShown ? <Calls hookId={hook.hook_id} /> : null}
        </details>
      </div>
      {onAct === null ? null : (
        <div className="actions">
          <Button isSmall onPress={() => onAct('rotate')}>
            {WEBHOOKS.newAddress}
            <span className="unseen"> {WEBHOOKS.of(signal)}</span>
          </Button>
          <Button isSmall look="plain" onPress={() => onAct('delete')}>
            {WEBHOOKS.delete}
            <span className="unseen"> {WEBHOOKS.hook(signal)}</span>
          </Button>
        </div>
      )}
    </li>
  );
}

/** Outcomes with which nothing was done. */
const UNDONE: ReadonlySet<string> = new Set(['refused', 'unheard']);

function Calls({ hookId }: { readonly hookId: string }) {
  const calls = useQuery(hookCallsQuery(hookId));
  return (
    <Loaded query={calls}>
      {({ data }) =>
        data.length === 0 ? (
          <p className="hint">{WEBHOOKS.nothingCameInYet}</p>
        ) : (
          <ul className="calls">
            {data.map((call, index) => (
              // Several may come in the same millisecond, and none changes.
              // oxlint-disable-next-line react/no-array-index-key -- calls have no ids
              <li key={`${call.at} ${data.length - index}`}>
                <Time at={call.at} />{' '}
                <span className={UNDONE.has(call.outcome) ? 'wrong' : undefined}>
                  {servedText(call.detail)}
                </span>
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}
