// A receiver of webhooks on this machine that accepts everything at once.

import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

export type Receiver = {
  readonly url: string;
  /** Called with the event's number in the log of its user. */
  onMessage: (sequence: number) => void;
  close(this: void): Promise<void>;
};

export async function startReceiver(): Promise<Receiver> {
  const server = createServer((request, response) => {
    request.resume();
    const id = String(request.headers['webhook-id']);
    receiver.onMessage(Number(id.slice(id.lastIndexOf('-') + 1)));
    response.writeHead(204).end();
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hook`,
    onMessage: () => undefined,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
}
