// Sends webhooks over HTTP. A name is resolved once, each of its addresses is judged, and the
// connection goes to the address that was judged: a name that resolves to something else a moment
// later reaches nothing. Redirects are not followed, and what is read of a response is limited.

import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { IncomingMessage, RequestOptions } from 'node:http';
import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { isIP, isIPv6 } from 'node:net';
import type { AddressRange } from '#domain/access/address-range.ts';
import { isAddressIn } from '#domain/access/address-range.ts';
import type { WebhookOutcome, WebhookResponse } from '#domain/webhook/judge-attempt.ts';
import { isReachable, literalAddress } from '#domain/webhook/webhook-address.ts';
import { describeError } from '#lib/describe-error.ts';
import { LIMITS } from '#lib/limits.ts';
import type { WebhookRequest, WebhookSender } from '#ports/world/webhook-sender.ts';
import { signWebhook } from '#adapters/webhooks/sign-webhook.ts';

export type WebhookSenderOptions = {
  /** Networks that may be reached although they are not public. */
  readonly allowed: readonly AddressRange[];
  /** Of a name; by the name servers of this machine where it is left out. */
  readonly resolve?: (hostname: string) => Promise<readonly string[]>;
  readonly timeoutMs?: number;
};

export function httpWebhookSender(options: WebhookSenderOptions): WebhookSender {
  const { allowed, resolve = resolveName, timeoutMs = LIMITS.webhookMsMax } = options;
  return {
    async send(request) {
      const deadline = AbortSignal.timeout(timeoutMs);
      try {
        const url = new URL(request.url);
        const found = await withinDeadline(addressesOf(url.hostname, resolve), deadline);
        const address = found.find((each) => isReachable(each, allowed));
        if (address === undefined) return unreachable(refusalOf(url, found));
        if (url.protocol !== 'https:' && !isAddressIn(allowed, address))
          return unreachable('Its address has to begin with "https://".');
        return await post(url, address, request, deadline);
      } catch (error) {
        if (deadline.aborted)
          return unreachable(`It did not respond within ${timeoutMs / 1_000} s.`);
        return unreachable(`It could not be reached: ${describeError(error)}`);
      }
    },
  };
}

function unreachable(problem: string): WebhookResponse {
  return { kind: 'unreachable', problem };
}

function refusalOf({ hostname }: URL, found: readonly string[]): string {
  if (found.length === 0) return `The name "${hostname}" has no address.`;
  return `"${hostname}" is in a network that webhooks do not reach.`;
}

async function addressesOf(
  hostname: string,
  resolve: NonNullable<WebhookSenderOptions['resolve']>,
): Promise<readonly string[]> {
  const literal = literalAddress(hostname);
  if (literal !== null) return [literal];
  // No name server has to know it, and the operator may have allowed it.
  return hostname === 'localhost' ? ['127.0.0.1', '::1'] : resolve(hostname);
}

/** By c-ares, whose waiting takes no thread from the rest of the process. */
async function resolveName(hostname: string): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: LIMITS.webhookNameMsMax, tries: 2 });
  const [v4, v6] = await Promise.allSettled([
    resolver.resolve4(hostname),
    resolver.resolve6(hostname),
  ]);
  return [v4, v6].flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
}

async function withinDeadline<T>(work: Promise<T>, deadline: AbortSignal): Promise<T> {
  const late = Promise.withResolvers<never>();
  const fail = (): void => late.reject(new Error('too late'));
  deadline.addEventListener('abort', fail, { once: true });
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    deadline.removeEventListener('abort', fail);
  }
}

function post(
  url: URL,
  address: string,
  { id, sentAtMs, body, secrets }: WebhookRequest,
  deadline: AbortSignal,
): Promise<WebhookResponse> {
  const timestamp = Math.floor(sentAtMs / 1_000);
  const options: RequestOptions & { readonly servername?: string } = {
    method: 'POST',
    // A connection of its own, which leads to the address that was judged.
    agent: false,
    lookup: (_hostname, wanted, done) => lookUpOne(address, wanted.all === true, done),
    signal: deadline,
    maxHeaderSize: LIMITS.webhookHeaderBytesMax,
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'Tidemill-Webhooks',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signWebhook(secrets, id, timestamp, body),
    },
  };
  const outcome = Promise.withResolvers<WebhookResponse>();
  const send = url.protocol === 'https:' ? requestSecure : requestPlain;
  const request = send(url, options, (response) => {
    readResponse(response).then(outcome.resolve, outcome.reject);
  });
  request.on('error', outcome.reject);
  request.end(body);
  return outcome.promise.finally(() => request.destroy());
}

type LookUpDone = (
  error: NodeJS.ErrnoException | null,
  address: string | LookupAddress[],
  family?: number,
) => void;

function lookUpOne(address: string, isAll: boolean, done: LookUpDone): void {
  const family = isIPv6(address) ? 6 : 4;
  if (isIP(address) === 0) return done(new Error('no address'), '');
  if (isAll) return done(null, [{ address, family }]);
  done(null, address, family);
}

/** The status is what counts: a body that is too long is cut off, and one that breaks off ends. */
async function readResponse(response: IncomingMessage): Promise<WebhookResponse> {
  const status = response.statusCode ?? 0;
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    parts.push(part);
    bytes += part.length;
    if (bytes >= LIMITS.webhookResponseBytesMax) break;
  }
  const text = Buffer.concat(parts).subarray(0, LIMITS.webhookResponseBytesMax).toString('utf8');
  return { kind: 'responded', outcome: outcomeOf(status), status, text };
}

function outcomeOf(status: number): WebhookOutcome {
  if (status >= 200 && status < 300) return 'accepted';
  if (status >= 300 && status < 400) return 'redirected';
  return status === 410 ? 'gone' : 'refused';
}
