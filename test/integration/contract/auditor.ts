// Asks a running service over HTTP and holds each reply against what the service says of itself in
// its document and against what the contract says of every reply. What differs is collected.

import type { CheckedDocument, DescribedOperation } from '../../support/document-check.ts';
import { differencesFrom } from '../../support/document-check.ts';

type JsonSchema = { readonly [keyword: string]: unknown };
export type AuditedOperation = DescribedOperation & {
  readonly 'x-required-scope': string;
  readonly 'x-also-required-scopes'?: readonly string[];
  readonly 'x-rate-limit-tier': string;
  readonly parameters?: readonly { readonly $ref?: string; readonly name?: string }[];
  readonly requestBody?: {
    readonly content: { readonly 'application/json': { readonly schema: JsonSchema } };
  };
};
type AuditedDocument = CheckedDocument<AuditedOperation>;

export type Ask = {
  /** Such as "POST /v1/bots/{bot_id}/start". */
  readonly operation: string;
  /** Null: none is sent. */
  readonly key: string | null;
  readonly ids?: { readonly [parameter: string]: string };
  readonly query?: string;
  readonly body?: unknown;
  readonly headers?: { readonly [name: string]: string };
};

export type ApiResponse = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: { readonly [field: string]: unknown };
};

export type Auditor = {
  readonly document: AuditedDocument;
  readonly counts: { requests: number; checks: number };
  /** Such as "POST /v1/orders 400 insufficient_funds". */
  readonly seen: Set<string>;
  readonly differences: string[];
  /** Notes a difference unless it holds. */
  check(isRight: boolean, what: string): void;
  ask(ask: Ask): Promise<ApiResponse>;
  /** Asks, and notes a reply that has another status or code, such as "404 bot_not_found". */
  expect(ask: Ask, outcome: string): Promise<ApiResponse>;
};

export async function openAuditor(url: string): Promise<Auditor> {
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as AuditedDocument;
  const auditor: Auditor = {
    document,
    counts: { requests: 0, checks: 0 },
    seen: new Set(),
    differences: [],
    check(isRight, what) {
      auditor.counts.checks += 1;
      if (!isRight) auditor.differences.push(what);
    },
    async ask(ask) {
      const reply = await send(url, ask);
      auditor.counts.requests += 1;
      judge(auditor, ask, reply);
      return reply;
    },
    async expect(ask, outcome) {
      const reply = await auditor.ask(ask);
      const found = outcomeOf(reply);
      auditor.check(
        found === outcome,
        `${ask.operation}: ${outcome} expected, ${found} found: ${reply.text.slice(0, 300)}`,
      );
      return reply;
    },
  };
  return auditor;
}

export function outcomeOf({ status, body }: ApiResponse): string {
  return status < 300 ? String(status) : `${status} ${String(body['code'])}`;
}

/** The name of an operation in two: "GET" and "/v1/markets". */
export function partsOf(operation: string): readonly [method: string, path: string] {
  const [method = '', path = ''] = operation.split(' ');
  return [method, path];
}

async function send(url: string, ask: Ask): Promise<ApiResponse> {
  const [method, template] = partsOf(ask.operation);
  const path = template.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => ask.ids?.[name] ?? `no_such_${name}`,
  );
  const isJson = ask.body !== undefined;
  const reply = await fetch(`${url}${path}${ask.query ?? ''}`, {
    method,
    headers: {
      ...(ask.key === null ? {} : { authorization: `Bearer ${ask.key}` }),
      ...(isJson ? { 'content-type': 'application/json' } : {}),
      ...ask.headers,
    },
    ...(isJson ? { body: typeof ask.body === 'string' ? ask.body : JSON.stringify(ask.body) } : {}),
  });
  const text = await reply.text();
  const body = text === '' ? {} : (JSON.parse(text) as ApiResponse['body']);
  return { status: reply.status, headers: reply.headers, text, body };
}

function judge(auditor: Auditor, ask: Ask, reply: ApiResponse): void {
  const [method, path] = partsOf(ask.operation);
  const operation = auditor.document.paths[path]?.[method.toLowerCase()];
  if (operation === undefined) return;
  const what = `${ask.operation} ${outcomeOf(reply)}`;
  auditor.seen.add(what);
  const { status, headers, text } = reply;
  const header = (name: string) => headers.get(name) ?? undefined;
  const differences = differencesFrom(auditor.document, operation, { status, header, text });
  auditor.check(differences.length === 0, `${what}: ${differences.join('; ')}`);
  judgeHeaders(auditor, what, reply);
  if (status >= 400) judgeProblem(auditor, what, reply);
}

const BUDGET_HEADERS = [
  'ratelimit-policy',
  'ratelimit',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
];

function judgeHeaders(auditor: Auditor, what: string, { status, headers }: ApiResponse): void {
  for (const name of headers.keys())
    auditor.check(!name.startsWith('access-control-'), `${what}: sends ${name}`);
  // Only a reply to a key that is known can say what is left to it.
  if (status === 401) return;
  const [policy, left, limit, remaining, reset] = BUDGET_HEADERS.map(
    (name) => headers.get(name) ?? '',
  );
  const [, name, q] = /^"(\w+)";q=(\d+);w=\d+$/.exec(policy ?? '') ?? [];
  const [, leftName, r, t] = /^"(\w+)";r=(\d+);t=(\d+)$/.exec(left ?? '') ?? [];
  auditor.check(
    name !== undefined && name === leftName,
    `${what}: RateLimit-Policy ${policy}, RateLimit ${left}`,
  );
  auditor.check(
    q === limit && r === remaining,
    `${what}: ${policy} ${left} beside ${limit} and ${remaining}`,
  );
  const untilReset = Number(reset) - Date.now() / 1_000;
  auditor.check(
    Math.abs(untilReset - Number(t)) < 30,
    `${what}: X-RateLimit-Reset ${reset} beside ${left}`,
  );
  if (status !== 429) return;
  auditor.check(
    headers.get('retry-after') === t,
    `${what}: Retry-After ${headers.get('retry-after')}, ${left}`,
  );
}

function judgeProblem(auditor: Auditor, what: string, { status, body }: ApiResponse): void {
  const { type, title, detail, code } = body;
  auditor.check(body['status'] === status, `${what}: says status ${String(body['status'])}`);
  auditor.check(String(type).endsWith(`/errors/${String(code)}`), `${what}: type ${String(type)}`);
  auditor.check(
    [title, detail].every((text) => typeof text === 'string' && text !== ''),
    `${what}: says nothing`,
  );
}
