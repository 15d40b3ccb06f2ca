// A database whose statements are spans of whatever is traced around them: their names, never their
// text or values. What runs outside of any trace, such as polls, is left alone.

import type { Database, Session, Statement } from '#adapters/postgres/connection/database.ts';
import type { Tracer } from '#venue-port/world/tracer.ts';
import { traceWithin } from '#venue-port/world/tracer.ts';

const TRANSACTION = {
  name: 'transaction',
  kind: 'within',
  fields: { 'db.system.name': 'postgresql' },
} as const;

/** Database with the same contract, whose statements are traced. */
export function tracedDatabase(database: Database, tracer: Tracer): Database {
  return {
    ...database,
    ...tracedSession(database, tracer),
    transaction: (work) =>
      traceWithin(tracer, TRANSACTION, () =>
        database.transaction((session) => work(tracedSession(session, tracer))),
      ),
  };
}

function tracedSession(session: Session, tracer: Tracer): Session {
  return {
    read: (statement, values) =>
      traceWithin(tracer, spanOf(statement), () => session.read(statement, values)),
    write: (statement, values) =>
      traceWithin(tracer, spanOf(statement), () => session.write(statement, values)),
    carried: tracer.carried,
  };
}

function spanOf({ name = 'statement' }: Statement<unknown>) {
  const fields = { 'db.system.name': 'postgresql', 'db.operation.name': name };
  return { name: `sql ${name}`, kind: 'requests', fields } as const;
}
