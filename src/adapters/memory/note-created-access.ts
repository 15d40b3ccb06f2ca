// Events of ways in and out that were made, as triggers of the database note them.

import type { MemoryState } from '#adapters/memory/memory-state.ts';
import type { Hook } from '#ports/stores/hook-store.ts';
import type { Webhook } from '#domain/webhook/webhook.ts';
import type { CreatedAccess } from '#domain/event-log/event.ts';
import type { EventTypeOf } from '#domain/event-log/event-catalogue.ts';

type AccessOfUser = CreatedAccess & {
  readonly userId: string;
  readonly objectId: string;
  readonly createdAtMs: number;
};

/** Emits `hook.created`. */
export function noteCreatedHook(state: MemoryState, hook: Hook): void {
  const { hookId: objectId, signal: name } = hook;
  noteCreatedAccess(state, 'hook.created', { ...hook, objectId, kind: 'hook', name });
}

/** Emits `webhook.created`; its name is the address. */
export function noteCreatedWebhook(state: MemoryState, webhook: Webhook): void {
  const { webhookId: objectId, url: name } = webhook;
  noteCreatedAccess(state, 'webhook.created', { ...webhook, objectId, kind: 'webhook', name });
}

/** Emits an event of access that was made, which waits for its number. */
export function noteCreatedAccess(
  { waitingEvents }: MemoryState,
  type: EventTypeOf<'access'>,
  { userId, objectId, createdAtMs, kind, name }: AccessOfUser,
): void {
  const event = { type, objectId, atMs: createdAtMs, data: { kind, name } } as const;
  waitingEvents.push({ userId, event });
}
