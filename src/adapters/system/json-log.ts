// The log: one JSON line per event, on standard output, for whatever collects it. Ordinary lines
// are gathered for a moment, because a system call a line costs a busy service a third of its
// speed; warnings and errors leave at once, and everything leaves before the process ends by
// itself. A killed process loses the ordinary lines of its last instant.

import { pino, stdTimeFunctions } from 'pino';
import { descriptorOf, lineOutput } from '#adapters/system/line-output.ts';
import type { Log } from '#venue-port/world/log.ts';

/** Names of fields that never leave the process, should one be logged by mistake. */
const SECRET_FIELDS = ['authorization', 'idempotencyKey', 'key', 'masterKey', 'password', 'secret'];

const STANDARD_OUTPUT = 1;
const LIMITS_OF_OUTPUT = {
  gatheredBytes: 8_192,
  gatheredMs: 200,
  waitingBytesMax: 4_194_304,
} as const;

/** A log that cannot be written (closed pipe, full disk) is no reason to stop trading. */
export function jsonLog(level: string): Log {
  const output = lineOutput({
    descriptor: descriptorOf(STANDARD_OUTPUT),
    ...LIMITS_OF_OUTPUT,
    lostLine,
  });
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
  process.once('exit', output.flush);
  return {
    debug: (event, fields) => logger.debug(fields, event),
    info: (event, fields) => logger.info(fields, event),
    warn(event, fields) {
      logger.warn(fields, event);
      output.flush();
    },
    error(event, fields) {
      logger.error(fields, event);
      output.flush();
    },
  };
}

function lostLine(linesCount: number): string {
  const time = new Date().toISOString();
  return `${JSON.stringify({ level: 'warn', time, event: 'log.lost', lines_count: linesCount })}\n`;
}
