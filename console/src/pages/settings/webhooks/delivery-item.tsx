// One event that was sent or waits, with what its receiver responded.

import type { WebhookDelivery } from '@tidemill/client';
import { Button } from '../../../parts/button.tsx';
import { NextTry, Time } from '../../../parts/widgets.tsx';

type ItemProps = {
  readonly delivery: WebhookDelivery;
  /** Null: who looks may change nothing. */
  readonly onResend: (() => void) | null;
};

const STATUS_TAGS = {
  waiting: ['Waiting', 'tag-accent'],
  delivered: ['Accepted', 'tag-rise'],
  given_up: ['Given up', 'tag-fall'],
} as const satisfies Record<WebhookDelivery['status'], readonly [string, string]>;

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
          {isTest ? 'Test' : `Event ${eventId} of ${objectId}`}, <Time at={queuedAt} />
        </p>
        <Outcome delivery={delivery} />
      </div>
      {onResend === null || status === 'waiting' ? null : (
        <Button isSmall onPress={onResend}>
          Resend<span className="unseen">{isTest ? ' the test' : ` event ${eventId}`}</span>
        </Button>
      )}
    </li>
  );
}

function Outcome({ delivery }: Pick<ItemProps, 'delivery'>) {
  const { problem, attempts, http_status: status, response, next_attempt_at: next } = delivery;
  const times = attempts === 1 ? 'once' : `${attempts} times`;
  return (
    <>
      {problem === null ? null : (
        <p className="wrong">
          {problem} Tried {times}.
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
            Response {status}
            <span className="unseen"> to event {delivery.event_id}</span>
          </summary>
          <pre className="message-text">
            {response === '' ? 'No text' : (response ?? 'No text')}
          </pre>
        </details>
      )}
    </>
  );
}
