// One POST to an address that a user chose, within limits on time and size. The connection goes to
// the address that was judged, redirects are not followed, and little is read of a response.

import type { IncomingHttpHeaders, IncomingMessage, RequestOptions } from 'node:http';
import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { LIMITS } from '#lib/limits.ts';
import { failureInWords } from '#adapters/outgoing/failure-in-words.ts';
import type { ReachOptions } from '#adapters/outgoing/judged-address.ts';
import { judgedAddress, lookUpOne } from '#adapters/outgoing/judged-address.ts';

export type PostOptions = ReachOptions & { readonly timeoutMs?: number };

export type GuardedRequest = {
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
};

export type GuardedResponse =
  | {
      readonly kind: 'responded';
      readonly status: number;
      readonly headers: IncomingHttpHeaders;
      /** The beginning. */
      readonly text: string;
    }
  /** In words, without the address, which may be a secret. */
  | { readonly kind: 'unreachable'; readonly problem: string };

/** Never throws; ends within the limits, whatever the receiver does. */
export async function guardedPost(
  options: PostOptions,
  request: GuardedRequest,
): Promise<GuardedResponse> {
  const { timeoutMs = LIMITS.webhookMsMax } = options;
  const deadline = AbortSignal.timeout(timeoutMs);
  try {
    const url = new URL(request.url);
    const judged = await judgedAddress(url.hostname, options, deadline);
    if (!judged.ok) return unreachable(judged.rejection);
    if (url.protocol !== 'https:' && !judged.value.isAllowed)
      return unreachable('Its address has to begin with "https://".');
    return await post(url, judged.value.address, request, deadline);
  } catch (error) {
    if (deadline.aborted) return unreachable(`It did not respond within ${timeoutMs / 1_000} s.`);
    return unreachable(`It could not be reached: ${failureInWords(error)}.`);
  }
}

function unreachable(problem: string): GuardedResponse {
  return { kind: 'unreachable', problem };
}

function post(
  url: URL,
  address: string,
  { headers, body }: GuardedRequest,
  deadline: AbortSignal,
): Promise<GuardedResponse> {
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
      ...headers,
    },
  };
  const outcome = Promise.withResolvers<GuardedResponse>();
  const send = url.protocol === 'https:' ? requestSecure : requestPlain;
  const request = send(url, options, (response) => {
    readResponse(response).then(outcome.resolve, outcome.reject);
  });
  request.on('error', outcome.reject);
  request.end(body);
  return outcome.promise.finally(() => request.destroy());
}

/** The status is what counts: a body that is too long is cut off, and one that breaks off ends. */
async function readResponse(response: IncomingMessage): Promise<GuardedResponse> {
  const { statusCode: status = 0, headers } = response;
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    parts.push(part);
    bytes += part.length;
    if (bytes >= LIMITS.webhookResponseBytesMax) break;
  }
  const text = Buffer.concat(parts).subarray(0, LIMITS.webhookResponseBytesMax).toString('utf8');
  return { kind: 'responded', status, headers, text };
}
