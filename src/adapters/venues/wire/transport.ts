// HTTP to a venue, with what clients hide: how far a request came. Nothing of it is written before
// the connection stands, so a failure before is certainly not sent, and any later one may have been
// carried out. Redirects are not followed and environment proxies not used.

import { Agent as PlainAgent, request as plainRequest } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';
import type { Socket } from 'node:net';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Clock } from '#ports/world/clock.ts';
import type { VenueHosts } from '#adapters/venues/wire/venue-hosts.ts';
import { destinationOf } from '#adapters/venues/wire/venue-hosts.ts';
import type {
  NotSentCause,
  SendBy,
  WireNoReply,
  WireOutcome,
} from '#adapters/venues/wire/venue-wire.ts';

/** Holds a signature and a key: never logged, never part of a message. */
export type SignedRequest = {
  readonly method: string;
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
};

export type Transport = {
  /** `deadlineMs` bounds everything from now on; for `sendByMs` see VenueWire. */
  send(signed: SignedRequest, deadlineMs: number, sendByMs?: SendBy): Promise<WireOutcome>;
  /** Ends all connections; requests under way end as if these had broken. */
  close(): void;
};

export type TransportDeps = {
  readonly hosts: VenueHosts;
  readonly clock: Clock;
  /** Of a reply, unpacked. */
  readonly bodyBytesMax: number;
};

const CONNECT_MS_MAX = 4_000;
/** Shorter than venues keep idle connections: a request on one that they just closed is unknown. */
const IDLE_MS_MAX = 20_000;
const SOCKETS_MAX = 256;

export function makeTransport(deps: TransportDeps): Transport {
  const options = { keepAlive: true, timeout: IDLE_MS_MAX, maxSockets: SOCKETS_MAX };
  const agents = { plain: new PlainAgent(options), secure: new SecureAgent(options) };
  return {
    async send(signed, deadlineMs, sendByMs = unlimited) {
      const limits = { deadlineMs, sendByMs, bodyBytesMax: deps.bodyBytesMax };
      const ended = await perform(agents, deps.hosts, signed, limits);
      if (ended.kind !== 'response') return ended;
      return reply(ended, deps);
    },
    close() {
      agents.plain.destroy();
      agents.secure.destroy();
    },
  };
}

type Agents = { readonly plain: PlainAgent; readonly secure: SecureAgent };
type Response = {
  readonly kind: 'response';
  readonly message: IncomingMessage;
  readonly body: Buffer;
};
type Ended = Response | Exclude<WireOutcome, { readonly kind: 'reply' }>;

/** How far a request came. Whatever is not sent is certain up to `securing`. */
type Phase = 'connecting' | 'securing' | 'sending' | 'reading';

type Limits = {
  readonly deadlineMs: number;
  readonly sendByMs: SendBy;
  readonly bodyBytesMax: number;
};

const unlimited = (): number => Infinity;

async function perform(
  agents: Agents,
  hosts: VenueHosts,
  signed: SignedRequest,
  { deadlineMs, sendByMs, bodyBytesMax }: Limits,
): Promise<Ended> {
  const endsAtMs = performance.now() + deadlineMs;
  const { promise, resolve } = Promise.withResolvers<Ended>();
  const request = openRequest(agents, hosts, signed);
  if (request === null) return notSent('credentials');
  let phase: Phase = 'connecting';
  const timers: NodeJS.Timeout[] = [];

  const end = (ended: Ended): void => {
    for (const timer of timers) clearTimeout(timer);
    resolve(ended);
    if (ended.kind !== 'response') request.destroy();
  };
  const isSent = (): boolean => phase === 'sending' || phase === 'reading';
  const expire = (): void => end(isSent() ? noReply('timeout') : notSent('deadline'));
  timers.push(
    setTimeout(expire, deadlineMs),
    setTimeout(() => (isSent() ? undefined : expire()), CONNECT_MS_MAX),
  );
  const write = (): void => {
    // A process that was frozen meanwhile must not send late, nor for what is another's by now.
    const nowMs = performance.now();
    if (request.destroyed || nowMs >= endsAtMs) return expire();
    if (nowMs >= sendByMs()) return end(notSent('lease'));
    phase = 'sending';
    request.end(signed.body ?? undefined);
  };
  request.on('socket', (socket: Socket) => {
    if (!socket.connecting) return write();
    const isSecure = 'encrypted' in socket;
    socket.once('connect', () => (isSecure ? (phase = 'securing') : write()));
    socket.once('secureConnect', write);
  });
  request.on('error', (error: NodeJS.ErrnoException) => {
    if (isSent()) end(noReply(brokenBy(error, phase)));
    else end(notSent(phase === 'securing' ? 'tls' : causeOf(error)));
  });
  request.on('response', (message) => {
    phase = 'reading';
    readBody(message, bodyBytesMax, end);
  });
  return promise;
}

/** Null when what was signed makes no header: a key with a line break, say. */
function openRequest(
  agents: Agents,
  hosts: VenueHosts,
  signed: SignedRequest,
): ClientRequest | null {
  const { url, headers } = destinationOf(hosts, signed.address);
  const isPlain = url.protocol === 'http:';
  const options = {
    method: signed.method,
    headers: { 'user-agent': 'tidemill', ...signed.headers, ...headers },
    agent: isPlain ? agents.plain : agents.secure,
  };
  try {
    return (isPlain ? plainRequest : secureRequest)(url, options);
  } catch {
    return null;
  }
}

function readBody(
  message: IncomingMessage,
  bodyBytesMax: number,
  end: (ended: Ended) => void,
): void {
  const chunks: Buffer[] = [];
  let bytesCount = 0;
  message.on('data', (chunk: Buffer) => {
    bytesCount += chunk.length;
    chunks.push(chunk);
    if (bytesCount > bodyBytesMax) end(noReply('too_large'));
  });
  message.on('error', () => end(noReply('truncated')));
  message.on('end', () => {
    if (message.complete) end({ kind: 'response', message, body: Buffer.concat(chunks) });
    else end(noReply('truncated'));
  });
}

async function reply(
  { message, body }: Response,
  { clock, bodyBytesMax }: TransportDeps,
): Promise<WireOutcome> {
  const receivedAtMs = clock.nowMs();
  let unpacked = body;
  if (message.headers['content-encoding'] === 'gzip') {
    try {
      unpacked = await promisify(gunzip)(body, { maxOutputLength: bodyBytesMax });
    } catch (error) {
      const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
      return noReply(isTooLarge ? 'too_large' : 'truncated');
    }
  }
  return {
    kind: 'reply',
    status: message.statusCode ?? 0,
    headers: new Map(
      Object.entries(message.headers).map(([name, value]) => [name, [value].flat().join(', ')]),
    ),
    body: unpacked.toString(),
    receivedAtMs,
  };
}

function notSent(cause: NotSentCause): Ended {
  return { kind: 'not_sent', cause, retryAfterMs: null };
}

function noReply(cause: WireNoReply['cause']): WireNoReply {
  return { kind: 'no_reply', cause };
}

function causeOf(error: NodeJS.ErrnoException): NotSentCause {
  return error.syscall === 'getaddrinfo' ? 'dns' : 'refused';
}

/** What the parser of HTTP cannot read has come damaged. */
function brokenBy(error: NodeJS.ErrnoException, phase: Phase): WireNoReply['cause'] {
  return phase === 'reading' || error.code?.startsWith('HPE_') === true ? 'truncated' : 'reset';
}
