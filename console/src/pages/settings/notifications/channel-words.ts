// Channels of notifications in words.

import type { NotificationChannel } from '@tidemill/client';
import { NOTIFICATIONS } from '../../../words/notifications.ts';

export type ChannelKind = NotificationChannel['kind'];

export const KIND_NAMES = {
  telegram: NOTIFICATIONS.telegram,
  discord: NOTIFICATIONS.discord,
  slack: NOTIFICATIONS.slack,
  email: NOTIFICATIONS.eMail,
} as const satisfies Record<ChannelKind, string>;

export const STATUS_TAGS = {
  unproven: [NOTIFICATIONS.needsItsCode, 'tag-accent'],
  working: [NOTIFICATIONS.working, 'tag-rise'],
  muted: [NOTIFICATIONS.muted, ''],
  failing: [NOTIFICATIONS.failing, 'tag-warn'],
  disabled: [NOTIFICATIONS.disabled, 'tag-fall'],
} as const satisfies Record<NotificationChannel['status'], readonly [string, string]>;
