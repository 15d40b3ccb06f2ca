// A stream of a venue: text frames over a WebSocket. What the connection says about itself stays
// here, because an address may hold a listen key.

import { Failure } from '#venue-port/world/failure.ts';
import type { VenueHosts } from '#venues/wire/venue-hosts.ts';
import { destinationOf } from '#venues/wire/venue-hosts.ts';
import type { VenueStream } from '#venues/wire/venue-wire.ts';

const OPEN_MS_MAX = 10_000;
/** A longer frame ends the connection: it is none that an account has use for. */
const FRAME_CHARACTERS_MAX = 4_194_304;

/**
 * Connects, and passes each text frame on until the connection ends or the signal is aborted; after
 * the signal no frame is passed. Rejects with a Failure when it does not open within ten seconds.
 */
export async function openStream(
  hosts: VenueHosts,
  address: string,
  onFrame: (text: string) => void,
  signal: AbortSignal,
): Promise<VenueStream> {
  const { url, headers } = destinationOf(hosts, address);
  if (signal.aborted) throw new Failure('unavailable', 'The stream was given up.');
  const socket = new WebSocket(url, { headers });
  const ended = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<void>();
  let isOver = false;

  const end = (failure: Failure): void => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
    socket.close();
    opened.reject(failure);
    ended.resolve();
  };
  const abort = (): void => end(new Failure('unavailable', 'The stream was given up.'));
  const timer = setTimeout(
    () => end(new Failure('timeout', `The stream of ${url.hostname} did not open in time.`)),
    OPEN_MS_MAX,
  );
  signal.addEventListener('abort', abort, { once: true });
  socket.addEventListener('open', () => {
    clearTimeout(timer);
    opened.resolve();
  });
  const lost = (): void =>
    end(new Failure('unavailable', `The stream of ${url.hostname} cannot be opened.`));
  socket.addEventListener('error', lost);
  socket.addEventListener('close', lost);
  socket.addEventListener('message', (event) => {
    const data: unknown = event.data;
    if (isOver || typeof data !== 'string') return;
    if (data.length > FRAME_CHARACTERS_MAX) lost();
    else onFrame(data);
  });

  await opened.promise;
  return {
    send(text) {
      if (!isOver) socket.send(text);
    },
    ended: ended.promise,
  };
}
