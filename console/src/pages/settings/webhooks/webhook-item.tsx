// One webhook in the list: where it leads, which events, how it is in words, and its actions.

import type { Webhook } from '@tidemill/client';
import { Button } from '../../../parts/button.tsx';
import { isPast } from '../../../parts/format.ts';
import { Time } from '../../../parts/widgets.tsx';
import { typesInWords } from '../notifications/event-words.ts';
import { WEBHOOKS } from '../../../words/webhooks.ts';
import { servedText } from '../../../words/served.ts';

export type WebhookAct = 'test' | 'rotate' | 'enable' | 'delete';

type Props = {
  readonly webhook: Webhook;
  /** Null: who looks may change nothing. */
  readonly onAct: ((act: WebhookAct, webhook: Webhook) => void) | null;
};

const TAGS = {
  working: [WEBHOOKS.working, 'tag-rise'],
  failing: [WEBHOOKS.failing, 'tag-warn'],
  disabled: [WEBHOOKS.disabled, 'tag-fall'],
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
      ? (['enable', WEBHOOKS.enableAgain] as const)
      : (['test', WEBHOOKS.sendATest] as const),
    ['rotate', WEBHOOKS.newSecret] as const,
    ['delete', WEBHOOKS.delete] as const,
  ];
  return (
    <li className="item">
      <div className="item-main">
        <div className="item-title">
          <strong>{url}</strong>
          <span className={`tag ${look}`}>{word}</span>
        </div>
        <p className="hint">{types.length === 0 ? WEBHOOKS.allEvents : typesInWords(types)}</p>
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
        {reason === null ? WEBHOOKS.itWasDisabled : servedText(reason)}{' '}
        {WEBHOOKS.fixTheReceiverThen}
      </p>
    );
  if (since !== null)
    return (
      <p className="wrong">
        {failing === null ? WEBHOOKS.deliveriesFail : servedText(failing)} {WEBHOOKS.since}{' '}
        <Time at={since} />
        {WEBHOOKS.theyWillBeRetried}
      </p>
    );
  if (until === null || isPast(until)) return null;
  return (
    <p className="hint">
      {WEBHOOKS.theFormerSecretAlso} <Time at={until} />
    </p>
  );
}
