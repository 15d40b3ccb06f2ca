// Channels on which a user hears of what happens, and where they lead. The address of a channel has
// its secrets; what is shown of it has none.

export const CHANNEL_KINDS = ['telegram', 'discord', 'slack', 'email'] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

/** A mail server of the user's own. `tls`: from the first byte, or by STARTTLS. */
export type SmtpServer = {
  readonly host: string;
  readonly port: number;
  readonly tls: 'implicit' | 'starttls';
  /** Null: it asks for none. */
  readonly login: { readonly user: string; readonly password: string } | null;
  readonly from: string;
};

/** The operator's. `optional`: by STARTTLS where it is offered; `none`: not even then. */
export type MailServer = Omit<SmtpServer, 'tls'> & {
  readonly tls: SmtpServer['tls'] | 'optional' | 'none';
};

export type ChannelAddress =
  | { readonly kind: 'telegram'; readonly token: string; readonly chatId: string }
  | { readonly kind: 'discord'; readonly url: string }
  | { readonly kind: 'slack'; readonly url: string }
  /** `smtp` null: the operator's mail server. */
  | { readonly kind: 'email'; readonly to: string; readonly smtp: SmtpServer | null };

/** `untilMs` null: until it is unmuted. */
export type Mute = { readonly sinceMs: number; readonly untilMs: number | null };

export type NotificationChannel = {
  readonly channelId: string;
  readonly userId: string;
  readonly kind: ChannelKind;
  readonly name: string;
  /** Where it leads, without secrets. */
  readonly destination: string;
  readonly createdAtMs: number;
  /** Null: nobody has entered the code that was sent to it, and nothing else is sent. */
  readonly provenAtMs: number | null;
  readonly mute: Mute | null;
  /** Null: the last message arrived, or there was none. */
  readonly failingSinceMs: number | null;
  /** Of the last attempt, in words; null: it succeeded. */
  readonly lastProblem: string | null;
  readonly lastDeliveredAtMs: number | null;
  /** Null: it is enabled. */
  readonly disabled: { readonly atMs: number; readonly reason: string } | null;
};

export const CHANNEL_STATES = ['unproven', 'working', 'muted', 'failing', 'disabled'] as const;
export type ChannelState = (typeof CHANNEL_STATES)[number];

/** First of these that holds: disabled, unproven, muted; otherwise working or failing. */
export function channelStateAt(channel: NotificationChannel, nowMs: number): ChannelState {
  if (channel.disabled !== null) return 'disabled';
  if (channel.provenAtMs === null) return 'unproven';
  if (isMutedAt(channel.mute, nowMs)) return 'muted';
  return channel.failingSinceMs === null ? 'working' : 'failing';
}

function isMutedAt(mute: Mute | null, nowMs: number): boolean {
  return mute !== null && (mute.untilMs === null || mute.untilMs > nowMs);
}

/** Whether what happens now is to be sent there. */
export function takesEvents(channel: NotificationChannel, nowMs: number): boolean {
  const state = channelStateAt(channel, nowMs);
  return state === 'working' || state === 'failing';
}

/** Between two messages of events, so that what happens at once is one message. */
export function paceOf(kind: ChannelKind, hasOwnServer: boolean): number {
  switch (kind) {
    case 'telegram':
      return 3_000;
    case 'discord':
    case 'slack':
      return 2_000;
    case 'email':
      return hasOwnServer ? 60_000 : 300_000;
  }
}
