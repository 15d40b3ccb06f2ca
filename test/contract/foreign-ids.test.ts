// Another user's ids, over all operations of a user: whoever requests with ids that another user
// has gets what ids get that nothing has, after as many calls of the stores. Partners have a test
// of their own (test/integration/partner-isolation.test.ts).

import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { LightMyRequestResponse } from 'fastify';
import { SCOPES } from '#domain/access/scope.ts';
import type { Names, OperationRequest } from '../laws/trouble/list-operations.ts';
import {
  isStream,
  learnNames,
  listOperations,
  requestOf,
} from '../laws/trouble/list-operations.ts';
import { QUIET_NAMES } from '../laws/trouble/request-fields.ts';
import { troubledStores, withTroubledStores } from '../laws/trouble/troubled-stores.ts';
import type { TestService } from '../support/test-service.ts';
import { AMPLE_BUDGETS, SECOND_USER, makeTestService } from '../support/test-service.ts';

/** Names that belong to nobody. */
const NOBODYS: ReadonlySet<string> = new Set(
  Object.keys(QUIET_NAMES).filter((n) => n !== 'account_id'),
);
/**
 * What the one who has it is refused too, because nobody carries out backtests, labs and deliveries
 * here, or because its order has ended. Deliveries: test/integration/storage/webhooks.test.ts and
 * the contract of notifications.
 */
const NOT_THERE: readonly string[] = (
  'getBracket moveBracket cancelBracket cancelOrder getBacktestStatistics ' +
  'getBacktestDifference ' +
  'listBacktestPositions ' +
  'listBacktestOrders listBacktestLogs listBacktestEquity listBacktestPlots listBacktestDrawings ' +
  'listBacktestObjects listBacktestBars listBacktestValues listBacktestExports getBotComparison ' +
  'makeBotOfLabResult resendNotificationDelivery'
).split(' ');
const PARTNERS = /^\/v1\/(?:whitelabel|partner)\//;

/** An id of the same form that nothing has. */
function twinOf(id: string): string {
  if (/^\d+$/.test(id)) return '9'.repeat(9);
  const place = id.indexOf('_') + 1;
  return id.slice(0, place) + id.slice(place).replaceAll(/[^_]/g, '0');
}

suite('ids of another user', () => {
  let service: TestService;
  const stores = troubledStores();
  const found: string[] = [];
  const done: string[] = [];
  const unnamed: string[] = [];
  const tried: string[] = [];

  before(async () => {
    service = await makeTestService((deps) => withTroubledStores(deps, stores), AMPLE_BUDGETS);
    const document = service.api.document();
    const names: Names = new Map(Object.entries(QUIET_NAMES));
    const own = await service.makeKey([...SCOPES]);
    const other = await service.makeKey([...SCOPES], SECOND_USER);
    const send = (key: string, request: OperationRequest) =>
      service.api.app.inject({ ...request, headers: { authorization: `Bearer ${key}` } });
    const counted = async (request: OperationRequest) => {
      stores.schedule.begin('refused', Infinity);
      const response = await send(other, request);
      return { response, calls: stores.schedule.end() };
    };
    // Keys are looked up once.
    await send(other, { method: 'GET', url: '/v1/orders' });
    for (const operation of listOperations(document)) {
      if (PARTNERS.test(operation.path) || isStream(operation)) continue;
      const request = requestOf(document, operation, names);
      const ids = idsIn(request, names);
      if (ids.length > 0) {
        const nowhere = swapped(request, (text) => (ids.includes(text) ? twinOf(text) : text));
        const compared = async () => {
          const foreign = await counted(request);
          return { foreign, difference: differenceOf(foreign, await counted(nowhere), ids) };
        };
        let { foreign, difference } = await compared();
        // Its key is looked up again after some seconds, which may be between the two.
        if (difference !== null) ({ foreign, difference } = await compared());
        if (difference !== null) found.push(`${operation.operationId}: ${difference}`);
        if (foreign.response.statusCode < 300) done.push(operation.operationId);
      }
      const response = await send(own, request);
      if (operation.path.includes('{') && ids.length > 0) {
        tried.push(operation.operationId);
        if (response.statusCode === 404) unnamed.push(operation.operationId);
      }
      learnNames(operation, response, names);
    }
  });
  after(() => service.close());

  test('are treated like ids that nothing has', () => {
    assert.deepEqual(found, []);
    // These read no more of a script than what the request contains.
    assert.deepEqual(done, ['checkScript', 'checkVisualScript']);
  });

  test('are known for each operation whose path has one', () => {
    assert.deepEqual(unnamed.toSorted(), NOT_THERE.toSorted());
    assert.ok(tried.length > 60, `${tried.length} operations`);
  });
});

/** Parts of the path, and texts of the body, that are ids of the one who has them. */
function idsIn(request: OperationRequest, names: Names): readonly string[] {
  const owned = new Set([...names].flatMap(([name, id]) => (NOBODYS.has(name) ? [] : [id])));
  const ids = new Set<string>();
  swapped(request, (text) => {
    if (owned.has(text)) ids.add(text);
    return text;
  });
  return [...ids];
}

function swapped(request: OperationRequest, swap: (text: string) => string): OperationRequest {
  const { url, payload } = request;
  const [path = '', query] = url.split('?');
  const swappedPath = path.split('/').map(swap).join('/');
  const inBody = (value: unknown): unknown => {
    if (typeof value === 'string') return swap(value);
    if (Array.isArray(value)) return value.map(inBody);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, inBody(each)]));
  };
  const body = payload === undefined ? {} : { payload: inBody(payload) as object };
  return {
    ...request,
    ...body,
    url: query === undefined ? swappedPath : `${swappedPath}?${query}`,
  };
}

const SHOWN_MAX = 400;

type Attempt = { readonly response: LightMyRequestResponse; readonly calls: number };

function differenceOf(foreign: Attempt, unknown: Attempt, ids: readonly string[]): string | null {
  const shown = ({ response, calls }: Attempt): string => {
    let body = response.body.replaceAll(/"instance":"[^"]*",?/g, '');
    for (const id of ids) body = body.replaceAll(`"${id}`, '"*').replaceAll(`"${twinOf(id)}`, '"*');
    return `${response.statusCode} after ${calls} calls: ${body}`.slice(0, SHOWN_MAX);
  };
  const [one, same] = [shown(foreign), shown(unknown)];
  return one === same ? null : `${one} and not ${same}`;
}
