// Channels of notifications in words.

import type { NotificationChannel } from '@tidemill/client';

export type ChannelKind = NotificationChannel['kind'];

export const KIND_NAMES = {
  telegram: 'Telegram',
  discord: 'Discord',
  slack: 'Slack',
  email: 'E-mail',
} as const satisfies Record<ChannelKind, string>;

export const STATUS_TAGS = {
  unproven: ['Needs its code', 'tag-accent'],
  working: ['Working', 'tag-rise'],
  muted: ['Muted', ''],
  failing: ['Failing', 'tag-warn'],
  disabled: ['Disabled', 'tag-fall'],
} as const satisfies Record<NotificationChannel['status'], readonly [string, string]>;
