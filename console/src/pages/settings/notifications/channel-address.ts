// Address of a channel, as it is typed and as the API takes it.

import type { CreateNotificationChannel } from '@tidemill/client';
import type { ChannelKind } from './channel-words.ts';

export type Fields = {
  readonly token: string;
  readonly chatId: string;
  readonly url: string;
  readonly to: string;
  readonly hasOwnServer: boolean;
  readonly host: string;
  readonly port: string;
  readonly tls: 'implicit' | 'starttls';
  readonly user: string;
  readonly password: string;
  readonly from: string;
};

export const NO_FIELDS: Fields = {
  token: '',
  chatId: '',
  url: '',
  to: '',
  hasOwnServer: false,
  host: '',
  port: '587',
  tls: 'starttls',
  user: '',
  password: '',
  from: '',
};

const isFilled = (...texts: readonly string[]): boolean =>
  texts.every((text) => text.trim() !== '');

/** Fields that suffice for a channel of this kind. */
export function isComplete(kind: ChannelKind, fields: Fields): boolean {
  const { token, chatId, url, to, hasOwnServer, host, port } = fields;
  if (kind === 'telegram') return isFilled(token, chatId);
  if (kind !== 'email') return isFilled(url);
  return isFilled(to) && (!hasOwnServer || (isFilled(host) && /^\d{1,5}$/.test(port.trim())));
}

/** Address as the API takes it, without spaces around what was typed. */
export function addressOf(
  kind: ChannelKind,
  fields: Fields,
): Omit<CreateNotificationChannel, 'name'> {
  const { token, chatId, url, to } = fields;
  switch (kind) {
    case 'telegram':
      return { telegram: { token: token.trim(), chat_id: chatId.trim() } };
    case 'discord':
      return { discord: { url: url.trim() } };
    case 'slack':
      return { slack: { url: url.trim() } };
    case 'email':
      return {
        email: {
          to: to.trim(),
          ...(fields.hasOwnServer ? { smtp: mailServerOf(fields) } : {}),
        },
      };
  }
}

/** Without a sender of its own, the mailbox writes to itself. */
function mailServerOf({ host, port, tls, user, password, from, to }: Fields) {
  return {
    host: host.trim(),
    port: Number(port.trim()),
    tls,
    ...(user.trim() === '' ? {} : { user: user.trim() }),
    ...(password === '' ? {} : { password }),
    from: from.trim() || to.trim(),
  };
}
