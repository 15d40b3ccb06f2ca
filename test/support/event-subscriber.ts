// Subscribers of events that outlive the service: a stream that is resumed after each cut, and a
// receiver of webhooks that responds badly at times. Both write down what they were given.

import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';

export type SeenEvent = {
  readonly event_id: string;
  readonly type: string;
  readonly object_id: string;
};

export type StreamSubscriber = {
  /** In the order in which they came, over all connections. */
  readonly events: readonly SeenEvent[];
  readonly connectionsCount: number;
  stop(this: void): Promise<void>;
};

/** Begins behind the event 0. `urlOf` says where the service is at the moment. */
export function followEvents(urlOf: () => string, key: string): StreamSubscriber {
  const events: SeenEvent[] = [];
  const state = { connectionsCount: 0, isStopped: false, lastId: '0' };
  const ending = new AbortController();
  const run = async (): Promise<void> => {
    while (!state.isStopped) {
      try {
        const headers = { authorization: `Bearer ${key}`, 'last-event-id': state.lastId };
        const opening = request(`${urlOf()}/v1/events/stream`, { headers, signal: ending.signal });
        const [response] = (await once(opening.end(), 'response')) as [IncomingMessage];
        if (response.statusCode === 200) state.connectionsCount += 1;
        await readMessages(response, (id, text) => {
          state.lastId = id;
          if (text !== null) events.push(JSON.parse(text) as SeenEvent);
        });
      } catch {
        // The service is away, or was killed; it goes on from the last place.
      }
      await pause(20);
    }
  };
  const running = run();
  return {
    events,
    get connectionsCount() {
      return state.connectionsCount;
    },
    async stop() {
      state.isStopped = true;
      ending.abort();
      await running;
    },
  };
}

/** A message counts when its blank line has arrived; a part of one is nothing. */
async function readMessages(
  response: IncomingMessage,
  onMessage: (id: string, text: string | null) => void,
): Promise<void> {
  let text = '';
  for await (const part of response.setEncoding('utf8')) {
    text += String(part);
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const message = text.slice(0, end);
      text = text.slice(end + 2);
      const id = /^id: (\d+)$/m.exec(message)?.[1];
      if (id !== undefined) onMessage(id, /^data: (.*)$/m.exec(message)?.[1] ?? null);
    }
  }
}

export type ReceivedMessage = SeenEvent & { readonly messageId: string; readonly body: string };

export type WebhookReceiver = {
  readonly url: string;
  /** Those that were accepted, in the order in which they came; some more than once. */
  readonly accepted: readonly ReceivedMessage[];
  /** Messages whose signature did not verify. */
  readonly forged: readonly string[];
  /** Known once the webhook is made. */
  secret: string;
  /** Of so many messages one is responded to badly; 0: none. */
  badEvery: number;
  stop(this: void): Promise<void>;
};

/** Verifies each message by a public library of Standard Webhooks. */
export async function receiveWebhooks(): Promise<WebhookReceiver> {
  const accepted: ReceivedMessage[] = [];
  const forged: string[] = [];
  let count = 0;
  const server = createServer((incoming, response) => {
    void (async () => {
      const body = await textOf(incoming);
      const messageId = String(incoming.headers['webhook-id']);
      try {
        new Webhook(receiver.secret).verify(body, incoming.headers as Record<string, string>);
      } catch (error) {
        forged.push(`${messageId}: ${String(error)}`);
        response.writeHead(401).end();
        return;
      }
      count += 1;
      if (receiver.badEvery > 0 && count % receiver.badEvery === 0) {
        // In turn: refused, cut off, and accepted with a response that never arrives.
        const way = Math.floor(count / receiver.badEvery) % 3;
        if (way === 0) return void response.writeHead(500).end('no');
        if (way === 2) accepted.push({ ...(JSON.parse(body) as SeenEvent), messageId, body });
        return void incoming.socket.destroy();
      }
      accepted.push({ ...(JSON.parse(body) as SeenEvent), messageId, body });
      response.writeHead(204).end();
    })().catch(() => incoming.socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${port}/hook`,
    accepted,
    forged,
    secret: '',
    badEvery: 0,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of incoming.setEncoding('utf8')) text += String(part);
  return text;
}
