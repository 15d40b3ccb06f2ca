// Sending a message to a channel, as a port: within limits on time and size, to no network that it
// must not reach.

import type { ChannelAddress } from '#domain/notification/channel.ts';
import type { SendingResult } from '#domain/notification/judge-sending.ts';
import type { NotificationMessage } from '#domain/notification/message.ts';

export type ChannelRequest = {
  readonly address: ChannelAddress;
  /** The same whenever the same message is sent. */
  readonly id: string;
  readonly message: NotificationMessage;
};

export type ChannelSender = {
  /** Never throws; ends within the limits, whatever the receiver does. */
  send(this: void, request: ChannelRequest): Promise<SendingResult>;
};
