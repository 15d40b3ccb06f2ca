// Holding signals back for a time. What is held is retained with the bot.

import type { Json } from '#lib/json.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { CallContext } from '#commands/definition/command-implementation.ts';
import { constantNumber } from '#commands/values/constant-value.ts';

const NONE = constantNumber('SignalNone');
const HELD_MAX = 10_000;

type HeldSignal = { readonly atMs: number; readonly signal: number };
type DelayState = { held: readonly HeldSignal[]; response: number };

function isHeld(value: Json): value is { readonly atMs: number; readonly signal: number } {
  return typeof value === 'object' && value !== null && 'atMs' in value && 'signal' in value;
}

function begin(note: Json | undefined): DelayState {
  const held = Array.isArray(note) ? (note as readonly Json[]).filter(isHeld) : [];
  return { held, response: NONE };
}

/** The signal that came in so many minutes ago at this place; none until there is one. */
export function delaySignal(
  { calls, clock, memory }: CallContext,
  signal: number,
  minutes: number,
): number {
  const key = calls.place();
  const state = calls.state(() => begin(memory.note(key)));
  const nowMs = clock.nowMs();
  const last = state.held.at(-1);
  if (last?.signal !== signal) {
    state.held = [...state.held.slice(1 - HELD_MAX), { atMs: nowMs, signal }];
    memory.keepNote(key, state.held);
  }
  const due = state.held.findLastIndex(({ atMs }) => atMs <= nowMs - minutes * MINUTE_MS);
  if (due >= 0) {
    state.response = state.held[due]?.signal ?? NONE;
    // The newest one that is due tells the result until another one is.
    state.held = state.held.slice(due);
  }
  return due >= 0 ? state.response : NONE;
}
