// Sends messages to channels of every kind.

import type { ChannelSender } from '#ports/world/channel-sender.ts';
import type { MailOptions } from '#adapters/notifications/send-mail.ts';
import { sendDiscord } from '#adapters/notifications/send-discord.ts';
import { sendSlack } from '#adapters/notifications/send-slack.ts';
import type { TelegramOptions } from '#adapters/notifications/send-telegram.ts';
import { sendTelegram } from '#adapters/notifications/send-telegram.ts';

/**
 * Sender for all kinds of channels. Failures are values; nothing is thrown for what a channel says.
 */
export function channelSender(options: MailOptions & TelegramOptions): ChannelSender {
  return {
    async send({ address, id, message }) {
      switch (address.kind) {
        case 'telegram':
          return sendTelegram(options, address, message);
        case 'discord':
          return sendDiscord(options, address, message);
        case 'slack':
          return sendSlack(options, address, message);
        case 'email': {
          // Loaded with the first mail: most installations send none.
          const { sendMail } = await import('#adapters/notifications/send-mail.ts');
          return sendMail(options, address, id, message);
        }
      }
    },
  };
}
