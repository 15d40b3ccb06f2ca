// A page that never changes while the process runs: rendered and compressed when it is first asked
// for, and not sent again to a client that names the version it has.

import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { once } from '#lib/once.ts';
import type { RenderedResponse } from '#api/http/responses/rendered.ts';

/** The response to a request with these headers. */
export type FixedPage = (request: IncomingHttpHeaders) => RenderedResponse;

/** `headers` are names and values in turn; `render` is called once, at the first request. */
export function fixedPage(
  contentType: string,
  headers: readonly string[],
  render: () => string,
): FixedPage {
  const versions = once(() => versionsOf(contentType, headers, render()));
  return (request) => {
    const { tag, plain, compressed, unchanged } = versions();
    if (names(request['if-none-match'], tag)) return unchanged;
    const coding = codingFor(request['accept-encoding']);
    return coding === null ? plain : compressed[coding]();
  };
}

/** The highest quality takes most of a second for the longest page, and saves little more. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

const COMPRESSIONS = {
  br: (body: string) => brotliCompressSync(body, BROTLI),
  gzip: (body: string) => gzipSync(body),
} as const;
type Coding = keyof typeof COMPRESSIONS;

function versionsOf(contentType: string, headers: readonly string[], body: string) {
  // Weak, because the compressed bytes and the plain ones have the same tag.
  const tag = `W/"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
  const shared = ['Cache-Control', 'no-cache', 'ETag', tag, 'Vary', 'Accept-Encoding'];
  const plain: RenderedResponse = {
    status: 200,
    contentType,
    headers: [...headers, ...shared],
    body,
    code: null,
  };
  const packed = (coding: Coding) => (): RenderedResponse => ({
    ...plain,
    headers: [...plain.headers, 'Content-Encoding', coding],
    body: COMPRESSIONS[coding](body),
  });
  const compressed = { br: once(packed('br')), gzip: once(packed('gzip')) };
  const unchanged: RenderedResponse = {
    status: 304,
    contentType: null,
    headers: shared,
    body: null,
    code: null,
  };
  return { tag, plain, compressed, unchanged };
}

/** Whether the header has the tag, or stands for any. */
function names(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  const opaque = (text: string) => text.trim().replace(/^W\//, '');
  return header.split(',').some((item) => item.trim() === '*' || opaque(item) === opaque(tag));
}

/** What the client would rather have; of equals the smaller. Null: as it is. */
export function codingFor(header = ''): Coding | null {
  const qualities = header.split(',').map((item) => {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    const quality = parameters.find((part) => part.startsWith('q='))?.slice(2) ?? '1';
    return [name === 'x-gzip' ? 'gzip' : name, Number(quality)] as const;
  });
  const qualityOf = (coding: Coding): number =>
    Math.max(0, ...qualities.filter(([name]) => name === coding).map(([, quality]) => quality));
  const [br, gzip] = [qualityOf('br'), qualityOf('gzip')];
  if (br > 0 && br >= gzip) return 'br';
  return gzip > 0 ? 'gzip' : null;
}
