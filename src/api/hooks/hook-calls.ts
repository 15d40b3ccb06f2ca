// Receives messages from outside: at a secret address, without a header, as text or JSON.
// TradingView sends `text/plain` or `application/json` as the message is, and waits three seconds.

import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import { isUtf8 } from 'node:buffer';
import { LIMITS } from '#lib/limits.ts';
import { allowsAddress } from '#domain/access/address-range.ts';
import type { Bucket } from '#domain/shares/token-bucket.ts';
import { filledBucket, fullBucket, waitOf } from '#domain/shares/token-bucket.ts';
import { HOOK_SECRET, signingSecretOf } from '#services/hooks/manage-hooks.ts';
import type { AlertRefusal, Hook, ReceiveAlertCommand } from '#services/hooks/receive-alert.ts';
import { noteUnreadCall, receiveAlert } from '#services/hooks/receive-alert.ts';
import { addressOf } from '#api/http/callers/authenticate.ts';
import type { HookBody, HookRoute } from '#api/http/hook-route.ts';
import { isPlainText } from '#api/http/requests/json-body.ts';
import type { RequestContext } from '#api/http/requests/request-context.ts';
import { networkOfRequest } from '#api/http/requests/request-context.ts';
import type { ApiResponse, Refusal } from '#api/http/responses/api-response.ts';
import { ok, refuse } from '#api/http/responses/api-response.ts';

type Outcome = ApiResponse<{ readonly outcome: 'queued' | 'duplicate' }> | Refusal;

type Message = ReceiveAlertCommand['message'];

const UNKNOWN = refuse('not_found', 'There is nothing at this path.');
const FOREIGN = 'It came from an address from which this hook may not be called.';
const NO_TEXT = refuse('invalid_request', 'The body is not valid UTF-8 text.');
const TOO_LONG = refuse(
  'payload_too_large',
  `A body has at most ${LIMITS.hookBodyBytesMax} bytes here.`,
);
const UNSIGNED = refuse(
  'invalid_request',
  'This hook takes signed messages: "X-Tidemill-Signature: sha256=" with the hexadecimal ' +
    'HMAC-SHA256 of the body by its signing secret.',
);
const WRONG_KEY = refuse('invalid_request', 'An "Idempotency-Key" has 1 to 128 characters.');
const KEY = /^[\x20-\x7e]{1,128}$/;
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
    return deps.giveWay(hook.userId, () => receive(context, { hook, secret }, body));
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

async function receive(
  context: RequestContext,
  { hook, secret }: { readonly hook: Hook; readonly secret: string },
  body: HookBody,
): Promise<Outcome> {
  const { edge, request } = context;
  const { services, ports, trustedProxies } = edge.deps;
  const address = addressOf(trustedProxies, request);
  if (!allowsAddress(hook.addresses, address)) {
    await noteUnreadCall(services, hook, address ?? null, FOREIGN);
    return unknownHook(context, ports.clock.nowMs());
  }
  const message = readMessage(context, hook.isSigned ? secret : null, body);
  if ('kind' in message) {
    await noteUnreadCall(services, hook, address ?? null, message.detail);
    return message;
  }
  const received = await receiveAlert(services, { hook, address: address ?? null, message });
  if (received.ok) return ok({ outcome: received.value });
  const { code, detail } = received.rejection;
  return refuse(PROBLEMS[code], detail);
}

const PROBLEMS = {
  not_understood: 'invalid_request',
  action_unknown: 'invalid_signal',
  not_running: 'invalid_request',
  inbox_full: 'temporarily_unavailable',
} as const satisfies Record<AlertRefusal['code'], string>;

/** Whatever its Content-Type says. `secret` null: it need not be signed. */
function readMessage(
  { edge, request }: RequestContext,
  secret: string | null,
  bytes: HookBody,
): Message | Refusal {
  if (bytes === 'too_long') return TOO_LONG;
  const body = Buffer.from(bytes ?? []);
  const { 'x-tidemill-signature': signature, 'idempotency-key': key } = request.headers;
  if (
    secret !== null &&
    !isSignedBy(signingSecretOf(edge.deps.ports.secrets, secret), body, signature)
  )
    return UNSIGNED;
  const text = isUtf8(body) ? body.toString('utf8') : null;
  if (text === null || !isPlainText(text)) return NO_TEXT;
  if (key !== undefined && !KEY.test(String(key))) return WRONG_KEY;
  // The signature is not of the headers, so whoever repeats a message could choose another key.
  const sent = secret === null && key !== undefined ? String(key) : null;
  return { text, hash: hash('sha256', body, 'buffer'), key: sent };
}

function isSignedBy(secret: string, body: Buffer, signature: unknown): boolean {
  const wanted = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
  const found = Buffer.from(typeof signature === 'string' ? signature.toLowerCase() : '');
  return found.length === wanted.length && timingSafeEqual(found, wanted);
}

function tooMany(context: RequestContext, waitMs: number): Refusal {
  context.isUnknown = true;
  const seconds = String(Math.ceil(waitMs / 1_000));
  const detail = `Too many messages came to this address; wait ${seconds} s.`;
  return refuse('rate_limited', detail, ['Retry-After', seconds]);
}
