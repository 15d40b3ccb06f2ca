// The pages of the reference: what their script finds, and that their policy allows it alone.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { PUBLISHED_BUDGETS } from '#api/http/edge-deps.ts';
import { openApiDocument } from '#api/openapi/open-api-document.ts';
import { OPERATIONS } from '#api/operations.ts';
import { renderCommandsPage } from '#api/pages/commands-page.ts';
import { PAGE_SCRIPT_SOURCE } from '#api/pages/page-script.ts';
import { renderReferencePage } from '#api/pages/reference-page.ts';

const REFERENCE = renderReferencePage(
  openApiDocument(OPERATIONS, {
    baseUrl: 'https://api.example.com',
    version: '1',
    budgets: PUBLISHED_BUDGETS,
  }),
);

for (const [name, page] of [
  ['reference', REFERENCE],
  ['commands', renderCommandsPage('# All\n\n## One\n\n### Do\n\nDoes.')],
] as const) {
  test(`the ${name} have a search field, and one script, which the policy names`, () => {
    assert.equal(page.match(/<input[^>]*type="search"/g)?.length, 1);
    const scripts = [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
      ([, text]) => text ?? '',
    );
    assert.equal(scripts.length, 1);
    const digest = createHash('sha256')
      .update(scripts[0] ?? '')
      .digest('base64');
    assert.equal(PAGE_SCRIPT_SOURCE, `'sha256-${digest}'`);
    assert.doesNotMatch(page, /\son[a-z]+="|src="/);
  });
}

/** The example response of an operation. */
function responseOf(operationId: string): Readonly<Record<string, unknown>> {
  const section = REFERENCE.slice(REFERENCE.indexOf(`<h3 id="${operationId}"`));
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
