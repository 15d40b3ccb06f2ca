// The log: one JSON line per event, on standard output, for whatever collects it. Lines are written
// before the call returns, so that the last words of a process that ends are not lost.

import { destination, pino, stdTimeFunctions } from 'pino';
import type { Log } from '#ports/log.ts';

/** Names of fields that never leave the process, should one be logged by mistake. */
const SECRET_FIELDS = ['authorization', 'idempotencyKey', 'key', 'masterKey', 'password', 'secret'];

export function jsonLog(level: string): Log {
  const output = destination({ fd: 1, sync: true });
  // A log that cannot be written (closed pipe, full disk) is no reason to stop trading.
  output.on('error', () => undefined);
  const logger = pino(
    {
      level,
      base: null,
      messageKey: 'event',
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: SECRET_FIELDS,
    },
    output,
  );
  return {
    info: (event, fields) => logger.info(fields, event),
    warn: (event, fields) => logger.warn(fields, event),
    error: (event, fields) => logger.error(fields, event),
  };
}
