// The web console: one page for all its addresses, and files whose names change with their content,
// so that browsers keep them for good. Files are compressed when the console is built. The page is
// different each time: it names a number used once, by which browsers know the styles that the
// editor and the widgets write as our own.

import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { refuse } from '#api/http/responses/api-response.ts';
import { codingFor } from '#api/http/responses/fixed-page.ts';
import type { PublicPage } from '#api/http/responses/public-page.ts';
import type { RenderedResponse } from '#api/http/responses/rendered.ts';

export type ConsoleFile = {
  readonly contentType: string;
  readonly plain: Uint8Array;
  readonly br: Uint8Array;
  readonly gzip: Uint8Array;
};

/** What was built: the text of the page, and its files by their names. */
export type ConsoleFiles = {
  readonly page: string;
  readonly assets: ReadonlyMap<string, ConsoleFile>;
  /** The page that reports are written into; read when one is. */
  reportFrame(): string;
};

/** Addresses within the console, as Fastify writes paths; `/` is the start page's. */
const ADDRESSES = [
  '/sign-in',
  '/accounts',
  '/accounts/:id',
  '/markets',
  '/markets/:tag',
  '/bots',
  '/bots/:id',
  '/scripts',
  '/scripts/:id',
  '/backtests',
  '/backtests/:id',
  '/labs',
  '/labs/:id',
  '/series',
  '/portfolio',
  '/settings',
  '/partner',
  '/partner/users/:id',
  '/partner/users/:id/new-bot',
  '/partner/users/:id/bots/:bot',
  '/users',
  '/audit',
  '/operator',
] as const;

/** Where the page has the number, as `console/index.html` writes it. */
const NONCE_PLACE = '__NONCE__';
/** Where it has the path below which a proxy shows the service, and names its files. */
const BASE_PATH_PLACE = '__BASE_PATH__';
const ASSETS_PLACE = '="./assets/';
const NONCE_BYTES = 18;

/** Scripts, connections and pictures are the service's own, and styles, or they name the number. */
function policyWith(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

const PAGE_HEADERS = [
  'Referrer-Policy',
  'no-referrer',
  'Cross-Origin-Opener-Policy',
  'same-origin',
  'Cache-Control',
  'no-store',
];
const ASSET_HEADERS = ['Cache-Control', 'public, max-age=31536000, immutable'];

/** Pages of the console and of its files, under the base path of an installation behind a proxy. */
export function consolePages(files: ConsoleFiles, basePath = ''): readonly PublicPage[] {
  const addresses = ADDRESSES.map((path) => ({
    operation: 'console',
    path,
    render: async () => consolePage(files, basePath),
  }));
  return [
    ...addresses,
    {
      operation: 'console_file',
      path: '/assets/:name',
      async render({ name = '' }, headers) {
        const file = files.assets.get(name);
        if (file === undefined) return refuse('not_found', 'There is no such file.');
        return rendered(file, ASSET_HEADERS, headers);
      },
    },
  ];
}

/** The page of every address. It is a thousand bytes, so it is sent as it is. */
export function consolePage({ page }: ConsoleFiles, basePath = ''): RenderedResponse {
  const nonce = randomBytes(NONCE_BYTES).toString('base64');
  return {
    status: 200,
    contentType: 'text/html; charset=utf-8',
    headers: ['Content-Security-Policy', policyWith(nonce), ...PAGE_HEADERS],
    body: page
      .replaceAll(NONCE_PLACE, nonce)
      .replaceAll(BASE_PATH_PLACE, basePath)
      .replaceAll(ASSETS_PLACE, `="${basePath}/assets/`),
    code: null,
  };
}

/** The same at an address that nothing has, as the page says then; programs get a problem there. */
export function missingPage(files: ConsoleFiles, basePath = ''): RenderedResponse {
  const page = consolePage(files, basePath);
  return { ...page, status: 404, headers: [...page.headers, 'Vary', 'Accept'], code: 'not_found' };
}

function rendered(
  file: ConsoleFile,
  headers: readonly string[],
  request: IncomingHttpHeaders,
): RenderedResponse {
  const coding = codingFor(request['accept-encoding']);
  const encoding = coding === null ? [] : ['Content-Encoding', coding];
  return {
    status: 200,
    contentType: file.contentType,
    headers: [...headers, 'Vary', 'Accept-Encoding', ...encoding],
    body: file[coding ?? 'plain'],
    code: null,
  };
}
