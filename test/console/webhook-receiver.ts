// A receiver of webhooks on this machine. `/gone` and `/broken` respond badly for good; elsewhere
// messages are verified by a public library of Standard Webhooks.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

export type ReceivedMessage = {
  readonly id: string;
  readonly type: string;
  readonly isSigned: boolean;
};

export type WebhookReceiver = {
  readonly url: string;
  /** In the order in which they came, refused ones not included. */
  readonly received: readonly ReceivedMessage[];
  /** What messages are verified with; any of them will do. */
  readonly secrets: string[];
  /** From here on `/` responds so; null: it accepts. */
  refuse(status: number | null): void;
  close(): void;
};

const STATUSES: { readonly [path: string]: number } = { '/gone': 410, '/broken': 500 };

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedMessage[] = [];
  const secrets: string[] = [];
  let refusal: number | null = null;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const status = STATUSES[request.url ?? ''] ?? refusal;
      if (status !== null) {
        response.writeHead(status).end('not now');
        return;
      }
      const body = Buffer.concat(parts).toString();
      const headers = request.headers as Record<string, string>;
      const { type } = JSON.parse(body) as { readonly type: string };
      const isSigned = secrets.some((secret) => isVerified(secret, body, headers));
      received.push({ id: headers['webhook-id'] ?? '', type, isSigned });
      response.end('thanks');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    secrets,
    refuse(status) {
      refusal = status;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function isVerified(secret: string, body: string, headers: Record<string, string>): boolean {
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
}
