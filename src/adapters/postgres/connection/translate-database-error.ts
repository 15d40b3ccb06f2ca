// What PostgreSQL and its driver report, translated once: into a Failure when certainly nothing was
// done, into OutcomeUnknown when a write was sent and its response was lost. Everything else is our
// own mistake and stays as it is, marked as the store's.

import type { FailureCode } from '#ports/world/failure.ts';
import { Failure, ofStore, OutcomeUnknown } from '#ports/world/failure.ts';

/** SQLSTATE codes of responses: the server refused, so nothing was done. */
const SERVER_FAILURES: { readonly [sqlState: string]: FailureCode } = {
  '08000': 'unavailable', // connection exception
  '08001': 'unavailable', // cannot establish connection
  '08003': 'unavailable', // connection does not exist
  '08004': 'unavailable', // connection refused by server
  '08006': 'unavailable', // connection failure
  '25006': 'unavailable', // read-only transaction: a standby, or a full disk at a provider
  '25P02': 'unavailable', // transaction aborted by an earlier error
  '25P03': 'unavailable', // idle-in-transaction timeout
  '28000': 'unavailable', // invalid authorization
  '28P01': 'unavailable', // invalid password
  '3D000': 'unavailable', // database does not exist (yet)
  '40001': 'conflict', // serialization failure
  '40P01': 'conflict', // deadlock
  '53000': 'unavailable', // insufficient resources
  '53100': 'unavailable', // disk full
  '53200': 'unavailable', // out of memory
  '53300': 'unavailable', // too many connections
  '53400': 'unavailable', // configuration limit exceeded
  '55P03': 'conflict', // lock not available
  '57014': 'unavailable', // statement timeout, or cancelled
  '57P01': 'unavailable', // administrator's shutdown
  '57P03': 'unavailable', // starting up or shutting down
  '57P04': 'unavailable', // database dropped
  '57P05': 'unavailable', // idle session timeout
  '58000': 'unavailable', // system error
  '58030': 'unavailable', // input/output error
  '58P01': 'unavailable', // a file of the server is missing
};

/** SQLSTATE codes after which the server may have carried out what it was sent. */
const SERVER_UNKNOWNS: readonly string[] = [
  '08007', // transaction resolution unknown
  '40003', // statement completion unknown
  '57P02', // another server process crashed
];

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

/** Codes of errors that do not come from the values that were sent: all but classes 22, 23, P0. */
const OF_STORE = /^(?!22|23|P0)[0-9A-Z]{5}$/;

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
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const failureCode = SERVER_FAILURES[code];
  if (failureCode !== undefined) {
    return new Failure(failureCode, `The database responded: ${error.message}`, { cause: error });
  }
  if (!isConnectionLost(error)) return OF_STORE.test(code) ? ofStore(error) : error;
  const isSent = !UNSENT_MESSAGES.some((message) => error.message.startsWith(message));
  if (isSent && (attempt === 'write' || attempt === 'commit')) {
    const message = `The database was lost before it returned a change: ${error.message}`;
    return new OutcomeUnknown(message, { cause: error, source: 'store' });
  }
  const message = `The database cannot be reached: ${error.message}`;
  return new Failure('unavailable', message, { cause: error });
}

/** Whether the connection that gave this error must not be used again. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code.startsWith('57P') || code.startsWith('08') || code === '25P03') return true;
  if (SERVER_UNKNOWNS.includes(code) || CONNECTION_ERRORS.includes(code)) return true;
  const messages = [...DRIVER_MESSAGES, ...UNSENT_MESSAGES];
  return messages.some((message) => error.message.startsWith(message));
}

/** Whether the connection was cut while the server may well be there for another one. */
export function isConnectionCut(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? error.code : '';
  return code === 'ECONNRESET' || code === '57P01' || error.message.startsWith(CUT_MESSAGE);
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
