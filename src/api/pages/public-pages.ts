// Pages that need no key and hold no tenant's data: health, figures, the document of the API, and
// what people read.

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { refuse } from '#api/http/responses/api-response.ts';
import { OPERATION_TAGS } from '#api/http/operation-tags.ts';
import type { FixedPage } from '#api/http/responses/fixed-page.ts';
import type { PublicPage } from '#api/http/responses/public-page.ts';
import { asksForPage } from '#api/http/responses/public-page.ts';
import { fixedPage } from '#api/http/responses/fixed-page.ts';
import type { EdgeState } from '#api/http/edge-state.ts';
import { refuseForeignHost } from '#api/http/callers/own-host.ts';
import type { Figure } from '#api/http/responses/metrics.ts';
import { METRICS_TYPE, renderMetrics } from '#api/http/responses/metrics.ts';
import { PROBLEM_CODES } from '#api/http/responses/problems.ts';
import type { RenderedResponse } from '#api/http/responses/rendered.ts';
import { JSON_TYPE } from '#api/http/responses/rendered.ts';
import { commandReference, pineReference } from '#services/scripts/command-reference.ts';
import type { ConsoleFiles } from '#api/pages/console-pages.ts';
import { consolePage, consolePages } from '#api/pages/console-pages.ts';
import { renderCommandsPage } from '#api/pages/commands-page.ts';
import { renderErrorIndex, renderErrorPage } from '#api/pages/error-page.ts';
import { PAGE_SCRIPT_SOURCES } from '#api/pages/page-script.ts';
import { renderGroupPage } from '#api/pages/group-page.ts';
import { pageBelow } from '#api/http/base-path.ts';
import { groupPath, SEARCH_PATH, searchIndex } from '#api/pages/reference-frame.ts';
import { renderReferencePage } from '#api/pages/reference-page.ts';
import { renderShapeIndex, renderShapePage } from '#api/pages/shape-pages.ts';
import { renderStartPage, startDocument } from '#api/pages/start-page.ts';
import type { OpenApiDocument } from '#api/openapi/open-api-document.ts';

const HTML_TYPE = 'text/html; charset=utf-8';
const TEXT_TYPE = 'text/plain; charset=utf-8';
const MARKDOWN_TYPE = 'text/markdown; charset=utf-8';
/** Pages load nothing from elsewhere and cannot be framed; they run no script, or ours alone. */
function htmlHeaders(scripts: string): readonly string[] {
  const policy =
    `default-src 'none'; ${scripts}style-src 'unsafe-inline'; base-uri 'none'; ` +
    "form-action 'none'; frame-ancestors 'none'";
  return ['Content-Security-Policy', policy, 'Referrer-Policy', 'no-referrer'];
}

const HTML_HEADERS = htmlHeaders('');
const SEARCHED_HEADERS = htmlHeaders(`script-src ${PAGE_SCRIPT_SOURCES}; connect-src 'self'; `);

/** For who opens the address in a browser; a program that asks gets the same as JSON. */
function startPage(
  edge: EdgeState,
  document: () => OpenApiDocument,
  console: ConsoleFiles | null,
): PublicPage {
  return {
    operation: 'start_page',
    path: '/',
    async render(_params, request) {
      const isPerson = asksForPage(request);
      if (isPerson && console !== null) return besideJson(consolePage(console, edge.basePath));
      const { info, servers } = document();
      const isReady = !edge.isDraining && (await edge.deps.isReady());
      const installation = { version: info.version, baseUrl: servers[0]?.url ?? '', isReady };
      const page = isPerson
        ? livePage(HTML_TYPE, pageBelow(edge.basePath, renderStartPage(installation)))
        : livePage(JSON_TYPE, startDocument(installation));
      const headers = isPerson ? HTML_HEADERS : [];
      return { ...page, headers: [...headers, 'Vary', 'Accept'] };
    },
  };
}

/** A program that asks the same address gets JSON. */
function besideJson(page: RenderedResponse): RenderedResponse {
  const headers = page.headers.map((value) =>
    value === 'Accept-Encoding' ? 'Accept, Accept-Encoding' : value,
  );
  return { ...page, headers };
}

/** What browsers and their users ask for by themselves: no strangers whose keys are counted. */
const ASIDE: readonly PublicPage[] = [
  bare('docs_slash', '/docs/', 302, ['Location', '/docs']),
  bare('favicon', '/favicon.ico', 204, []),
  {
    operation: 'robots',
    path: '/robots.txt',
    render: async () => livePage(TEXT_TYPE, 'User-agent: *\nDisallow: /\n'),
  },
];

/** A response without a body. */
function bare(
  operation: string,
  path: string,
  status: number,
  headers: readonly string[],
): PublicPage {
  const rendered = { status, contentType: null, headers, body: null, code: null };
  return { operation, path, render: async () => rendered };
}

