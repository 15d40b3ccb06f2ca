// Frame of all pages of the reference: the list of its parts, the search, and the script.

import type { OpenApiDocument } from '#api/openapi/open-api-document.ts';
import type { Html } from '#lib/html.ts';
import { html, NOTHING } from '#lib/html.ts';
import { pageScript, searchField } from '#api/pages/page-script.ts';
import { renderPage } from '#api/pages/page-layout.ts';
import type { Entry } from '#api/pages/request-examples.ts';

export type Group = {
  readonly name: string;
  readonly description: string;
  /** Where its page is. */
  readonly path: string;
  readonly entries: readonly Entry[];
};

/** Where the search finds what stands on other pages. */
export const SEARCH_PATH = '/docs/search.json';

/** The operations by what they are about, in the order of the document. */
export function groupsOf(document: OpenApiDocument): readonly Group[] {
  const entries = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  return document.tags.map(({ name, description }) => ({
    name,
    description,
    path: groupPath(name),
    entries: entries.filter(({ operation }) => operation.tags.includes(name)),
  }));
}

/** Where the page of a group is. */
export function groupPath(name: string): string {
  return `/docs/${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`;
}

/** A page with this content beside the list of all parts; `open` is the group that it shows. */
export function renderReferencePart(
  document: OpenApiDocument,
  title: string,
  content: Html,
  open: Group | null = null,
): string {
  const { info } = document;
  return renderPage(
    `${title} – ${info.title}`,
    html`<div class="frame">
      ${navigation(document, open)}
      <main>${content}</main>
      ${pageScript({ isTried: open !== null })}
    </div>`,
  );
}

function navigation(document: OpenApiDocument, open: Group | null): Html {
  const items = groupsOf(document).map(
    ({ name, path, entries }) =>
      html`<li>
        <a href="${path}" ${name === open?.name ? CURRENT : NOTHING}>${name}</a>
        ${name === open?.name ? entryList(entries) : NOTHING}
      </li> `,
  );
  return html`<nav aria-label="Contents">
    <strong><a href="/docs">${document.info.title}</a></strong>
    ${searchField('operations and shapes', SEARCH_PATH)}
    <details class="parts" open>
      <summary>Contents</summary>
      <h2>Start</h2>
      <ul>
        <li><a href="/docs#authentication">Authentication</a></li>
        <li><a href="/docs#rate-limits">Rate limits</a></li>
        <li><a href="/docs#idempotency">Idempotency</a></li>
        <li><a href="/docs#clients">Clients</a></li>
        <li><a href="/errors">Errors</a></li>
      </ul>
      <h2>Operations</h2>
      <ul>
        ${items}
      </ul>
      <h2>More</h2>
      <ul>
        <li><a href="/docs/shapes">Shapes</a></li>
        <li><a href="/docs/commands">Script commands</a></li>
        <li><a href="/docs/pine">Pine Script</a></li>
        <li><a href="/openapi.json">OpenAPI document</a></li>
      </ul>
    </details>
  </nav>`;
}

const CURRENT: Html = { markup: 'aria-current="page"' };

function entryList(entries: readonly Entry[]): Html {
  const items = entries.map(
    ({ operation }) => html`<li><a href="#${operation.operationId}">${operation.summary}</a></li> `,
  );
  return html`<ul>
    ${items}
  </ul>`;
}

/** What the search looks through: operations and shapes with the page on which each stands. */
export function searchIndex(document: OpenApiDocument, basePath = ''): string {
  const operations = groupsOf(document).flatMap(({ path: page, entries }) =>
    entries.map(({ method, path, operation }) => ({
      title: operation.summary,
      place: `${method.toUpperCase()} ${path}`,
      id: operation.operationId,
      text: operation.description,
      href: `${basePath}${page}#${operation.operationId}`,
    })),
  );
  const shapes = Object.entries(document.components.schemas).map(([name, schema]) => ({
    title: name,
    place: 'Shape',
    id: name,
    text: `${schema.description ?? ''} ${Object.keys(schema.properties ?? {}).join(' ')}`,
    href: `${basePath}/docs/shapes/${name}`,
  }));
  return JSON.stringify([...operations, ...shapes]);
}
