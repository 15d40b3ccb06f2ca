// Receivers of notifications on this machine, for campaigns: a chat of Telegram, a webhook of Slack
// and a mail server. Each writes down every message that arrived whole, is slow at times, and is
// made to lose some responses.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { present } from '#lib/assert.ts';

/** Mails of one channel are a minute apart: several channels make as many messages as a chat. */
export const MAIL_CHANNELS = ['email 1', 'email 2', 'email 3', 'email 4'] as const;
export const CHANNELS = ['telegram', 'slack', ...MAIL_CHANNELS] as const;
export type ChannelName = (typeof CHANNELS)[number];
type Receiver = 'telegram' | 'slack' | 'email';

export type Arrival = {
  readonly channel: ChannelName;
  readonly text: string;
  readonly atMs: number;
  /** When a response was sent that says that it was taken; null: none was. */
  readonly respondedAtMs: number | null;
};

export type ChannelReceivers = {
  /** What a service needs in its environment to reach them. */
  readonly environment: Readonly<Record<string, string>>;
  readonly slackUrl: string;
  /** As a channel names it. */
  readonly mailServer: object;
  /** As a channel names it: where mails of this channel go. */
  mailAddressOf(this: void, channel: ChannelName): string;
  /** In the order in which they came. */
  arrivals(this: void, channel: ChannelName): readonly Arrival[];
  /** Of so many messages to a receiver the response to one is lost; 0: none. */
  loseEvery: number;
  stop(this: void): Promise<void>;
};

const DELAYS_MS = [0, 0, 400, 0, 900];

function mailAddressOf(channel: ChannelName): string {
  return `${channel.replace(' ', '-')}@example.org`;
}

export async function receiveNotifications(): Promise<ChannelReceivers> {
  const arrived: Readonly<Record<Receiver, Arrival[]>> = { telegram: [], slack: [], email: [] };
  /** Returns whether it is to be responded to. */
  const take = async (receiver: Receiver, channel: ChannelName, text: string): Promise<boolean> => {
    const message = { channel, text, atMs: Date.now() };
    const place = arrived[receiver].push({ ...message, respondedAtMs: null });
    await pause(DELAYS_MS[place % DELAYS_MS.length]);
    if (receivers.loseEvery > 0 && place % receivers.loseEvery === 0) return false;
    arrived[receiver][place - 1] = { ...message, respondedAtMs: Date.now() };
    return true;
  };
  const chats = createServer((request, response) => {
    void (async () => {
      const chat = request.url === '/slack' ? 'slack' : 'telegram';
      let body = '';
      for await (const part of request.setEncoding('utf8')) body += String(part);
      const { text } = JSON.parse(body) as { readonly text: string };
      if (!(await take(chat, chat, text))) return void request.socket.destroy();
      const done = { ok: true, result: { message_id: arrived.telegram.length } };
      response.end(chat === 'slack' ? 'ok' : JSON.stringify(done));
    })().catch(() => request.socket.destroy());
  });
  chats.listen(0, '127.0.0.1');
  await once(chats, 'listening');
  const mails = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onData(stream, { envelope }, callback) {
      void (async () => {
        let text = '';
        try {
          for await (const part of stream.setEncoding('utf8')) text += String(part);
        } catch {
          // Who sent it was killed meanwhile.
          return;
        }
        const [to] = envelope.rcptTo;
        const channel = MAIL_CHANNELS.find((each) => mailAddressOf(each) === to?.address);
        if (await take('email', present(channel, 'mails go to channels'), text))
          callback(null, 'queued');
        else callback(Object.assign(new Error('Try later'), { responseCode: 451 }));
      })();
    },
  });
  mails.on('error', () => undefined);
  const mailServer = mails.listen(0, '127.0.0.1');
  await once(mailServer, 'listening');
  const chatUrl = `http://127.0.0.1:${(chats.address() as AddressInfo).port}`;
  const { port } = mailServer.address() as AddressInfo;
  const receivers: ChannelReceivers = {
    environment: {
      TIDEMILL_TELEGRAM_URL: chatUrl,
      TIDEMILL_WEBHOOK_NETWORKS: '127.0.0.0/8',
    },
    slackUrl: `${chatUrl}/slack`,
    mailServer: { host: '127.0.0.1', port, tls: 'starttls', from: 'ada@example.org' },
    mailAddressOf,
    arrivals: (channel) =>
      Object.values(arrived).flatMap((all) => all.filter((each) => each.channel === channel)),
    loseEvery: 0,
    async stop() {
      chats.closeAllConnections();
      chats.close();
      await new Promise<void>((resolve) => mails.close(resolve));
    },
  };
  return receivers;
}
