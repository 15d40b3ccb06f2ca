// Signals of partners in memory.

import { completeRecord, insistOnRecord } from '#adapters/memory/memory-idempotency-store.ts';
import type { MemoryState, StoredSignal } from '#adapters/memory/memory-state.ts';
import { present } from '#lib/assert.ts';
import { noteUnheardSignal } from '#adapters/memory/note-unheard-signal.ts';
import { isUnread } from '#adapters/memory/unread-signals.ts';
import type { BotInbox } from '#ports/stores/bot-inbox.ts';
import { UNREAD_SIGNAL } from '#ports/stores/bot-inbox.ts';
import type { PartnerSignalStore, SentSignal } from '#ports/stores/partner-signal-store.ts';

/** Store over this state; `sendSignal` gives the number of bots that took the signal. */
export function memoryPartnerSignalStore(
  state: MemoryState,
  inbox: Pick<BotInbox, 'send'>,
): PartnerSignalStore {
  const { partnerBots, signals, takenInputs } = state;
  let sentCount = 0;
  return {
    async sendSignal({ completion, ...request }) {
      const { partnerId, endUserId, token, action, atMs } = request;
      const listening = [...partnerBots.values()].filter(
        (bot) =>
          bot.partnerId === partnerId &&
          bot.signalToken === token &&
          bot.deletedAtMs === null &&
          (endUserId === null || bot.userId === endUserId),
      );
      if (completion !== null) insistOnRecord(completeRecord(state, completion));
      const input = {
        kind: 'signal',
        name: token,
        action,
        signalAtMs: atMs,
        payload: null,
      } as const;
      const before = new Set(state.inbox.keys());
      const ids = listening.map(({ botId }) => botId).toSorted();
      const deliver = ids.map((botId) => ({ botId, input }));
      // They are there at once, so that no other signal comes in between.
      const sending = inbox.send(deliver, atMs, null);
      const fresh = [...state.inbox.values()].filter(({ sequence }) => !before.has(sequence));
      const deliveries = fresh.map(({ botId, sequence }) => ({ botId, inboxSequence: sequence }));
      sentCount += 1;
      signals.push({ sequence: sentCount, request, deliveries });
      if (deliveries.length === 0) noteUnheard(state, request);
      await sending;
      return deliveries.length;
    },
    async listSignals({ partnerId, endUserId }, token, sinceMs, beforeSequence, limit) {
      const reached = signals.filter(
        ({ request }) =>
          request.partnerId === partnerId &&
          (token === null || request.token === token) &&
          request.atMs >= sinceMs &&
          (endUserId === null || request.endUserId === null || request.endUserId === endUserId),
      );
      const ordered = (token === null ? reached.toSorted(byTime) : reached).toReversed();
      const newest = behind(ordered, token, beforeSequence).slice(0, limit);
      return newest.map((signal) => sentSignal(state, signal, endUserId));
    },
    async purgeSignals(beforeMs, limit) {
      const old = signals.filter(({ request }) => request.atMs < beforeMs).slice(0, limit);
      for (const signal of old) {
        signals.splice(signals.indexOf(signal), 1);
        const { partnerId, endUserId: userId, atMs } = signal.request;
        state.forgottenSignals.push({ partnerId, userId, atMs });
      }
      const taken = [...takenInputs].filter(([, { takenAtMs }]) => takenAtMs < beforeMs);
      for (const [sequence] of taken.slice(0, limit)) takenInputs.delete(sequence);
      const unheard = [...state.unheardSignals].filter(([, of]) => of.eventAtMs < beforeMs);
      for (const [key] of unheard.slice(0, limit)) state.unheardSignals.delete(key);
      const forgotten = Math.max(taken.length, unheard.length);
      return Math.max(old.length, Math.min(forgotten, limit));
    },
  };
}

/** That no bot gets one is an event of the partner. */
function noteUnheard(
  state: MemoryState,
  { partnerId, token, action, atMs }: StoredSignal['request'],
): void {
  const reason = `No running bot got the signal "${token}" (${action}).`;
  const about = { botId: null, signalId: null, signalToken: token, reason };
  noteUnheardSignal(state, partnerId, { objectId: token, atMs, ...about });
}

function byTime(one: StoredSignal, other: StoredSignal): number {
  return one.request.atMs - other.request.atMs || one.sequence - other.sequence;
}

/** Those of one token are in the order of their numbers, those of all in that of their times. */
function behind(
  ordered: readonly StoredSignal[],
  token: string | null,
  beforeSequence: number | null,
): readonly StoredSignal[] {
  if (beforeSequence === null) return ordered;
  if (token !== null) return ordered.filter(({ sequence }) => sequence < beforeSequence);
  const at = ordered.findIndex(({ sequence }) => sequence === beforeSequence);
  return at === -1 ? [] : ordered.slice(at + 1);
}

function sentSignal(
  state: MemoryState,
  { sequence, request, deliveries }: StoredSignal,
  endUserId: string | null,
): SentSignal {
  const { partnerBots, takenInputs } = state;
  const { token, action, atMs: receivedAtMs } = request;
  const effects = deliveries.flatMap(({ botId, inboxSequence }) => {
    const { userId } = present(partnerBots.get(botId), 'a bot of an end user stays');
    if (endUserId !== null && endUserId !== userId) return [];
    const taken = takenInputs.get(inboxSequence);
    const { takenAtMs = null, reception = null, orderIds = [], messages = [] } = taken ?? {};
    const signalId = String(inboxSequence);
    const effect = { signalId, botId, userId, takenAtMs, reception, orderIds, messages };
    if (!isUnread(state, inboxSequence)) return [effect];
    return [{ ...effect, reception: 'unheard' as const, messages: [UNREAD_SIGNAL] }];
  });
  return { sequence, token, action, receivedAtMs, effects };
}
