// Turns what the world did into words for the operator: what is wrong, and what to do about it.

import { Failure, OutcomeUnknown } from '#venue-port/world/failure.ts';

export type Explanation = { readonly message: string; readonly advice: string };

/** For failures that speak for themselves. */
export const SEE_DOCTOR = 'See what is wrong: tidemill doctor';

const CHECK_URL = 'Check DATABASE_URL (or --database-url); write special characters as %XX.';
const MAKE_ROOM = 'Make room on the disk, then try again; nothing that was saved is lost.';

/** By code of the operating system or of PostgreSQL. */
const BY_CODE: { readonly [code: string]: Explanation } = {
  '08P01': {
    message: 'The database, or a pooler in front of it, refuses how it is spoken to.',
    advice: 'In front of PgBouncer: see PgBouncer in docs/operations.md.',
  },
  '28000': { message: 'The database does not let this user in.', advice: CHECK_URL },
  '28P01': { message: 'The database refuses the password.', advice: CHECK_URL },
  '3D000': {
    message: 'The database server has no database of this name.',
    advice: `Create it (createdb NAME), or name another one. ${CHECK_URL}`,
  },
  '42501': {
    message: 'The database user may not do what is needed.',
    advice: 'Make it the owner of the database, or grant it CREATE on the schema public.',
  },
  '53100': { message: "The database's disk is full.", advice: MAKE_ROOM },
  '53300': {
    message: 'The database has no connections left.',
    advice: 'Raise max_connections, or stop other programs that use it.',
  },
  EACCES: {
    message: 'The system denies permission.',
    advice: 'Give this user the right to it, or choose another data directory: --data-dir DIR',
  },
  EAI_AGAIN: {
    message: "The database's host name cannot be looked up now.",
    advice: `Check the network. ${CHECK_URL}`,
  },
  ECONNREFUSED: {
    message: 'Nothing listens where the database should be.',
    advice: `Start PostgreSQL, or check host and port. ${CHECK_URL}`,
  },
  EHOSTUNREACH: {
    message: "The database's host cannot be reached.",
    advice: `Check the network. ${CHECK_URL}`,
  },
  ENOENT: {
    message: "The database's socket does not exist.",
    advice: `Start PostgreSQL, or check the socket's folder. ${CHECK_URL}`,
  },
  ENOSPC: { message: 'The disk is full.', advice: MAKE_ROOM },
  ENOTFOUND: { message: "The database's host is unknown.", advice: CHECK_URL },
  EROFS: {
    message: 'The file system is read-only.',
    advice: 'Choose another data directory: --data-dir DIR',
  },
  ETIMEDOUT: {
    message: "The database's host does not respond.",
    advice: `Check the network and firewalls. ${CHECK_URL}`,
  },
};

const CAUSES_MAX = 5;

/** Null when the error is no failure of the world: then it is a defect. */
export function explainFailure(error: unknown): Explanation | null {
  let cause: unknown = error;
  for (let depth = 0; depth < CAUSES_MAX && cause instanceof Error; depth += 1) {
    const known = explanationOf(cause, error instanceof Failure);
    if (known !== null) {
      return { message: `${known.message} (${lineOf(cause)})`, advice: known.advice };
    }
    cause = cause.cause;
  }
  if (error instanceof Failure) {
    return { message: lineOf(error), advice: SEE_DOCTOR };
  }
  if (error instanceof OutcomeUnknown) {
    return {
      message: lineOf(error),
      advice: 'It may have been done: look with the matching "list" command before you repeat it.',
    };
  }
  return null;
}

/**
 * A file that is missing is a defect of ours unless an adapter says that it is the world's doing.
 */
function explanationOf(cause: Error, isFailure: boolean): Explanation | null {
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  if (code === 'ENOENT' && !isFailure) return null;
  return BY_CODE[code] ?? null;
}

/** An AggregateError of several refused addresses has no message of its own. */
function lineOf(error: Error): string {
  if (error.message !== '') return error.message;
  if (error instanceof AggregateError) {
    return error.errors
      .map((part) => (part instanceof Error ? part.message : String(part)))
      .join(', ');
  }
  return error.name;
}
