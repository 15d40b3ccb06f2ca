// Signals of partners: sent at once and forgotten by the sender; what bots did with them can be
// read for a day.

import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import type { Delivery } from '#domain/webhook/webhook.ts';
import type { WebhookStore } from '#ports/stores/webhook-store.ts';
import type {
  PartnerSignalStore,
  SentSignal,
  SignalEffect,
} from '#ports/stores/partner-signal-store.ts';
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

/** Newest signal of a token within its retention; `expiresAtMs` is when it is forgotten. */
export async function getLastSignal(
  { signals, clock }: SignalDeps,
  { caller, token }: { readonly caller: Principal; readonly token: string },
): Promise<Result<LastSignal, 'signal_not_found'>> {
  const sinceMs = clock.nowMs() - LIMITS.signalKeepMs;
  const [last] = await signals.listSignals(reachOf(caller), token, sinceMs, null, 1);
  if (last === undefined) return rejected('signal_not_found');
  return accepted({ ...last, expiresAtMs: last.receivedAtMs + LIMITS.signalKeepMs });
}

/** What a bot did, and what the partner's webhooks were sent of it. */
export type TracedEffect = SignalEffect & { readonly deliveries: readonly Delivery[] };

export type TracedSignal = Omit<SentSignal, 'effects'> & {
  readonly effects: readonly TracedEffect[];
};

export type SignalPage = {
  readonly signals: readonly TracedSignal[];
  /** Where the next page begins after; null on the last one. */
  readonly lastKey: string | null;
};

export type SignalQuery = {
  readonly caller: Principal;
  /** Null: those of all tokens. */
  readonly token: string | null;
  readonly after: string | null;
  readonly limit: number;
};

export type TraceDeps = SignalDeps & {
  readonly webhooks: Pick<WebhookStore, 'listDeliveriesAbout'>;
};

/** Those of one token, newest first, with what each bot did. */
export async function traceSignals(
  deps: TraceDeps,
  query: SignalQuery & { readonly token: string },
): Promise<Result<SignalPage, 'signal_not_found'>> {
  const page = await listSignals(deps, query);
  const isUnknown = page.signals.length === 0 && query.after === null;
  return isUnknown ? rejected('signal_not_found') : accepted(page);
}

/** Newest first, with what each bot did. */
export async function listSignals(
  { signals, webhooks, clock }: TraceDeps,
  { caller, token, after, limit }: SignalQuery,
): Promise<SignalPage> {
  const sinceMs = clock.nowMs() - LIMITS.signalKeepMs;
  const before = after === null ? null : Number(after);
  const found = await signals.listSignals(reachOf(caller), token, sinceMs, before, limit + 1);
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  const lastKey = found.length > limit && last !== undefined ? String(last.sequence) : null;
  const effects = shown.flatMap((signal) => signal.effects);
  const deliveries = await deliveriesOf(webhooks, caller, effects);
  return { signals: shown.map((signal) => traced(signal, deliveries)), lastKey };
}

/** On a page; the newest of more are left out. */
const DELIVERIES_MAX = 5_000;

/** Webhooks are the partner's: a key for one end user is shown none. */
async function deliveriesOf(
  webhooks: TraceDeps['webhooks'],
  { endUserId, userId }: Principal,
  effects: readonly SignalEffect[],
): Promise<readonly Delivery[]> {
  if (endUserId !== null || effects.length === 0) return [];
  const orderIds = effects.flatMap((effect) => effect.orderIds);
  const signalIds = effects.map(({ signalId }) => signalId);
  return webhooks.listDeliveriesAbout(userId, { orderIds, signalIds }, DELIVERIES_MAX);
}

function traced(signal: SentSignal, deliveries: readonly Delivery[]): TracedSignal {
  const effects = signal.effects.map((effect) => ({
    ...effect,
    deliveries: deliveries.filter(
      ({ objectId, signalId }) =>
        signalId === effect.signalId || effect.orderIds.includes(objectId),
    ),
  }));
  return { ...signal, effects };
}
