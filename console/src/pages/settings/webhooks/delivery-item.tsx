// One event that was sent or waits, with what its receiver responded.

import type { WebhookDelivery } from '@tidemill/client';
import { Button } from '../../../parts/button.tsx';
import { NextTry, Time } from '../../../parts/widgets.tsx';
import { WEBHOOKS } from '../../../words/webhooks.ts';

type ItemProps = {
  readonly delivery: WebhookDelivery;
  /** Null: who looks may change nothing. */
  readonly onResend: (() => void) | null;
};

const STATUS_TAGS = {
  waiting: [WEBHOOKS.waiting, 'tag-accent'],
  delivered: [WEBHOOKS.accepted, 'tag-rise'],
  given_up: [WEBHOOKS.givenUp, 'tag-fall'],
} as const satisfies Record<WebhookDelivery['status'], readonly [string, string]>;

/** State of a delivery as a tag. */
export function DeliveryTag({ status }: Pick<WebhookDelivery, 'status'>) {
  const [word, look] = STATUS_TAGS[status];
  return <span className={`tag ${look}`}>{word}</span>;
}

export function DeliveryItem({ delivery, onResend }: ItemProps) {
  const { type, event_id: eventId, object_id: objectId, status, queued_at: queuedAt } = delivery;
  const isTest = eventId === '0';
  return (
    <li className="item">
      <div className="item-main">
        <div className="item-title">
          <strong>{type}</strong>
          <DeliveryTag status={status} />
        </div>
        <p className="hint">
          {isTest ? WEBHOOKS.test : WEBHOOKS.eventOf(eventId, objectId)}, <Time at={queuedAt} />
        </p>
        <Outcome delivery={delivery} />
      </div>
      {onResend === null || status === 'waiting' ? null : (
        <Button isSmall onPress={onResend}>
          {WEBHOOKS.resend}
          <span className="unseen">{isTest ? WEBHOOKS.theTest : WEBHOOKS.event(eventId)}</span>
        </Button>
      )}
    </li>
  );
}

function Outcome({ delivery }: Pick<ItemProps, 'delivery'>) {
  const { problem, attempts, http_status: status, response, next_attempt_at: next } = delivery;
  const times = attempts === 1 ? 'once' : WEBHOOKS.times(attempts);
  return (
    <>
      {problem === null ? null : (
        <p className="wrong">
          {WEBHOOKS.tried(problem, times)}
          {next === null ? null : (
            <>
              {' '}
              <NextTry at={next} />
            </>
          )}
        </p>
      )}
      {status === null ? null : (
        <details className="fold">
          <summary>
            {WEBHOOKS.response(status)}
            <span className="unseen"> {WEBHOOKS.toEvent(delivery.event_id)}</span>
          </summary>
          <pre className="message-text">
            {response === '' ? 'No text' : (response ?? 'No text')}
          </pre>
        </details>
      )}
    </>
  );
}
