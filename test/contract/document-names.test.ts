// Names of the API in the documents: operations and fields are there. A field that is renamed makes
// the page that names it fail.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { suite, test } from 'node:test';
import assert from 'node:assert/strict';
import { PUBLISHED_BUDGETS } from '#api/http/edge-deps.ts';
import { openApiDocument } from '#api/openapi/open-api-document.ts';
import { OPERATIONS } from '#api/operations.ts';
import { STREAM_ROUTES } from '#api/streams/stream-routes.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const DOCUMENTS = [
  'README.md',
  ...readdirSync(path.join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

const options = {
  baseUrl: 'https://api.example.com',
  version: '1',
  budgets: PUBLISHED_BUDGETS,
};
const document = openApiDocument(OPERATIONS, options, STREAM_ROUTES);

/** Names of fields, by the name of the shape. */
const FIELDS_BY_SHAPE = new Map(
  Object.entries(document.components.schemas).map(([name, { properties = {} }]) => [
    name,
    new Set(Object.keys(properties)),
  ]),
);
const FIELDS = new Set([...FIELDS_BY_SHAPE.values()].flatMap((fields) => [...fields]));

/** Objects that documents speak of by the name of the field that holds them. */
const SHAPES_BY_WORD: { readonly [word: string]: readonly string[] } = {
  settings: ['BacktestSettings', 'BotSettings'],
  report: ['BacktestReport'],
  assumptions: ['BacktestAssumptions'],
  performance: ['BacktestPerformance', 'PartnerBacktestPerformance'],
  counts: ['BacktestCounts'],
  result: ['BacktestResult'],
  warm_up: ['BacktestWarmUp'],
};

/** Each text in backticks with its line. */
function quoted(text: string): readonly { readonly line: number; readonly words: string }[] {
  return text
    .split('\n')
    .flatMap((row, index) =>
      [...row.matchAll(/`([^`]+)`/g)].map(([, words = '']) => ({ line: index + 1, words })),
    );
}

function isOperation(method: string, route: string): boolean {
  // A parameter stands in braces, as an id that is cut short, or as the tag of a market.
  const shape = (text: string) =>
    text.split('?')[0]?.replaceAll(/\{\w+\}|\w+_…|[A-Z]+(?:_[A-Z]+)+/g, '{}');
  return Object.entries(document.paths).some(
    ([known, methods]) =>
      (shape(known) === shape(route) &&
        (method === '' || Object.hasOwn(methods, method.toLowerCase()))) ||
      (method === '' && known.startsWith(`${route}/`)),
  );
}

/** Names there are those of the language's commands, or of the exchanges, and not the API's. */
const OF_OTHERS = /^docs\/(?:commands|exchanges)\b/;

function faultOf(words: string): string | null {
  const [, method = '', route] = /^(?:(GET|POST|PUT|DELETE) )?(\/v1\/\S+)$/.exec(words) ?? [];
  if (route !== undefined && !route.endsWith('/') && !isOperation(method, route)) {
    return `there is no operation "${words}"`;
  }
  for (const [, word = '', field = ''] of words.matchAll(/\b([a-z_]+)\.([A-Za-z_]+)\b/g)) {
    const shapes = Object.hasOwn(SHAPES_BY_WORD, word) ? (SHAPES_BY_WORD[word] ?? []) : [];
    if (shapes.length === 0 || /\.(?:ts|md|lua|json|csv)$/.test(words)) continue;
    if (!shapes.some((shape) => FIELDS_BY_SHAPE.get(shape)?.has(field) === true)) {
      return `"${word}" has no field "${field}"`;
    }
  }
  return null;
}

function faultOfCase(words: string): string | null {
  const [camel] = /^[a-z]+(?:[A-Z][a-z]+)+$/.exec(words) ?? [];
  const snake = camel?.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  if (snake !== undefined && FIELDS.has(snake)) return `the API calls "${words}" "${snake}"`;
  return null;
}

suite('what documents name of the API', () => {
  test('there are names to check', () => {
    const named = DOCUMENTS.flatMap((name) => quoted(readFileSync(path.join(ROOT, name), 'utf8')));
    assert(named.filter(({ words }) => words.includes('/v1/')).length >= 8);
    assert.equal(faultOf('settings.slippagePercent'), '"settings" has no field "slippagePercent"');
    assert.equal(faultOf('POST /v1/nothing'), 'there is no operation "POST /v1/nothing"');
    assert.equal(faultOfCase('ambiguousFills'), 'the API calls "ambiguousFills" "ambiguous_fills"');
    assert.equal(faultOf('DELETE /v1/orders/{order_id}'), null);
    assert.equal(faultOf('/v1/accounts/acc_…/balance'), null);
  });

  test('the README leads to every document', () => {
    const readme = readFileSync(path.join(ROOT, 'README.md'), 'utf8');
    const toRead = readme.slice(readme.indexOf('## Documents'));
    const others = DOCUMENTS.filter((name) => name !== 'README.md');
    assert.deepEqual(
      others.filter((name) => !toRead.includes(`\`${name}\``)),
      [],
    );
  });

  for (const name of DOCUMENTS) {
    test(`${name} names what is there`, () => {
      const text = readFileSync(path.join(ROOT, name), 'utf8');
      const faults = quoted(text).flatMap(({ line, words }) => {
        const fault = faultOf(words) ?? (OF_OTHERS.test(name) ? null : faultOfCase(words));
        return fault === null ? [] : [`${name}:${line}: ${fault}`];
      });
      assert.deepEqual(faults, []);
    });
  }
});
