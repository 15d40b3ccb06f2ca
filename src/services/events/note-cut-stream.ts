// Reports to whoever has the log that a stream was ended whose reader did not hear why.

import type { EventLog } from '#ports/stores/event-log.ts';
import type { Principal } from '#ports/stores/key-store.ts';
import { logOwnerOf } from '#services/events/read-events.ts';

export type NoteCutStreamDeps = { readonly events: Pick<EventLog, 'noteCutStream'> };

export type EndedStream = {
  readonly caller: Pick<Principal, 'keyId' | 'userId' | 'endUserId'>;
  /** Without its query. */
  readonly path: string;
  readonly reason: string;
  readonly atMs: number;
};

/** Throws Failure, and OutcomeUnknown. */
export async function noteCutStream(
  { events }: NoteCutStreamDeps,
  { caller, ...cut }: EndedStream,
): Promise<void> {
  await events.noteCutStream({ ...cut, keyId: caller.keyId, userId: logOwnerOf(caller) });
}
