// Responses of every operation to a caller without a right, to one who gets the request wrong, to
// one who asks for what is another's, and to one whose budget is used up.

import { SCOPES } from '#domain/access/scope.ts';
import type { OpenApiDocument } from '#api/openapi/open-api-document.ts';
import { exampleOf } from '#api/pages/schema-example.ts';
import type { ApiResponse, Ask, AuditedOperation } from './auditor.ts';
import { outcomeOf, partsOf } from './auditor.ts';
import type { AuditHarness, Who } from './audit-harness.ts';
import type { MadeIds } from './user-chapters.ts';

export type Operation = {
  readonly name: string;
  readonly described: AuditedOperation;
  readonly scope: (typeof SCOPES)[number];
  /** Beside it; none of most. */
  readonly alsoNeeds: readonly (typeof SCOPES)[number][];
  readonly parameters: readonly string[];
  readonly who: Who;
  readonly otherWho: Who;
};

const UNKNOWN: MadeIds = {
  market_tag: 'NOT_A_MARKET',
  account_id: 'acc_00000000000000000000000000',
  order_id: 'ord_00000000000000000000000000',
  script_id: 'scr_00000000000000000000000000',
  bot_id: 'bot_00000000000000000000000000',
  backtest_id: 'bt_00000000000000000000000000',
  lab_id: 'lab_00000000000000000000000000',
  user_id: 'usr_00000000000000000000000000',
  key_id: 'key_00000000000000000000000000',
  position_id: 'pos_1_p30',
  signal_token: 'nothing-has-this-token',
  market_type: 'nothing',
  code: 'nowhere',
};

export function operationsOf({ auditor }: AuditHarness): readonly Operation[] {
  return Object.entries(auditor.document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => {
      const isPartners = /^\/v1\/(?:whitelabel|partner)\//.test(path);
      return {
        name: `${method.toUpperCase()} ${path}`,
        described,
        scope: described['x-required-scope'] as Operation['scope'],
        alsoNeeds: (described['x-also-required-scopes'] ?? []).slice(
          0,
          1,
        ) as Operation['alsoNeeds'],
        parameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ''),
        who: isPartners ? 'partner' : 'user',
        otherWho: isPartners ? 'other_partner' : 'other_user',
      };
    }),
  );
}

export async function refuseStrangers(harness: AuditHarness, operation: Operation): Promise<void> {
  const { auditor } = harness;
  const ask = (details: Partial<Ask>, outcome: string): Promise<ApiResponse> =>
    auditor.expect({ operation: operation.name, key: null, ids: UNKNOWN, ...details }, outcome);
  await ask({}, '401 unauthorized');
  await ask({ headers: { authorization: 'Basic dXNlcjpwYXNz' } }, '401 unauthorized');
  await ask({ key: `tm_live_${'A'.repeat(43)}` }, '401 invalid_api_key');
  await ask({ query: `?api_key=${await harness.key(operation.who)}` }, '401 unauthorized');
  for (const scope of SCOPES) {
    const one = await auditor.ask({
      operation: operation.name,
      key: await harness.key(operation.who, [...new Set([scope, ...operation.alsoNeeds])]),
      ids: UNKNOWN,
    });
    const isRefused = outcomeOf(one) === '403 insufficient_scope';
    auditor.check(
      isRefused === (scope !== operation.scope),
      `${operation.name}: ${one.status} for the scope ${scope}`,
    );
  }
}

