// What a request says about its body and about the response it takes, judged by headers alone.

import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Refusal } from '#api/http/responses/api-response.ts';
import { refuse } from '#api/http/responses/api-response.ts';

const JSON_MEDIA_TYPE = /^application\/json[ \t]*(?:;[ \t]*charset[ \t]*=[ \t]*"?utf-8"?[ \t]*)?$/i;

/** Null when the headers are in order. */
export function checkFraming(
  headers: IncomingHttpHeaders,
  acceptsBody: boolean,
  bodyBytesMax: number,
): Refusal | null {
  if (!acceptsJson(headers.accept)) {
    return refuse('not_acceptable', `"Accept: ${headers.accept}" rules out application/json.`);
  }
  if (!acceptsBody || !hasBody(headers)) return null;
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    return refuse('unsupported_media_type', `Content-Encoding "${encoding}" is not supported.`, [
      'Accept-Encoding',
      'identity',
    ]);
  }
  const mediaType = headers['content-type'];
  if (mediaType === undefined || !JSON_MEDIA_TYPE.test(mediaType)) {
    const found = mediaType === undefined ? 'none' : `"${mediaType}"`;
    return refuse(
      'unsupported_media_type',
      `Header "Content-Type": expected "application/json", found ${found}.`,
      ['Accept', 'application/json'],
    );
  }
  return Number(headers['content-length'] ?? 0) > bodyBytesMax ? tooLarge(bodyBytesMax) : null;
}

/** The connection ends with this response, since the rest of the body is not read. */
export function tooLarge(bodyBytesMax: number): Refusal {
  return refuse('payload_too_large', `A body has at most ${bodyBytesMax} bytes here.`, [
    'Connection',
    'close',
  ]);
}

function hasBody(headers: IncomingHttpHeaders): boolean {
  if (headers['transfer-encoding'] !== undefined) return true;
  const length = headers['content-length'];
  return length !== undefined && length !== '0';
}

/** Lenient: anything that does not rule JSON out takes it. */
export function acceptsJson(accept: string | undefined): boolean {
  if (accept === undefined || accept === '*/*' || accept.trim() === '') return true;
  let quality = 0;
  let precision = 0;
  for (const range of accept.split(',')) {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const found = PRECISIONS[name] ?? 0;
    if (found < precision || found === 0) continue;
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    quality = found > precision ? Number(weight) : Math.max(quality, Number(weight));
    precision = found;
  }
  return quality > 0;
}

/** The more exact range decides. */
const PRECISIONS: { readonly [range: string]: number } = {
  '*/*': 1,
  'application/*': 2,
  'application/json': 3,
  'application/problem+json': 3,
};

/**
 * Whether a header was sent more than once. Node keeps the first Authorization and Host and drops
 * the others without a word. `name` is in lower case.
 */
export function isRepeated({ rawHeaders }: IncomingMessage, name: string): boolean {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const other = rawHeaders[index] ?? '';
    if (other.length === name.length && other.toLowerCase() === name) count += 1;
  }
  return count > 1;
}
