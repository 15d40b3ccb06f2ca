// A client of a stream of events, over a socket of its own so that it can stop reading.

import { connect } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';

export type EventReader = {
  /** All that has arrived, the response's head included. */
  text(): string;
  /** Ids of the events that have arrived, in order. */
  ids(): readonly number[];
  /** The place that it would go on from. */
  lastId(): string | null;
  /** Waits until it holds; throws when the connection ends before. */
  until(holds: () => boolean): Promise<void>;
  hasEnded(): boolean;
  pause(): void;
  resume(): void;
  cut(): void;
};

type ReaderOptions = {
  readonly path?: string;
  readonly query?: string;
  readonly lastEventId?: string;
  /** Null: the header is not sent. */
  readonly accept?: string | null;
};

export function readEventStream(
  address: string,
  key: string,
  options: ReaderOptions = {},
): EventReader {
  const { path = '/v1/events/stream', query = '', lastEventId } = options;
  const { accept = 'text/event-stream' } = options;
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  const accepted = accept === null ? '' : `Accept: ${accept}\r\n`;
  const place = lastEventId === undefined ? '' : `Last-Event-ID: ${lastEventId}\r\n`;
  socket.write(
    `GET ${path}${query} HTTP/1.1\r\nHost: ${hostname}\r\n` +
      `Authorization: Bearer ${key}\r\n${accepted}${place}\r\n`,
  );
  let text = '';
  let isEnded = false;
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    text += chunk;
  });
  // A connection that is cut off is what some tests are about.
  socket.on('error', () => undefined);
  socket.on('close', () => {
    isEnded = true;
  });
  const idsIn = (pattern: RegExp): readonly string[] =>
    [...text.matchAll(pattern)].map(([, id]) => id ?? '');
  return {
    text: () => text,
    ids: () => idsIn(/^id: (\d+)\ndata: .*\n\n/gm).map(Number),
    lastId: () => idsIn(/^id: (\d+)\n/gm).at(-1) ?? null,
    async until(holds) {
      while (!holds()) {
        if (isEnded) throw new Error(`The stream ended before: ${text}`);
        await turn();
      }
    },
    hasEnded: () => isEnded,
    pause: () => void socket.pause(),
    resume: () => void socket.resume(),
    cut: () => void socket.destroy(),
  };
}