/** The pages of one running edge; what does not change is rendered at the first request for it. */
export function publicPages(
  edge: EdgeState,
  document: () => OpenApiDocument,
  console: ConsoleFiles | null,
): readonly PublicPage[] {
  const { basePath } = edge;
  const errorPages = new Map<string, FixedPage>(
    PROBLEM_CODES.map((code) => [
      code,
      fixedPage(HTML_TYPE, HTML_HEADERS, () => pageBelow(basePath, renderErrorPage(code))),
    ]),
  );
  return [
    startPage(edge, document, console),
    ...(console === null ? [] : consolePages(console, basePath)),
    servedPage('openapi', '/openapi.json', JSON_TYPE, () => JSON.stringify(document())),
    ...referencePages(document, basePath),
    searchedPage('commands', '/docs/commands', () =>
      pageBelow(basePath, renderCommandsPage(commandReference())),
    ),
    servedPage('commands_text', '/docs/commands.md', MARKDOWN_TYPE, commandReference),
    searchedPage('pine', '/docs/pine', () =>
      pageBelow(basePath, renderCommandsPage(pineReference(), 'pine')),
    ),
    servedPage('pine_text', '/docs/pine.md', MARKDOWN_TYPE, pineReference),
    servedPage('error_index', '/errors', HTML_TYPE, () => pageBelow(basePath, renderErrorIndex())),
    {
      operation: 'error_page',
      path: '/errors/:code',
      render: async ({ code = '' }, request) => {
        const page = errorPages.get(code);
        if (page !== undefined) return page(request);
        return refuse('not_found', 'There is no error with this code.');
      },
    },
    ...ASIDE,
    ...livePages(edge),
  ];
}

/** The reference in parts: where to start, the operations of each group, and the shapes. */
function referencePages(document: () => OpenApiDocument, basePath: string): readonly PublicPage[] {
  const below = (page: string): string => pageBelow(basePath, page);
  const shapes = new Map<string, FixedPage>();
  const groups = Object.keys(OPERATION_TAGS).map((name) =>
    searchedPage('docs_group', groupPath(name), () => below(renderGroupPage(document(), name))),
  );
  return [
    searchedPage('docs', '/docs', () => below(renderReferencePage(document()))),
    servedPage('docs_search', SEARCH_PATH, JSON_TYPE, () => searchIndex(document(), basePath)),
    ...groups,
    searchedPage('docs_shapes', '/docs/shapes', () => below(renderShapeIndex(document()))),
    {
      operation: 'docs_shape',
      path: '/docs/shapes/:name',
      render: async ({ name = '' }, request) => {
        const known = shapes.get(name);
        if (known !== undefined) return known(request);
        const text = renderShapePage(document(), name);
        if (text === null) return refuse('not_found', 'There is no shape with this name.');
        const page = fixedPage(HTML_TYPE, SEARCHED_HEADERS, () => below(text));
        shapes.set(name, page);
        return page(request);
      },
    },
  ];
}

function livePages(edge: EdgeState): readonly PublicPage[] {
  const eventLoopDelay = monitorEventLoopDelay({ resolution: 20 });
  eventLoopDelay.enable();
  return [
    {
      operation: 'healthz',
      path: '/healthz',
      render: async () => livePage(JSON_TYPE, JSON.stringify({ status: 'ok' })),
    },
    {
      operation: 'readyz',
      path: '/readyz',
      render: async () => {
        if (edge.isDraining) return refuse('temporarily_unavailable', 'The service is stopping.');
        if (await edge.deps.isReady())
          return livePage(JSON_TYPE, JSON.stringify({ status: 'ready' }));
        return refuse(
          'temporarily_unavailable',
          'The service is starting, or its database is away, not migrated, or takes no changes.',
        );
      },
    },
    {
      operation: 'metrics',
      path: '/metrics',
      render: async (_params, headers) => {
        const foreign = refuseForeignHost(edge.deps, { headers });
        if (foreign !== null) return foreign;
        const figures = [...edgeFigures(edge), ...edge.deps.figures()];
        return livePage(METRICS_TYPE, await renderMetrics(edge.metrics, eventLoopDelay, figures));
      },
    },
  ];
}

function edgeFigures(edge: EdgeState): readonly Figure[] {
  return [
    {
      name: 'tidemill_http_requests_in_flight',
      kind: 'gauge',
      help: 'Requests being served.',
      samples: [{ value: edge.inFlightCount }],
    },
    {
      name: 'tidemill_defects_total',
      kind: 'counter',
      help: 'Requests that ended in a mistake of the service (500).',
      samples: [{ value: edge.defectCount }],
    },
    {
      name: 'tidemill_requests_refused_total',
      kind: 'counter',
      help: 'Requests refused because their user, or their address, had its share.',
      samples: [
        { labels: { share: 'at_once' }, value: edge.shares.refusedCount() },
        { labels: { share: 'late' }, value: edge.shares.lateCount() },
        { labels: { share: 'budget' }, value: edge.tenants.refusedCount() },
        { labels: { share: 'unknown_key' }, value: edge.unknown.refusedCount() },
      ],
    },
  ];
}

function servedPage(
  operation: string,
  path: string,
  type: string,
  renderBody: () => string,
): PublicPage {
  const page = fixedPage(type, type === HTML_TYPE ? HTML_HEADERS : [], renderBody);
  return { operation, path, render: async (_params, request) => page(request) };
}

/** With a search field and its script. */
function searchedPage(operation: string, path: string, renderBody: () => string): PublicPage {
  const page = fixedPage(HTML_TYPE, SEARCHED_HEADERS, renderBody);
  return { operation, path, render: async (_params, request) => page(request) };
}

function livePage(contentType: string, body: string): RenderedResponse {
  return { status: 200, contentType, headers: [], body, code: null };
}
