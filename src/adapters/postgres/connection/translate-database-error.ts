// Translates errors of PostgreSQL and its driver, once: into a Failure when certainly nothing was
// done, into OutcomeUnknown when a write was sent and its response was lost. What the server says
// of the values that were sent stays as it is: it is about them.

import { codeOf, meaningOf } from '#adapters/postgres/connection/server-errors.ts';
import type { ServerErrorMeaning } from '#adapters/postgres/connection/server-errors.ts';
import { Failure, OutcomeUnknown } from '#venue-port/world/failure.ts';

/** What the operating system says about a connection. */
const CONNECTION_ERRORS: readonly string[] = [
  'EACCES',
  'EADDRNOTAVAIL',
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
];

const CUT_MESSAGE = 'Connection terminated';
const LOST_MESSAGE = 'Client has encountered a connection error';

/** Messages of the driver, which gives them no codes. */
const DRIVER_MESSAGES: readonly string[] = [
  CUT_MESSAGE,
  'Query read timeout',
  'timeout exceeded when trying to connect',
  'timeout expired',
];

/** Messages of the driver about what it did not even send. */
const UNSENT_MESSAGES: readonly string[] = [
  LOST_MESSAGE,
  'Client was closed',
  'The server does not support SSL connections',
];

/** The driver's error for a connection that it lost before, with what ended the connection. */
export function withLoss(error: unknown, loss: Error): unknown {
  if (!(error instanceof Error) || !error.message.startsWith(LOST_MESSAGE)) return error;
  return new Error(`${LOST_MESSAGE}: ${loss.message}`, { cause: loss });
}

/**
 * `read`: changes nothing. `write`: takes effect when it ends. `commit`: makes a transaction take
 * effect.
 */
export type Attempt = 'connect' | 'read' | 'write' | 'commit';

/** The error to throw instead of `error`; the same one if it is not the world's fault. */
export function translateDatabaseError(error: unknown, attempt: Attempt): unknown {
  if (!(error instanceof Error) || error instanceof Failure) return error;
  const meaning = meaningOf(codeOf(error));
  if (meaning !== null && meaning !== 'unknown') return refusalOf(error, meaning);
  if (!isConnectionLost(error)) return error;
  const isSent = !UNSENT_MESSAGES.some((message) => error.message.startsWith(message));
  if (isSent && (attempt === 'write' || attempt === 'commit')) {
    const message = `The database was lost before it returned a change: ${error.message}`;
    return new OutcomeUnknown(message, { cause: error, source: 'store' });
  }
  const message = `The database cannot be reached: ${error.message}`;
  return new Failure('unavailable', message, { cause: error, source: 'store' });
}

/** Of a response of the server: nothing was done. */
function refusalOf(error: Error, meaning: Exclude<ServerErrorMeaning, 'unknown'>): Error {
  if (meaning === 'value') return error;
  const code = meaning === 'later' || meaning === 'defect' ? 'unavailable' : 'conflict';
  const isDefect = meaning === 'defect';
  const options = { cause: error, source: 'store', isDefect } as const;
  return new Failure(code, `The database responded: ${error.message}`, options);
}

/** Whether the connection that gave this error must not be used again. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  if (code.startsWith('57P') || code.startsWith('08') || code === '25P03') return true;
  if (meaningOf(code) === 'unknown' || CONNECTION_ERRORS.includes(code)) return true;
  const messages = [...DRIVER_MESSAGES, ...UNSENT_MESSAGES];
  return messages.some((message) => error.message.startsWith(message));
}

/** The network, an administrator, and the limit for transactions that stand still. */
const CUT_CODES: readonly string[] = ['ECONNRESET', 'EPIPE', '57P01', '25P03'];

/** Whether the connection was cut while the server may well be there for another one. */
export function isConnectionCut(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  const messages = [CUT_MESSAGE, LOST_MESSAGE];
  return CUT_CODES.includes(code) || messages.some((each) => error.message.startsWith(each));
}

/** What a server that is not up yet, or has too much to do, reports. */
const COMING_UP_CODES: readonly string[] = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  '53300',
];

/**
 * Of a translated error: whether trying again can help. A wrong name or password stays wrong.
 */
export function mayComeUp(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  if (!(cause instanceof Error)) return false;
  if ('code' in cause && COMING_UP_CODES.includes(String(cause.code))) return true;
  return [...DRIVER_MESSAGES, LOST_MESSAGE].some((text) => cause.message.startsWith(text));
}