export async function refuseWrongRequests(
  harness: AuditHarness,
  operation: Operation,
): Promise<void> {
  const { auditor } = harness;
  const [method] = partsOf(operation.name);
  const ask = async (details: Partial<Ask>, outcome: string): Promise<ApiResponse> =>
    auditor.expect(
      {
        operation: operation.name,
        key: await harness.key(operation.who),
        ids: UNKNOWN,
        ...details,
      },
      outcome,
    );
  await ask({ query: '?no_such_parameter=1' }, '400 invalid_request');
  await ask({ headers: { accept: 'text/html' } }, '406 not_acceptable');
  if (method === 'GET') return;
  await ask({ body: 'x'.repeat(1_048_577) }, '413 payload_too_large');
  await ask(
    { body: '{}', headers: { 'content-type': 'text/plain' } },
    '415 unsupported_media_type',
  );
  if (operation.described.requestBody !== undefined) {
    await ask({ body: '{' }, '400 invalid_request');
    await ask({ body: { no_such_field: 1 } }, '400 invalid_request');
  }
  if (method === 'DELETE') return;
  await ask({ body: {}, headers: { 'idempotency-key': 'a b' } }, '400 invalid_request');
}

/** The same request twice has one response; another under the same key is refused. */
export async function keepOutcomes(harness: AuditHarness, operation: Operation): Promise<void> {
  const { auditor } = harness;
  const [method] = partsOf(operation.name);
  if (method !== 'POST' && method !== 'PUT') return;
  const headers = { 'idempotency-key': `audit ${operation.name}`.replaceAll(/[^\w-]/g, '-') };
  // A key that makes keys has its outcomes for itself.
  const key = await harness.newKey(operation.who);
  const ask = async (body: unknown): Promise<ApiResponse> =>
    auditor.ask({
      operation: operation.name,
      key,
      ids: UNKNOWN,
      headers,
      body,
    });
  const first = await ask({});
  const second = await ask({});
  auditor.check(
    first.text === second.text && first.status === second.status,
    `${operation.name}: ${first.text}, then ${second.text}`,
  );
  auditor.check(
    second.headers.get('idempotency-replayed') === 'true',
    `${operation.name}: is not replayed: ${second.text}`,
  );
  const third = await ask({ other: 1 });
  auditor.check(
    outcomeOf(third) === '422 idempotency_key_reuse',
    `${operation.name}: ${third.text} for another request`,
  );
}

const PAGES_MAX = 100;

/** Small pages lead to an end, and no row stands on two of them; a spoilt cursor is refused. */
export async function followPages(
  harness: AuditHarness,
  { name, described, who }: Operation,
  own: MadeIds,
): Promise<void> {
  const { auditor } = harness;
  const names = (described.parameters ?? []).map(({ $ref, name: own }) => own ?? $ref ?? '');
  if (!names.some((each) => each.endsWith('cursor'))) return;
  const limit = name.endsWith('/markets') ? 5 : 1;
  const rows: string[] = [];
  let cursor: string | null = null;
  let pagesCount = 0;
  do {
    const from = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const ask = { operation: name, ids: own, query: `?limit=${limit}${from}` };
    const page = await auditor.expect({ ...ask, key: await harness.key(who) }, '200');
    const data = (page.body['data'] ?? []) as readonly unknown[];
    auditor.check(data.length <= limit, `${name}: ${data.length} rows for limit=${limit}`);
    rows.push(...data.map((row) => JSON.stringify(row)));
    cursor = typeof page.body['next_cursor'] === 'string' ? page.body['next_cursor'] : null;
    pagesCount += 1;
  } while (cursor !== null && pagesCount < PAGES_MAX);
  auditor.check(new Set(rows).size === rows.length, `${name}: a row stands on two pages`);
  const spoilt = { operation: name, ids: own, query: '?cursor=AAAA', key: await harness.key(who) };
  await auditor.expect(spoilt, '400 invalid_request');
}

