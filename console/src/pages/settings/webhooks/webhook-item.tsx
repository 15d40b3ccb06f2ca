// One webhook in the list: where it leads, which events, how it is in words, and its actions.

import type { Webhook } from '@tidemill/client';
import { Button } from '../../../parts/button.tsx';
import { isPast } from '../../../parts/format.ts';
import { Time } from '../../../parts/widgets.tsx';
import { typesInWords } from '../notifications/event-words.ts';

export type WebhookAct = 'test' | 'rotate' | 'enable' | 'delete';

type Props = {
  readonly webhook: Webhook;
  /** Null: who looks may change nothing. */
  readonly onAct: ((act: WebhookAct, webhook: Webhook) => void) | null;
};

const TAGS = {
  working: ['Working', 'tag-rise'],
  failing: ['Failing', 'tag-warn'],
  disabled: ['Disabled', 'tag-fall'],
} as const;

function stateOf({ is_enabled: isEnabled, failing_since: failingSince }: Webhook) {
  if (!isEnabled) return 'disabled';
  return failingSince === null ? 'working' : 'failing';
}

export function WebhookItem({ webhook, onAct }: Props) {
  const { url, types } = webhook;
  const state = stateOf(webhook);
  const [word, look] = TAGS[state];
  const acts = [
    state === 'disabled'
      ? (['enable', 'Enable again'] as const)
      : (['test', 'Send a test'] as const),
    ['rotate', 'New secret'] as const,
    ['delete', 'Delete'] as const,
  ];
  return (
    <li className="item">
      <div className="item-main">
        <div className="item-title">
          <strong>{url}</strong>
          <span className={`tag ${look}`}>{word}</span>
        </div>
        <p className="hint">{types.length === 0 ? 'All events' : typesInWords(types)}</p>
        <WebhookState webhook={webhook} />
      </div>
      {onAct === null ? null : (
        <div className="actions">
          {acts.map(([act, text]) => (
            <Button
              key={act}
              isSmall
              {...(act === 'delete' ? { look: 'plain' as const } : {})}
              onPress={() => onAct(act, webhook)}
            >
              {text}
              <span className="unseen"> {url}</span>
            </Button>
          ))}
        </div>
      )}
    </li>
  );
}

function WebhookState({ webhook }: Pick<Props, 'webhook'>) {
  const { is_enabled: isEnabled, disabled_reason: reason, failing_reason: failing } = webhook;
  const { failing_since: since, previous_secret_until: until } = webhook;
  if (!isEnabled)
    return (
      <p className="wrong">
        {reason ?? 'It was disabled.'} Fix the receiver, then enable the webhook again. Waiting
        events are sent then.
      </p>
    );
  if (since !== null)
    return (
      <p className="wrong">
        {failing ?? 'Deliveries fail.'} Since <Time at={since} />; they will be retried.
      </p>
    );
  if (until === null || isPast(until)) return null;
  return (
    <p className="hint">
      The former secret also signs until <Time at={until} />
    </p>
  );
}
