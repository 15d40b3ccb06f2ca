// HTTP to a venue, with what clients hide: how far a request came. Nothing of it is written before
// the connection stands, so a failure before is certainly not sent, and any later one may have been
// carried out. Redirects are not followed and environment proxies not used.

import { Agent as PlainAgent, request as plainRequest } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';
import type { Socket } from 'node:net';
import type { Clock } from '#venue-port/world/clock.ts';
import { unpackBody } from '#venues/wire/unpack-body.ts';
import type { RequestTarget, VenueHosts } from '#venues/wire/venue-hosts.ts';
import { requestTargets } from '#venues/wire/venue-hosts.ts';
import type { NotSentCause, SendBy, WireNoReply, WireOutcome } from '#venues/wire/venue-wire.ts';

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
  /** Until the request is written. */
  readonly connectMsMax: number;
};

/** Shorter than venues keep idle connections: a request on one that they just closed is unknown. */
const IDLE_MS_MAX = 20_000;
const SOCKETS_MAX = 256;

/** Transport to the permitted hosts; `close` ends all connections. */
export function makeTransport(deps: TransportDeps): Transport {
  const options = { keepAlive: true, timeout: IDLE_MS_MAX, maxSockets: SOCKETS_MAX };
  const agents = { plain: new PlainAgent(options), secure: new SecureAgent(options) };
  const targetOf = requestTargets(deps.hosts);
  return {
    async send(signed, deadlineMs, sendByMs = unlimited) {
      const { bodyBytesMax, connectMsMax } = deps;
      const limits = { deadlineMs, sendByMs, bodyBytesMax, connectMsMax };
      const ended = await perform(agents, targetOf(signed.address), signed, limits);
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
type RequestEnd = Response | Exclude<WireOutcome, { readonly kind: 'reply' }>;

/** How far a request came. Whatever is not sent is certain up to `securing`. */
type Phase = 'connecting' | 'securing' | 'sending' | 'reading';

type Limits = {
  readonly deadlineMs: number;
  readonly sendByMs: SendBy;
  readonly bodyBytesMax: number;
  readonly connectMsMax: number;
};

const unlimited = (): number => Infinity;

async function perform(
  agents: Agents,
  target: RequestTarget,
  signed: SignedRequest,
  { deadlineMs, sendByMs, bodyBytesMax, connectMsMax }: Limits,
): Promise<RequestEnd> {
  const endsAtMs = performance.now() + deadlineMs;
  const { promise, resolve } = Promise.withResolvers<RequestEnd>();
  const request = openRequest(agents, target, signed);
  if (request === null) return notSent('credentials');
  let phase: Phase = 'connecting';

  const end = (ended: RequestEnd): void => {
    clearTimeout(timer);
    resolve(ended);
    if (ended.kind !== 'response') request.destroy();
  };
  const isSent = (): boolean => phase === 'sending' || phase === 'reading';
  const expire = (): void => end(isSent() ? noReply('timeout') : notSent('deadline'));
  // One timer for both limits, because most requests reach neither.
  let timer = setTimeout(
    () => {
      const leftMs = endsAtMs - performance.now();
      if (!isSent() || leftMs <= 0) expire();
      else timer = setTimeout(expire, leftMs);
    },
    Math.min(deadlineMs, connectMsMax),
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

const UNWRITABLE = new Set([
  'ERR_INVALID_CHAR',
  'ERR_INVALID_HTTP_TOKEN',
  'ERR_HTTP_INVALID_HEADER_VALUE',
  'ERR_UNESCAPED_CHARACTERS',
]);

/** Null when what was signed makes no header: a key with a line break, say. */
function openRequest(
  agents: Agents,
  { isPlain, hostname, port, path, headers }: RequestTarget,
  signed: SignedRequest,
): ClientRequest | null {
  const options = {
    method: signed.method,
    hostname,
    port,
    path,
    headers: { 'user-agent': 'tidemill', ...signed.headers, ...headers },
    agent: isPlain ? agents.plain : agents.secure,
  };
  try {
    return (isPlain ? plainRequest : secureRequest)(options);
  } catch (error) {
    if (!UNWRITABLE.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return null;
  }
}

function readBody(
  message: IncomingMessage,
  bodyBytesMax: number,
  end: (ended: RequestEnd) => void,
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
    if (!message.complete) return end(noReply('truncated'));
    const [first, ...others] = chunks;
    const body = first !== undefined && others.length === 0 ? first : Buffer.concat(chunks);
    end({ kind: 'response', message, body });
  });
}

async function reply(
  { message, body }: Response,
  { clock, bodyBytesMax }: TransportDeps,
): Promise<WireOutcome> {
  const receivedAtMs = clock.nowMs();
  const encoding = message.headers['content-encoding'] ?? '';
  let unpacked;
  try {
    unpacked = encoding === '' ? body : await unpackBody(body, encoding, bodyBytesMax);
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    return noReply(isTooLarge ? 'too_large' : 'truncated');
  }
  return {
    kind: 'reply',
    status: message.statusCode ?? 0,
    headers: headersOf(message),
    body: unpacked.toString(),
    receivedAtMs,
  };
}

function headersOf({ headers }: IncomingMessage): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    if (value !== undefined) found.set(name, typeof value === 'string' ? value : value.join(', '));
  }
  return found;
}

function notSent(cause: NotSentCause): RequestEnd {
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