/** What is another's is treated as what is not there; each place of the path by itself. */
export async function hideWhatIsForeign(
  harness: AuditHarness,
  operation: Operation,
  own: MadeIds,
  foreign: MadeIds,
): Promise<void> {
  const { auditor } = harness;
  for (const parameter of operation.parameters) {
    const ask = async (id: string): Promise<ApiResponse> =>
      auditor.ask({
        operation: operation.name,
        key: await harness.key(operation.who),
        ids: { ...UNKNOWN, ...own, [parameter]: id },
        ...bodyInOrder(harness, operation),
      });
    const missing = await ask(UNKNOWN[parameter] ?? '');
    auditor.check(missing.status >= 400, `${operation.name}: ${missing.text} for no ${parameter}`);
    const id = foreign[parameter];
    if (id === undefined || id === own[parameter]) continue;
    const found = await ask(id);
    auditor.check(
      outcomeOf(found) === outcomeOf(missing),
      `${operation.name}: ${outcomeOf(found)} for a foreign ${parameter}, ${outcomeOf(missing)} for none`,
    );
  }
}

/** The example of the document. */
function bodyInOrder({ auditor }: AuditHarness, { described }: Operation): Pick<Ask, 'body'> {
  const schema = described.requestBody?.content['application/json'].schema;
  if (schema === undefined) return {};
  return { body: exampleOf(auditor.document as unknown as OpenApiDocument, schema) };
}

/** A user that is no partner has nothing on the surfaces of partners. */
export async function refuseOthersThanPartners(
  harness: AuditHarness,
  operation: Operation,
): Promise<void> {
  if (operation.who !== 'partner') return;
  const key = await harness.key('user');
  const ask = { operation: operation.name, key, ids: UNKNOWN, ...bodyInOrder(harness, operation) };
  await harness.auditor.expect(ask, '403 forbidden');
}

type Budget = {
  readonly requests: number;
  readonly seconds: number;
  /** Refused requests that count as another tier's first. */
  readonly returnedMax: number;
};

/** By the contract's table; what it does not name is judged by its method. */
function budgetOf(name: string): Budget {
  if (name === 'POST /v1/backtests' || name === 'POST /v1/labs/{lab_id}/start')
    return { requests: 20, seconds: 3_600, returnedMax: 60 };
  return { requests: name.startsWith('GET ') ? 120 : 60, seconds: 60, returnedMax: 0 };
}

/** Says 429 once the budget of its tier is used up; the next tier is not touched. */
export async function refuseBeyondBudgets(
  harness: AuditHarness,
  operations: readonly Operation[],
): Promise<void> {
  const { auditor } = harness;
  const usedUp = new Map<string, string>();
  for (const operation of operations) {
    const tier = `${operation.who} ${operation.described['x-rate-limit-tier']}`;
    const ask = async (key: string): Promise<ApiResponse> =>
      auditor.ask({ operation: operation.name, key, query: '?no_such_parameter=1' });
    const { requests, seconds, returnedMax } = budgetOf(operation.name);
    const fresh = await ask(await harness.newKey(operation.who));
    const policy = fresh.headers.get('ratelimit-policy') ?? '';
    auditor.check(
      policy.endsWith(`;q=${requests};w=${seconds}`),
      `${operation.name}: its budget is ${policy}`,
    );
    auditor.check(
      fresh.headers.get('x-ratelimit-remaining') ===
        String(returnedMax > 0 ? requests : requests - 1),
      `${operation.name}: one request leaves ${fresh.headers.get('ratelimit')}`,
    );
    const key = usedUp.get(tier) ?? (await useUp(harness, operation, requests + returnedMax));
    usedUp.set(tier, key);
    const refused = await ask(key);
    // The window of a minute may have ended meanwhile.
    if (refused.status !== 429)
      usedUp.set(tier, await useUp(harness, operation, requests + returnedMax));
    await auditor.expect(
      { operation: operation.name, key: usedUp.get(tier) ?? '' },
      '429 rate_limited',
    );
  }
}

async function useUp(
  harness: AuditHarness,
  operation: Operation,
  requests: number,
): Promise<string> {
  const key = await harness.newKey(operation.who);
  const asks = Array.from({ length: requests }, () =>
    harness.auditor.ask({ operation: operation.name, key, query: '?no_such_parameter=1' }),
  );
  await Promise.all(asks);
  return key;
}
