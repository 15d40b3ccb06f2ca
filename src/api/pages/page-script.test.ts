// The pages of the reference: their scripts, which their policy allows alone, what the search
// finds, and examples that can be so.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { PUBLISHED_BUDGETS } from '#api/http/edge-deps.ts';
import { openApiDocument } from '#api/openapi/open-api-document.ts';
import { OPERATIONS } from '#api/operations.ts';
import { renderCommandsPage } from '#api/pages/commands-page.ts';
import { renderGroupPage } from '#api/pages/group-page.ts';
import { PAGE_SCRIPT_SOURCES } from '#api/pages/page-script.ts';
import { groupsOf, searchIndex } from '#api/pages/reference-frame.ts';
import { renderReferencePage } from '#api/pages/reference-page.ts';
import { requestExamples } from '#api/pages/request-examples.ts';
import { renderShapeIndex, renderShapePage } from '#api/pages/shape-pages.ts';

const DOCUMENT = openApiDocument(OPERATIONS, {
  baseUrl: 'https://api.example.com',
  version: '1',
  budgets: PUBLISHED_BUDGETS,
});
const GROUPS = groupsOf(DOCUMENT);
const PARTS = new Map(GROUPS.map(({ name, path }) => [path, renderGroupPage(DOCUMENT, name)]));

for (const [name, page, scriptsCount] of [
  ['reference', renderReferencePage(DOCUMENT), 1],
  ['operations of a group', renderGroupPage(DOCUMENT, 'Orders'), 2],
  ['shapes', renderShapeIndex(DOCUMENT), 1],
  ['commands', renderCommandsPage('# All\n\n## One\n\n### Do\n\nDoes.'), 1],
] as const) {
  test(`the ${name} have a search field, and no script that the policy does not name`, () => {
    assert.equal(page.match(/<input[^>]*type="search"/g)?.length, 1);
    const scripts = [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
      ([, text]) => text ?? '',
    );
    assert.equal(scripts.length, scriptsCount);
    for (const script of scripts) {
      const digest = createHash('sha256').update(script).digest('base64');
      assert(PAGE_SCRIPT_SOURCES.split(' ').includes(`'sha256-${digest}'`));
    }
    assert.doesNotMatch(page, /\son[a-z]+="|src="/);
  });
}

test('no part of the reference is long, and no link within it leads nowhere', () => {
  const ids = new Map([...PARTS].map(([path, page]) => [path, idsOf(page)]));
  const shapes = new Set(Object.keys(DOCUMENT.components.schemas));
  const pages = [renderReferencePage(DOCUMENT), renderShapeIndex(DOCUMENT), ...PARTS.values()];
  let count = 0;
  for (const page of pages) {
    assert(page.length < 500_000, `${page.length} characters`);
    for (const [, path = '', , id = ''] of page.matchAll(/href="(\/docs\/[^"#]+)(#([^"]+))?"/g)) {
      count += 1;
      const [, shape] = /^\/docs\/shapes\/(\w+)$/.exec(path) ?? [];
      if (shape !== undefined) assert(shapes.has(shape), path);
      else if (id !== '') assert(ids.get(path)?.has(id), `${path}#${id}`);
    }
  }
  assert(count > 400);
});

function idsOf(page: string): ReadonlySet<string> {
  return new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id));
}

test('the search knows each operation and each shape', () => {
  const entries = JSON.parse(searchIndex(DOCUMENT)) as readonly {
    readonly id: string;
    readonly href: string;
  }[];
  const ids = new Set(entries.map(({ id }) => id));
  for (const { operationId } of OPERATIONS) assert(ids.has(operationId), operationId);
  for (const name of Object.keys(DOCUMENT.components.schemas)) assert(ids.has(name), name);
  const order = entries.find(({ id }) => id === 'placeOrder');
  assert.equal(order?.href, '/docs/orders#placeOrder');
});

test('a shape shows its fields, an example and where it is used; an unknown one is none', () => {
  const page = renderShapePage(DOCUMENT, 'PlaceOrder') ?? '';
  assert.match(page, /<code>market_tag<\/code>/);
  assert.match(page, /<a href="\/docs\/orders#placeOrder">Place an order<\/a>/);
  assert.match(renderShapePage(DOCUMENT, 'Amount') ?? '', /decimal, <code>\^\(0\|/);
  for (const name of ['Nothing', 'constructor', '__proto__']) {
    assert.equal(renderShapePage(DOCUMENT, name), null);
  }
});

/** The text of an example. */
function exampleOf(operationId: string, language: string): string {
  const entry = GROUPS.flatMap(({ entries }) => entries).find(
    ({ operation }) => operation.operationId === operationId,
  );
  assert(entry !== undefined);
  const examples = requestExamples(DOCUMENT, entry);
  return examples.find((each) => each.language === language)?.text ?? '';
}

test('an example is a request as each client writes it', () => {
  assert.match(exampleOf('placeOrder', 'curl'), /-X POST "https:\/\/api.example.com\/v1\/orders"/);
  assert.match(exampleOf('placeOrder', 'curl'), /Idempotency-Key/);
  assert.match(exampleOf('placeOrder', 'TypeScript'), /await client\.placeOrder\({\n {2}body: {\n/);
  assert.match(exampleOf('placeOrder', 'Python'), /^result = client\.place_order\({\n {4}"account/);
  assert.equal(
    exampleOf('listBots', 'TypeScript'),
    "for await (const item of client.each('listBots')) console.log(item);",
  );
  assert.equal(exampleOf('cancelOrder', 'Python'), 'client.cancel_order("order_…")');
});

/** The example response of an operation. */
function responseOf(operationId: string): Readonly<Record<string, unknown>> {
  const page = PARTS.values().find((part) => part.includes(`<h2 id="${operationId}"`)) ?? '';
  const section = page.slice(page.indexOf(`<h2 id="${operationId}"`));
  const [, text = ''] =
    /Example response[\s\S]*?<code>([\s\S]*?)<\/code><\/pre>/.exec(section) ?? [];
  const json = text.replaceAll('&quot;', '"').replaceAll('&lt;', '<');
  return JSON.parse(json) as Readonly<Record<string, unknown>>;
}

test('the example of a bot that was just made does not run, and has earned nothing', () => {
  for (const operationId of ['createBot', 'makeBotOfLabResult']) {
    const { is_activated, last_update_at, realized_profit } = responseOf(operationId);
    assert.deepEqual([is_activated, realized_profit, last_update_at], [false, '0', null]);
  }
  assert.equal(responseOf('getBot')['is_activated'], true);
  assert.equal(responseOf('startBot')['is_activated'], true);
  assert.equal(responseOf('stopBot')['is_activated'], false);
});
