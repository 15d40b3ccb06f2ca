// A page that never changes while the process runs: rendered and compressed when it is first asked
// for, and not sent again to a client that names the version it has.

import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { gzipSync } from 'node:zlib';
import { once } from '#lib/once.ts';
import type { Rendered } from '#api/http/rendered.ts';

/** What to answer to a request with these headers. */
export type FixedPage = (request: IncomingHttpHeaders) => Rendered;

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
    return takesGzip(request['accept-encoding']) ? compressed() : plain;
  };
}

function versionsOf(contentType: string, headers: readonly string[], body: string) {
  // Weak, because the compressed bytes and the plain ones have the same tag.
  const tag = `W/"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
  const shared = ['Cache-Control', 'no-cache', 'ETag', tag, 'Vary', 'Accept-Encoding'];
  const plain: Rendered = {
    status: 200,
    contentType,
    headers: [...headers, ...shared],
    body,
    code: null,
  };
  const compressed = once((): Rendered => ({
    ...plain,
    headers: [...plain.headers, 'Content-Encoding', 'gzip'],
    body: gzipSync(body),
  }));
  const unchanged: Rendered = {
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

function takesGzip(header: string | undefined): boolean {
  if (header === undefined) return false;
  return header.split(',').some((item) => {
    const [coding = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    const quality = parameters.find((part) => part.startsWith('q='))?.slice(2) ?? '1';
    return (coding === 'gzip' || coding === 'x-gzip') && Number(quality) > 0;
  });
}
