// Signals of partners: sent at once and forgotten by the sender; what bots did with them can be
// read for a day.

import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Clock } from '#ports/world/clock.ts';
import type { PartnerSignalStore, SentSignal } from '#ports/stores/partner-signal-store.ts';
import type { Principal } from '#ports/stores/key-store.ts';
import type { CompletionSlot } from '#services/orders/order-deps.ts';
import { completionWith } from '#services/orders/order-deps.ts';
import { reachOf } from '#services/partners/partner-deps.ts';

export type SignalDeps = { readonly signals: PartnerSignalStore; readonly clock: Clock };

export type SignalRequest = { readonly token: string; readonly action: string };

export type SendSignalCommand = SignalRequest & {
  readonly caller: Principal;
  readonly completion: CompletionSlot<SignalRequest> | null;
};

/** One that no bot listens to is taken as well. */
export async function sendSignal(
  { signals, clock }: SignalDeps,
  { caller, token, action, completion }: SendSignalCommand,
): Promise<void> {
  await signals.sendSignal({
    ...reachOf(caller),
    token,
    action,
    atMs: clock.nowMs(),
    completion: completionWith(completion, { token, action }),
  });
}

export type LastSignal = SentSignal & { readonly expiresAtMs: number };

export async function getLastSignal(
  { signals, clock }: SignalDeps,
  { caller, token }: { readonly caller: Principal; readonly token: string },
): Promise<Result<LastSignal, 'signal_not_found'>> {
  const sinceMs = clock.nowMs() - LIMITS.signalKeepMs;
  const [last] = await signals.listSignals(reachOf(caller), token, sinceMs, null, 1);
  if (last === undefined) return rejected('signal_not_found');
  return accepted({ ...last, expiresAtMs: last.receivedAtMs + LIMITS.signalKeepMs });
}

export type SignalPage = {
  readonly signals: readonly SentSignal[];
  /** Where the next page begins after; null on the last one. */
  readonly lastKey: string | null;
};

export type SignalQuery = {
  readonly caller: Principal;
  readonly token: string;
  readonly after: string | null;
  readonly limit: number;
};

/** Newest first, with what each bot did. */
export async function traceSignals(
  { signals, clock }: SignalDeps,
  { caller, token, after, limit }: SignalQuery,
): Promise<Result<SignalPage, 'signal_not_found'>> {
  const sinceMs = clock.nowMs() - LIMITS.signalKeepMs;
  const before = after === null ? null : Number(after);
  const found = await signals.listSignals(reachOf(caller), token, sinceMs, before, limit + 1);
  if (found.length === 0 && after === null) return rejected('signal_not_found');
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  const lastKey = found.length > limit && last !== undefined ? String(last.sequence) : null;
  return accepted({ signals: shown, lastKey });
}
