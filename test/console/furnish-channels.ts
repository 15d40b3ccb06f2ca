// Channels of notifications as somebody has them who has used them for a while: one that works, one
// that fails, one that was blocked, and one that was never proven.

import { until } from '../support/until.ts';
import type { ChatServer } from './chat-server.ts';
import type { ConsoleUser } from './console-service.ts';

const TOKEN = '7301188212:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc';

export async function furnishChannels({ api }: ConsoleUser, chat: ChatServer): Promise<void> {
  const telegram = (chatId: string) => ({ telegram: { token: TOKEN, chat_id: chatId } });
  const prove = async (name: string, address: object): Promise<string> => {
    const made = await api.createNotificationChannel({ body: { name, ...address } });
    const code = await chat.nextCode();
    await api.verifyNotificationChannel({ channel_id: made.channel_id, body: { code } });
    return made.channel_id;
  };
  const works = await prove('My telephone', telegram('40721'));
  const fails = await prove('Trading room', { slack: { url: chat.slackUrl } });
  const blocked = await prove('Old tablet', telegram('40722'));
  await api.testNotificationChannel({ channel_id: works });
  const statusIs = (channelId: string, status: string) =>
    until(`a channel is ${status}`, async () => {
      const channel = await api.getNotificationChannel({ channel_id: channelId });
      return status === channel.status;
    });
  await until('the test arrived', async () => {
    const { data } = await api.listNotificationDeliveries({ channel_id: works });
    return data.every(({ status }) => status === 'delivered');
  });
  chat.refuse('broken');
  await api.testNotificationChannel({ channel_id: fails });
  await statusIs(fails, 'failing');
  chat.refuse('blocked');
  await api.testNotificationChannel({ channel_id: blocked });
  await statusIs(blocked, 'disabled');
  chat.refuse(null);
  await api.createNotificationChannel({ body: { name: 'New telephone', ...telegram('40723') } });
  await api.createNotificationRule({
    body: {
      name: 'Trades of the night',
      types: ['order.filled', 'bot.stopped'],
      channel_ids: [works],
      every_minutes: 60,
      quiet_hours: { from: '22:30', to: '07:00', time_zone: 'Europe/Berlin' },
    },
  });
}
