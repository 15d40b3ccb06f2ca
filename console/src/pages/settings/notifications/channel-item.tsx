// One channel in the list: where it leads, how it is in words, and its actions.

import type { NotificationChannel } from '@tidemill/client';
import { Button } from '../../../parts/button.tsx';
import { Time } from '../../../parts/widgets.tsx';
import { KIND_NAMES, STATUS_TAGS } from './channel-words.ts';
import { NOTIFICATIONS } from '../../../words/notifications.ts';
import { servedText } from '../../../words/served.ts';

export type ChannelAct = 'code' | 'test' | 'mute' | 'unmute' | 'enable' | 'delete';

type Props = {
  readonly channel: NotificationChannel;
  /** Null: who looks may change nothing. */
  readonly onAct: ((act: ChannelAct, channel: NotificationChannel) => void) | null;
};

const ACTS: Readonly<Record<NotificationChannel['status'], readonly ChannelAct[]>> = {
  unproven: ['code', 'delete'],
  working: ['test', 'mute', 'delete'],
  failing: ['test', 'mute', 'delete'],
  muted: ['unmute', 'delete'],
  disabled: ['enable', 'delete'],
};

const ACT_TEXTS = {
  code: NOTIFICATIONS.enterTheCode,
  test: NOTIFICATIONS.sendATest,
  mute: NOTIFICATIONS.mute,
  unmute: NOTIFICATIONS.unmute,
  enable: NOTIFICATIONS.enableAgain,
  delete: NOTIFICATIONS.delete,
} as const satisfies Record<ChannelAct, string>;

export function ChannelItem({ channel, onAct }: Props) {
  const { name, kind, destination, status } = channel;
  const [text, look] = STATUS_TAGS[status];
  return (
    <li className="item">
      <div className="item-main">
        <div className="item-title">
          <strong>{name}</strong>
          <span className={`tag ${look}`}>{text}</span>
        </div>
        <div className="hint">
          {KIND_NAMES[kind]}: {destination}
        </div>
        <ChannelState channel={channel} />
      </div>
      {onAct === null ? null : (
        <div className="actions">
          {ACTS[status].map((act) => (
            <Button
              key={act}
              isSmall
              {...(act === 'delete' ? { look: 'plain' as const } : {})}
              onPress={() => onAct(act, channel)}
            >
              {ACT_TEXTS[act]}
              <span className="unseen"> {name}</span>
            </Button>
          ))}
        </div>
      )}
    </li>
  );
}

function ChannelState({ channel }: { readonly channel: NotificationChannel }) {
  const { status, disabled_reason: reason, last_problem: problem } = channel;
  if (status === 'disabled')
    return (
      <p className="wrong">
        {reason === null ? NOTIFICATIONS.itWasDisabled : servedText(reason)}
        {NOTIFICATIONS.fixTheCauseThen(problem === null || problem === reason ? '' : ` ${problem}`)}
      </p>
    );
  if (status === 'muted')
    return (
      <p className="hint">
        {channel.muted_until === null ? (
          NOTIFICATIONS.untilYouUnmuteIt
        ) : (
          <>
            {NOTIFICATIONS.until} <Time at={channel.muted_until} />
          </>
        )}
      </p>
    );
  if (problem !== null)
    return (
      <p className="wrong">
        {servedText(problem)}
        {channel.failing_since === null ? null : (
          <>
            {' '}
            {NOTIFICATIONS.since} <Time at={channel.failing_since} />
            {NOTIFICATIONS.itWillBeRetried}
          </>
        )}
      </p>
    );
  if (channel.last_delivered_at === null || status === 'unproven') return null;
  return (
    <p className="hint">
      {NOTIFICATIONS.lastMessage} <Time at={channel.last_delivered_at} ago />
    </p>
  );
}
