// Notices of events that are worth one on whatever page is open.

import type {
  AccessEventData,
  BotEventData,
  ChannelEventData,
  CredentialsEventData,
  Event as ApiEvent,
  OrderEventData,
  WebhookEventData,
} from '@tidemill/client';
import { formatDecimal } from '../parts/format.ts';
import { FRAME } from '../words/frame.ts';

export type Notice = {
  readonly look: 'good' | 'wrong' | 'warn';
  /** Notices of one topic replace one another. */
  readonly topic: string;
  readonly title: string;
  readonly text: string | null;
};

/** Null: nobody has to hear of it. Orders of bots are their bot's own business unless they fail. */
export function noticeOf({
  type,
  object_id: objectId,
  data,
  user_id: endUserId,
}: ApiEvent): Notice | null {
  // Of end users a partner may have thousands.
  if (endUserId !== null) return null;
  switch (type) {
    case 'order.filled':
      return filledNotice(data as OrderEventData);
    case 'order.rejected':
      return refusedNotice(data as OrderEventData);
    case 'order.unknown':
      return {
        look: 'warn',
        topic: 'order.unknown',
        title: FRAME.unknownTitle,
        text: FRAME.unknownText,
      };
    case 'bot.stopped':
      return stoppedNotice(objectId, data as BotEventData);
    case 'account.invalid_credentials': {
      const { exchange, reason } = data as CredentialsEventData;
      return { look: 'wrong', topic: objectId, title: FRAME.keyRefused(exchange), text: reason };
    }
    case 'hook.created':
    case 'webhook.created':
    case 'channel.created': {
      const { kind, name } = data as AccessEventData;
      const title = FRAME.newAccess(kind);
      return { look: 'warn', topic: objectId, title, text: name };
    }
    case 'webhook.disabled': {
      const { url, reason } = data as WebhookEventData;
      return { look: 'wrong', topic: objectId, title: FRAME.webhookOff(url), text: reason };
    }
    case 'channel.disabled': {
      const { name, reason } = data as ChannelEventData;
      const title = FRAME.channelOff(name);
      return { look: 'wrong', topic: objectId, title, text: reason };
    }
    default:
      return null;
  }
}

function filledNotice({ bot_id: botId, side, amount, market_tag: tag }: OrderEventData) {
  if (botId !== null) return null;
  return {
    look: 'good',
    topic: 'order.filled',
    title: (side === 'buy' ? FRAME.bought : FRAME.sold)(formatDecimal(amount)),
    text: tag,
  } as const;
}

function refusedNotice({ bot_id: botId, market_tag: tag, reason }: OrderEventData) {
  return {
    look: 'wrong',
    topic: botId ?? 'order.rejected',
    title: botId === null ? FRAME.refused : FRAME.refusedOfBot,
    text: [tag, reason].filter((part) => part !== null).join(': '),
  } as const;
}

function stoppedNotice(botId: string, { name, reason }: BotEventData) {
  if (reason === null) return null;
  return { look: 'warn', topic: botId, title: FRAME.stopped(name), text: reason } as const;
}
