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
        title: 'An order may not have reached the exchange',
        text: 'We are checking with the exchange. Other orders on this market are held until then.',
      };
    case 'bot.stopped':
      return stoppedNotice(objectId, data as BotEventData);
    case 'account.invalid_credentials': {
      const { exchange, reason } = data as CredentialsEventData;
      return { look: 'wrong', topic: objectId, title: `${exchange} refuses a key`, text: reason };
    }
    case 'hook.created':
    case 'webhook.created':
    case 'channel.created': {
      const { kind, name } = data as AccessEventData;
      const title = `Something new hears of you or speaks to your bots: ${kind}`;
      return { look: 'warn', topic: objectId, title, text: name };
    }
    case 'webhook.disabled': {
      const { url, reason } = data as WebhookEventData;
      return { look: 'wrong', topic: objectId, title: `A webhook is off: ${url}`, text: reason };
    }
    case 'channel.disabled': {
      const { name, reason } = data as ChannelEventData;
      const title = `Notifications no longer reach ${name}`;
      return { look: 'wrong', topic: objectId, title, text: reason };
    }
    default:
      return null;
  }
}

function filledNotice({ bot_id: botId, side, amount, market_tag: tag }: OrderEventData) {
  if (botId !== null) return null;
  const verb = side === 'buy' ? 'Bought' : 'Sold';
  return {
    look: 'good',
    topic: 'order.filled',
    title: `${verb} ${formatDecimal(amount)}`,
    text: tag,
  } as const;
}

function refusedNotice({ bot_id: botId, market_tag: tag, reason }: OrderEventData) {
  return {
    look: 'wrong',
    topic: botId ?? 'order.rejected',
    title: botId === null ? 'An order was refused' : 'An order of a bot was refused',
    text: [tag, reason].filter((part) => part !== null).join(': '),
  } as const;
}

function stoppedNotice(botId: string, { name, reason }: BotEventData) {
  if (reason === null) return null;
  return { look: 'warn', topic: botId, title: `${name} stopped`, text: reason } as const;
}
