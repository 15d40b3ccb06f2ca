// Refusals of what is there: beyond a plan, without a plan, on an account that is not activated, in
// use; and bodies that name what is not there.

import { exampleOf } from '#api/pages/schema-example.ts';
import type { OpenApiDocument } from '#api/openapi/open-api-document.ts';
import type { AuditHarness } from './audit-harness.ts';
import type { Surface } from './partner-chapters.ts';
import type { MadeIds } from './user-chapters.ts';
import { askerOf, textOf } from './user-chapters.ts';

const SHORT = { start_at: '2024-01-01T00:00:00Z', end_at: '2024-01-02T00:00:00Z' };
const LONG = { start_at: '2022-01-01T00:00:00Z', end_at: '2024-01-02T00:00:00Z' };
const MARKET = 'SIM_BTC_USDT';
const SOURCE = "local length = Input('Length', 5)";

/** `made` is what the first user has. */
export async function limitedChapters(harness: AuditHarness, made: MadeIds): Promise<void> {
  await beyondPlans(harness);
  const ask = askerOf(harness, 'user');
  const { script_id = '', lab_id = '', bot_id = '' } = made;
  const run = { script_id, account_id: 'acc_nothing', market_tag: MARKET, interval: 60, ...SHORT };
  await ask('POST /v1/backtests', '404 account_not_found', { body: run });
  await ask('POST /v1/labs', '404 script_not_found', {
    body: { name: 'x', script_id: 'scr_nothing' },
  });
  const lab = configurationOn('acc_nothing');
  await ask('PUT /v1/labs/{lab_id}', '404 account_not_found', { ids: { lab_id }, body: lab });
  const ofResult = 'POST /v1/labs/{lab_id}/results/{backtest_id}/bot';
  const results = await ask('GET /v1/labs/{lab_id}/results', '200', { ids: { lab_id } });
  const [best] = results.body['data'] as readonly { readonly backtest_id: string }[];
  const ids = { lab_id, backtest_id: best?.backtest_id ?? '' };
  const body = { name: 'x', account_id: 'acc_nothing' };
  await ask(ofResult, '404 account_not_found', { ids, body });
  await ask(ofResult, '404 backtest_not_found', { ids: { lab_id }, body: { name: 'x' } });
  await ask(ofResult, '404 lab_not_found', {
    ids: { ...ids, lab_id: 'lab_nothing' },
    body: { name: 'x' },
  });
  await ask('POST /v1/bots/{bot_id}/start', '200', { ids: { bot_id } });
  await ask('DELETE /v1/scripts/{script_id}', '403 forbidden', {
    ids: { script_id: harness.scriptId },
  });
  await lostScript(harness);
}

function configurationOn(accountId: string) {
  return {
    algorithm: 'brute_force',
    account_id: accountId,
    market_tag: MARKET,
    interval: 60,
    parameters: [{ key: 'Length', enabled: true, values: [5, 6] }],
  };
}

async function beyondPlans(harness: AuditHarness): Promise<void> {
  const ask = askerOf(harness, 'other_user');
  const account_id = harness.otherAccountId;
  const script = await ask('POST /v1/scripts', '201', { body: { name: 'own', source: SOURCE } });
  const script_id = textOf(script, 'script_id');
  const bot = { name: 'x', script_id, account_id, market_tag: MARKET };
  await ask('POST /v1/bots', '403 forbidden', { body: bot });
  const run = { script_id, account_id, market_tag: MARKET, interval: 60, ...LONG };
  const deep = await ask('POST /v1/backtests', '403 forbidden', { body: run });
  harness.auditor.check(
    /\d+ days/.test(textOf(deep, 'detail')),
    `the depth is named: ${deep.text}`,
  );
  const lab = await ask('POST /v1/labs', '201', { body: { name: 'x', script_id } });
  const ids = { lab_id: textOf(lab, 'lab_id') };
  await ask('PUT /v1/labs/{lab_id}', '200', { ids, body: configurationOn(account_id) });
  await ask('POST /v1/labs/{lab_id}/start', '403 forbidden', { ids, body: LONG });
  const lapsed = askerOf(harness, 'lapsed');
  const own = await lapsed('POST /v1/scripts', '201', { body: { name: 'own', source: SOURCE } });
  const wish = { name: 'x', script_id: textOf(own, 'script_id') };
  await lapsed('POST /v1/labs', '403 forbidden', { body: wish });
}

/** A lab whose script was deleted can neither be configured nor started. */
async function lostScript(harness: AuditHarness): Promise<void> {
  const ask = askerOf(harness, 'user');
  const script = await ask('POST /v1/scripts', '201', { body: { name: 'lost', source: SOURCE } });
  const body = { name: 'x', script_id: textOf(script, 'script_id') };
  const lab = await ask('POST /v1/labs', '201', { body });
  await ask('DELETE /v1/scripts/{script_id}', '204', { ids: { script_id: body.script_id } });
  const ids = { lab_id: textOf(lab, 'lab_id') };
  const configuration = configurationOn(harness.accountId);
  await ask('PUT /v1/labs/{lab_id}', '404 script_not_found', { ids, body: configuration });
}

/** On a surface of partners: bodies that name an end user or an exchange that is not there. */
export async function limitedPartner(harness: AuditHarness, surface: Surface): Promise<void> {
  const asker = askerOf(harness, 'partner');
  const user_id = 'usr_00000000000000000000000000';
  const at = `/v1/${surface}`;
  const nowhere = { external_id: 'x', exchange: 'nowhere' };
  await asker(`POST ${at}/users`, '404 exchange_not_found', { body: nowhere });
  const key = { name: 'x', scopes: ['whitelabel'], user_id };
  await asker(`POST ${at}/keys`, '404 user_not_found', { body: key });
  await asker(`POST ${at}/stop-everything`, '404 user_not_found', { body: { user_id } });
  const { document } = harness.auditor;
  const create = document.paths[`${at}/users/{user_id}/bots`]?.['post'];
  const schema = create?.requestBody?.content['application/json'].schema ?? {};
  const body = exampleOf(document as unknown as OpenApiDocument, schema);
  await asker(`POST ${at}/users/{user_id}/bots`, '404 user_not_found', { ids: { user_id }, body });
}
