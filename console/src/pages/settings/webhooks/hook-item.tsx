// One hook in the list: for which bot, from where, and the messages that came in.

import type { Hook } from '@tidemill/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hookCallsQuery } from '../../../api/hook-queries.ts';
import { Button } from '../../../parts/button.tsx';
import { Loaded } from '../../../parts/states.tsx';
import { Time } from '../../../parts/widgets.tsx';

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
          To {botName}; {allowed.length === 0 ? 'from anywhere' : `from ${allowed.join(', ')}`}
          {hook.is_signed ? '; signed' : ''}
        </p>
        {hook.repeat_window_seconds === 0 ? null : (
          <p className="hint">
            The same message again within {hook.repeat_window_seconds} s does not trade.
          </p>
        )}
        {hook.sells_enter_short ? (
          <p className="hint">A text that says only “sell” opens a short.</p>
        ) : null}
        {template === null ? null : (
          <p className="hint">
            Texts such as <code>{template}</code>
          </p>
        )}
        <details className="fold" onToggle={(event) => setIsShown(event.currentTarget.open)}>
          <summary>
            Messages<span className="unseen"> of {signal}</span>
          </summary>
          {isShown ? <Calls hookId={hook.hook_id} /> : null}
        </details>
      </div>
      {onAct === null ? null : (
        <div className="actions">
          <Button isSmall onPress={() => onAct('rotate')}>
            New address<span className="unseen"> of {signal}</span>
          </Button>
          <Button isSmall look="plain" onPress={() => onAct('delete')}>
            Delete<span className="unseen"> hook {signal}</span>
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
          <p className="hint">Nothing came in yet.</p>
        ) : (
          <ul className="calls">
            {data.map((call, index) => (
              // Several may come in the same millisecond, and none changes.
              // oxlint-disable-next-line react/no-array-index-key -- calls have no ids
              <li key={`${call.at} ${data.length - index}`}>
                <Time at={call.at} />{' '}
                <span className={UNDONE.has(call.outcome) ? 'wrong' : undefined}>
                  {call.detail}
                </span>
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}
