// Hooks in memory.

import { memoryBotInbox } from '#adapters/memory/memory-bot-inbox.ts';
import { completeRecord, insistOnRecord } from '#adapters/memory/memory-idempotency-store.ts';
import type { MemoryState } from '#adapters/memory/memory-state.ts';
import { noteCreatedHook } from '#adapters/memory/note-created-access.ts';
import { isUnread } from '#adapters/memory/unread-signals.ts';
import { UNREAD_SIGNAL } from '#ports/stores/bot-inbox.ts';
import type { Hook, HookCall, HookSignal, HookStore } from '#ports/stores/hook-store.ts';
import { SILENT_BOT } from '#ports/stores/hook-store.ts';

type NotedCall = HookCall & {
  readonly callId: string | null;
  readonly messageHash?: string;
  readonly inboxSequence?: number;
};
type StoredHook = { readonly hook: Hook; readonly secretHash: string; readonly calls: NotedCall[] };

/** Store over this state, with hooks of its own. */
export function memoryHookStore(state: MemoryState): HookStore {
  const hooks = new Map<string, StoredHook>();
  const inbox = memoryBotInbox(state);
  const ownHook = (userId: string, hookId: string): StoredHook | null => {
    const found = hooks.get(hookId);
    return found?.hook.userId === userId ? found : null;
  };
  const note = (hookId: string, call: NotedCall, callsRetained: number): void => {
    const calls = hooks.get(hookId)?.calls;
    calls?.unshift(call);
    calls?.splice(callsRetained);
  };
  return {
    async insertHook(hook, secretHash, hooksMax, completion) {
      const own = [...hooks.values()].filter((each) => each.hook.userId === hook.userId);
      if (own.length >= hooksMax || state.deletions.has(hook.userId)) return false;
      if (completion !== null) insistOnRecord(completeRecord(state, completion));
      hooks.set(hook.hookId, { hook, secretHash: textOf(secretHash), calls: [] });
      noteCreatedHook(state, hook);
      return true;
    },
    async findHook(secretHash) {
      const wanted = textOf(secretHash);
      const found = [...hooks.values()].find((each) => each.secretHash === wanted)?.hook ?? null;
      return found !== null && state.deletions.has(found.userId) ? null : found;
    },
    async listHooks(userId) {
      const own = [...hooks.values()].filter(({ hook }) => hook.userId === userId);
      return own
        .map(({ hook }) => hook)
        .toSorted((one, other) => (one.hookId < other.hookId ? -1 : 1))
        .toSorted((one, other) => one.createdAtMs - other.createdAtMs);
    },
    async rotateHook(userId, hookId, secretHash, atMs, completion) {
      const found = ownHook(userId, hookId);
      if (found === null) return false;
      if (completion !== null) insistOnRecord(completeRecord(state, completion));
      const hook = { ...found.hook, rotatedAtMs: atMs };
      hooks.set(hookId, { ...found, hook, secretHash: textOf(secretHash) });
      return true;
    },
    async deleteHook(userId, hookId) {
      return ownHook(userId, hookId) !== null && hooks.delete(hookId);
    },
    async takeHookSignal(signal, callsRetained) {
      const { hook, atMs, address, input, callId, detail } = signal;
      const { botId, hookId } = hook;
      const calls = hooks.get(hookId)?.calls ?? [];
      if (callId !== null && calls.some((call) => call.callId === callId)) return 'duplicate';
      if (callId === null && isRepeated(calls, signal)) return 'duplicate';
      const { action } = input;
      const said = { atMs, address, action, outcome: 'queued', detail, callId } as const;
      const call = callId === null ? { ...said, messageHash: textOf(signal.messageHash) } : said;
      note(hookId, call, callsRetained);
      const got = await inbox.send([{ botId, input }], atMs, null);
      const { sequence: inboxSequence } = state.inboxCount;
      if (got.length > 0) calls[0] = { ...call, inboxSequence };
      else calls.splice(calls.indexOf(call), 1);
      return got.length > 0 ? 'queued' : 'refused';
    },
    async noteHookCall(hookId, call, callsRetained) {
      note(hookId, { ...call, callId: null }, callsRetained);
    },
    async listHookCalls(userId, hookId, limit) {
      const found = ownHook(userId, hookId);
      if (found === null) return null;
      return found.calls.slice(0, limit).map((call) => shownCall(state, call));
    },
  };
}

/** An equal message without a name was taken within the window of the hook. */
function isRepeated(calls: readonly NotedCall[], { hook, atMs, messageHash }: HookSignal): boolean {
  const [wanted, sinceMs] = [textOf(messageHash), atMs - hook.repeatWindowMs];
  return calls.some((call) => call.messageHash === wanted && call.atMs > sinceMs);
}

/** As it is by now. */
function shownCall(
  state: MemoryState,
  { callId: _callId, messageHash: _hash, inboxSequence, ...call }: NotedCall,
): HookCall {
  if (inboxSequence === undefined) return call;
  if (isUnread(state, inboxSequence)) return { ...call, outcome: 'unheard', detail: UNREAD_SIGNAL };
  const { reception = null, messages = [] } = state.takenInputs.get(inboxSequence) ?? {};
  if (reception === null) return call;
  const outcome = reception === 'heard' ? 'taken' : 'unheard';
  return { ...call, outcome, detail: messages[0] ?? SILENT_BOT };
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
