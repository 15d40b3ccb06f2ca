// Where messages from outside come in: at a secret address, without a header, as text or JSON.
// TradingView sends `text/plain` or `application/json` as the message is, and waits three seconds.

import { hash } from 'node:crypto';
import { isUtf8 } from 'node:buffer';
import type { Json } from '#lib/json.ts';
import { LIMITS } from '#lib/limits.ts';
import { allowsAddress } from '#domain/access/address-range.ts';
import type { Bucket } from '#domain/shares/token-bucket.ts';
import { filledBucket, fullBucket, waitOf } from '#domain/shares/token-bucket.ts';
import { HOOK_SECRET } from '#services/hooks/manage-hooks.ts';
import type { Hook } from '#services/hooks/receive-alert.ts';
import { noteUnreadCall, receiveAlert } from '#services/hooks/receive-alert.ts';
import { addressOf } from '#api/http/callers/authenticate.ts';
import type { HookBody, HookRoute } from '#api/http/hook-route.ts';
import { isPlainText, readJsonBody } from '#api/http/requests/json-body.ts';
import type { RequestContext } from '#api/http/requests/request-context.ts';
import { networkOfRequest } from '#api/http/requests/request-context.ts';
import type { ApiResponse, Refusal } from '#api/http/responses/api-response.ts';
import { ok, refuse } from '#api/http/responses/api-response.ts';

type Outcome = ApiResponse<{ readonly outcome: 'taken' | 'duplicate' }> | Refusal;

const UNKNOWN = refuse('not_found', 'There is nothing at this path.');
const FOREIGN = 'It came from an address from which this hook may not be called.';
const NO_TEXT = refuse('invalid_request', 'The body is not valid UTF-8 text.');
const TOO_LONG = refuse(
  'payload_too_large',
  `A body has at most ${LIMITS.hookBodyBytesMax} bytes here.`,
);
const SUBJECTS_MAX = 20_000;

/** Counts by itself how often each hook, and all of a user together, are called. */
export function hookCalls(): HookRoute {
  const buckets = new Map<string, Bucket>();

  /** Milliseconds until the subject may call again; 0: it may now, and has. */
  function takeTurn(subject: string, callsPerMinute: number, nowMs: number): number {
    const rules = { tokensMax: callsPerMinute, fillMs: 60_000 };
    const bucket = filledBucket(buckets.get(subject) ?? fullBucket(rules, nowMs), rules, nowMs);
    const waitMs = waitOf(bucket, rules);
    const [oldest] = buckets.size < SUBJECTS_MAX ? [] : buckets.keys();
    if (oldest !== undefined) buckets.delete(oldest);
    buckets.set(subject, waitMs > 0 ? bucket : { ...bucket, tokens: bucket.tokens - 1 });
    return waitMs;
  }

  async function respond(
    context: RequestContext,
    secret: string,
    body: HookBody,
  ): Promise<Outcome> {
    const outcome = await take(context, secret, body);
    if (body !== 'too_long') return outcome;
    return { ...outcome, headers: [...outcome.headers, 'Connection', 'close'] };
  }

  async function take(context: RequestContext, secret: string, body: HookBody): Promise<Outcome> {
    const { deps } = context.edge;
    const nowMs = deps.ports.clock.nowMs();
    const secretHash = hash('sha256', secret, 'base64url');
    const waitMs = takeTurn(secretHash, LIMITS.hookCallsPerMinute, nowMs);
    if (waitMs > 0) return tooMany(context, waitMs);
    const hook = await findHook(context, secret, secretHash, nowMs);
    if (hook === null) return unknownHook(context, nowMs);
    if (typeof hook === 'number') return tooMany(context, hook);
    const userWaitMs = takeTurn(hook.userId, LIMITS.hookCallsPerMinuteOfUser, nowMs);
    if (userWaitMs > 0) return tooMany(context, userWaitMs);
    return deps.giveWay(hook.userId, () => receive(context, hook, body));
  }

  return { path: '/hooks/{secret}', operation: 'hook', respond };
}

/** Null: there is none; milliseconds where its address has looked for too many that are none. */
async function findHook(
  context: RequestContext,
  secret: string,
  secretHash: string,
  nowMs: number,
): Promise<Hook | number | null> {
  const { deps, unknown } = context.edge;
  const network = networkOfRequest(context.edge, context.request);
  const wasGood = unknown.wasGood(secretHash);
  const waitMs = wasGood ? 0 : unknown.take(network, nowMs);
  if (waitMs > 0) return waitMs;
  // What cannot be one is looked up all the same, so that it takes as long.
  const hook = await deps.services.hooks.findHook(Buffer.from(secretHash, 'base64url'));
  if (hook === null || !HOOK_SECRET.test(secret)) {
    unknown.forget(secretHash);
    return null;
  }
  if (!wasGood) unknown.recognise(network, secretHash, nowMs);
  return hook;
}

function unknownHook(context: RequestContext, nowMs: number): Refusal {
  const { edge, request } = context;
  edge.unknown.note(networkOfRequest(edge, request), nowMs);
  context.isUnknown = true;
  return UNKNOWN;
}

async function receive(context: RequestContext, hook: Hook, body: HookBody): Promise<Outcome> {
  const { edge, request } = context;
  const { services, ports, trustedProxies } = edge.deps;
  const address = addressOf(trustedProxies, request);
  if (!allowsAddress(hook.addresses, address)) {
    await noteUnreadCall(services, hook, address ?? null, FOREIGN);
    return unknownHook(context, ports.clock.nowMs());
  }
  const message = body === 'too_long' ? null : messageOf(body);
  if (message === null) {
    const refusal = body === 'too_long' ? TOO_LONG : NO_TEXT;
    await noteUnreadCall(services, hook, address ?? null, refusal.detail);
    return refusal;
  }
  const received = await receiveAlert(services, { hook, address: address ?? null, message });
  if (received.ok) return ok({ outcome: received.value });
  const { code, detail } = received.rejection;
  return refuse(code === 'inbox_full' ? 'temporarily_unavailable' : 'invalid_request', detail);
}

/** Whatever its Content-Type says; null when it can be neither stored nor read. */
function messageOf(bytes: Uint8Array | undefined) {
  const body = Buffer.from(bytes ?? []);
  if (!isUtf8(body)) return null;
  const text = body.toString('utf8');
  if (!isPlainText(text)) return null;
  const read = text.trimStart().startsWith('{') ? readJsonBody(body) : null;
  const fields = read?.ok === true ? (read.value ?? null) : null;
  return { text, fields: fields as { readonly [name: string]: Json } | null };
}

function tooMany(context: RequestContext, waitMs: number): Refusal {
  context.isUnknown = true;
  const seconds = String(Math.ceil(waitMs / 1_000));
  const detail = `Too many messages came to this address; wait ${seconds} s.`;
  return refuse('rate_limited', detail, ['Retry-After', seconds]);
}
