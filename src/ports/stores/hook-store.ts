// Hooks: secret addresses at which signals for a bot come in from outside, each with what became of
// its calls. All calls throw Failure('unavailable') when the store cannot be reached.

import type { HookOutcome } from '#domain/hook/hook-outcome.ts';
import type { BotInput } from '#ports/stores/bot-inbox.ts';
import type { Completion } from '#ports/stores/idempotency-store.ts';

export type Hook = {
  readonly hookId: string;
  readonly userId: string;
  readonly botId: string;
  /** What the script of the bot asks for. */
  readonly signal: string;
  /** What texts look like; null: those that need no form are read. */
  readonly template: string | null;
  /** Networks from which it may be called; empty: from anywhere. */
  readonly addresses: readonly string[];
  /** Whether a text that says "sell" and nothing of the position may open a short. */
  readonly sellsEnterShort: boolean;
  /** So long an equal message without an id is a repetition; 0: none is. */
  readonly repeatWindowMs: number;
  /** Whether messages have to be signed. */
  readonly isSigned: boolean;
  readonly createdAtMs: number;
  readonly rotatedAtMs: number | null;
};

export type HookCall = {
  readonly atMs: number;
  readonly address: string | null;
  /** Null where none was understood. */
  readonly action: string | null;
  readonly outcome: HookOutcome;
  /** In words, for the owner. */
  readonly detail: string;
};

/** A signal that was understood. */
export type HookSignal = {
  readonly hook: Hook;
  readonly atMs: number;
  readonly address: string | null;
  readonly input: Extract<BotInput, { readonly kind: 'signal' }>;
  /** As its sender calls it; null: it has no id. */
  readonly callId: string | null;
  /** Of the message, by which those without an id are compared in the window of the hook. */
  readonly messageHash: Uint8Array;
  /** What is noted when it was taken. */
  readonly detail: string;
};

export type HookStore = {
  /** False when its user has as many as may be, or is being deleted. */
  insertHook(
    hook: Hook,
    secretHash: Uint8Array,
    hooksMax: number,
    completion: Completion | null,
  ): Promise<boolean>;
  /** Null when the hash belongs to none, or to one of a user that is being deleted. */
  findHook(secretHash: Uint8Array): Promise<Hook | null>;
  /** Oldest first. */
  listHooks(userId: string): Promise<readonly Hook[]>;
  /** The secret before it is good no more. False when the user has no such hook. */
  rotateHook(
    userId: string,
    hookId: string,
    secretHash: Uint8Array,
    atMs: number,
    completion: Completion | null,
  ): Promise<boolean>;
  /** With its calls. False when the user has no such hook. */
  deleteHook(userId: string, hookId: string): Promise<boolean>;
  /**
   * Puts the signal into the inbox of the bot and notes the call as `queued`, in one transaction;
   * the step that reads it notes what became of it. `duplicate`
   * when one of that name was taken among those that are retained, or without a
   * name an equal one within the window of the hook; `refused` when the bot does not
   * run or its inbox is full: then nothing is noted. May throw OutcomeUnknown.
   */
  takeHookSignal(
    signal: HookSignal,
    callsRetained: number,
  ): Promise<'queued' | 'duplicate' | 'refused'>;
  /** Notes a call that was not taken. */
  noteHookCall(hookId: string, call: HookCall, callsRetained: number): Promise<void>;
  /** Newest first; null when the user has no such hook. */
  listHookCalls(userId: string, hookId: string, limit: number): Promise<readonly HookCall[] | null>;
};

/** Detail of a call that its bot heard, and wrote nothing of into its log. */
export const SILENT_BOT = 'The bot read it, and logged nothing of it.';
