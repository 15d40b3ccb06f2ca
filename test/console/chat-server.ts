// A service of chats on this machine: it responds as the Bot API of Telegram and a webhook of Slack
// do, and keeps what it was sent.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from '../support/until.ts';

export type ChatServer = {
  /** What a service needs in its environment to reach it. */
  readonly environment: Readonly<Record<string, string>>;
  readonly slackUrl: string;
  /** The newest code that arrived, once more codes have arrived than were returned before. */
  nextCode(): Promise<string>;
  /** From here on all messages are refused so; null: they are taken. */
  refuse(how: 'blocked' | 'broken' | null): void;
  close(): void;
};

const REFUSALS = {
  blocked: [403, 'Forbidden: bot was blocked by the user'],
  broken: [502, 'Bad Gateway'],
} as const;

export async function startChatServer(): Promise<ChatServer> {
  const codes: string[] = [];
  let returnedCount = 0;
  let refusal: keyof typeof REFUSALS | null = null;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const isSlack = request.url === '/slack';
      if (refusal !== null) {
        const [status, description] = REFUSALS[refusal];
        const body = JSON.stringify({ ok: false, error_code: status, description });
        response.writeHead(status).end(isSlack ? description : body);
        return;
      }
      const { text } = JSON.parse(Buffer.concat(parts).toString()) as { readonly text: string };
      const code = /Code: (\d{6})/.exec(text)?.[1];
      if (code !== undefined) codes.push(code);
      const body = JSON.stringify({ ok: true, result: { message_id: 4711 } });
      response.end(isSlack ? 'ok' : body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    environment: { TIDEMILL_TELEGRAM_URL: url, TIDEMILL_WEBHOOK_NETWORKS: '127.0.0.0/8' },
    slackUrl: `${url}/slack`,
    async nextCode() {
      await until('a code arrives', () => Promise.resolve(codes.length > returnedCount));
      returnedCount = codes.length;
      return codes.at(-1) ?? '';
    },
    refuse(how) {
      refusal = how;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
