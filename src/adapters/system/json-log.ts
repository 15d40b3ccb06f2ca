// The log: one JSON line per event, on standard output, for whatever collects it. Ordinary lines
// are gathered for a moment, because a system call a line costs a busy service a third of its
// speed; warnings and errors leave at once, and everything leaves before the process ends by
// itself. A killed process loses the ordinary lines of its last instant.

import { destination, pino, stdTimeFunctions } from 'pino';
import type { Log } from '#ports/world/log.ts';

/** Names of fields that never leave the process, should one be logged by mistake. */
const SECRET_FIELDS = ['authorization', 'idempotencyKey', 'key', 'masterKey', 'password', 'secret'];

const GATHERED_BYTES = 8_192;
const GATHERED_MS = 200;

export function jsonLog(level: string): Log {
  const output = destination({
    fd: 1,
    sync: false,
    minLength: GATHERED_BYTES,
    periodicFlush: GATHERED_MS,
  });
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
  const flush = (): void => {
    try {
      output.flushSync();
    } catch {
      // As above: a log that cannot be written is no reason to stop.
    }
  };
  process.once('exit', flush);
  return {
    debug: (event, fields) => logger.debug(fields, event),
    info: (event, fields) => logger.info(fields, event),
    warn(event, fields) {
      logger.warn(fields, event);
      flush();
    },
    error(event, fields) {
      logger.error(fields, event);
      flush();
    },
  };
}
