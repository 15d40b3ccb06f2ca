// The set of problems is one set: the table, the union of codes, the document, and what services
// and failures can say.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { FAILURE_PROBLEMS, PROBLEM_CODES, PROBLEMS } from '#api/http/responses/problems.ts';
import { problemsOf } from '#api/openapi/describe-responses.ts';
import { OPERATIONS } from '#api/operations.ts';
import { renderErrorPage } from '#api/pages/error-page.ts';

const page = readFileSync(new URL('../../../../docs/errors.md', import.meta.url), 'utf8');

test('docs/errors.md lists exactly the table, with statuses and titles', () => {
  const rows = [...page.matchAll(/^\| `(\w+)` \| (\d{3}) \| (.+) \|$/gm)].map((row) =>
    row.slice(1),
  );
  const wanted = PROBLEM_CODES.map((code) => {
    const { status, title } = PROBLEMS[code];
    return [code, String(status), title];
  });
  assert.deepEqual(rows, wanted);
});

test('what failures become is what docs/errors.md says', () => {
  const codes = new Set(Object.values(FAILURE_PROBLEMS));
  const listed = [...page.matchAll(/^\| [a-z][^|`]+ \| `(\w+)` \|$/gm)].map((row) => row[1]);
  assert.equal(listed.length, Object.keys(FAILURE_PROBLEMS).length);
  assert.deepEqual(new Set(listed), codes);
});

test('each failure has the status that tells a client what to do', () => {
  const statuses = Object.fromEntries(
    Object.entries(FAILURE_PROBLEMS).map(([kind, code]) => [kind, PROBLEMS[code].status]),
  );
  assert.deepEqual(statuses, {
    unavailable: 503,
    timeout: 504,
    rate_limited: 503,
    conflict: 503,
    corrupt_reply: 502,
    unauthorized: 502,
    region_blocked: 502,
    outcome_unknown: 504,
    store_outcome_unknown: 503,
  });
});

test('each code has a page that names it, its status and what to do', () => {
  for (const code of PROBLEM_CODES) {
    const html = renderErrorPage(code);
    assert(html.includes(`<code>${code}</code>`));
    assert(html.includes(`HTTP ${PROBLEMS[code].status}`));
    assert(html.includes('What to do'));
  }
});

test('the codes of the published contract have the statuses of the published contract', () => {
  const published = {
    400: ['invalid_request', 'insufficient_funds', 'order_rejected'],
    401: ['unauthorized', 'invalid_api_key'],
    403: ['insufficient_scope', 'forbidden'],
    404: ['account', 'bot', 'script', 'backtest', 'lab', 'exchange', 'user'].map(
      (name) => `${name}_not_found`,
    ),
    409: ['idempotency_in_progress'],
    422: ['idempotency_key_reuse', 'invalid_signal', 'position_left'],
    429: ['rate_limited'],
    500: ['internal_error'],
    502: ['upstream_error'],
    503: ['temporarily_unavailable'],
    504: ['upstream_timeout'],
  };
  const statuses = new Map<string, number>(
    Object.entries(PROBLEMS).map(([code, { status }]) => [code, status]),
  );
  for (const [status, codes] of Object.entries(published)) {
    for (const code of codes) assert.equal(statuses.get(code), Number(status), code);
  }
});

test('an operation lists every code it can return once', () => {
  for (const operation of OPERATIONS) {
    const codes = problemsOf(operation);
    assert.equal(new Set(codes).size, codes.length);
    for (const code of operation.errors) assert(codes.includes(code));
  }
});
