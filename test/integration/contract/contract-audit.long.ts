// An audit of a running service by its own document and by the text of the contract, as an
// integrator would make it who has nothing else: every operation succeeds once, every documented
// refusal that a client can bring about is brought about, and every response is held against the
// document.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuditHarness } from './audit-harness.ts';
import { withAuditHarness } from './audit-harness.ts';
import { codesUnder } from '../../support/document-check.ts';
import type { Operation } from './every-operation.ts';
import {
  followPages,
  hideWhatIsForeign,
  keepOutcomes,
  operationsOf,
  refuseBeyondBudgets,
  refuseOthersThanPartners,
  refuseStrangers,
  refuseWrongRequests,
} from './every-operation.ts';
import { holdAgainstContract, NOT_BY_REQUESTS } from './hold-against-contract.ts';
import { limitedChapters, limitedPartner } from './limited-chapters.ts';
import { partnerChapters } from './partner-chapters.ts';
import { readContract, SKIP_WITHOUT_CONTRACT } from './read-contract.ts';
import { MARKET, userChapters } from './user-chapters.ts';

test('a running service retains what it documents', async (t) => {
  await withAuditHarness(async (harness) => {
    const { auditor } = harness;
    const operations = operationsOf(harness);
    const made = await userChapters(harness);
    await limitedChapters(harness, made);
    for (const surface of ['whitelabel', 'partner'] as const)
      await limitedPartner(harness, surface);
    const whitelabel = await partnerChapters(harness, 'whitelabel', 'partner');
    const partner = await partnerChapters(harness, 'partner', 'other_partner');
    for (const operation of operations) {
      const isOnSecondSurface = operation.name.includes(' /v1/partner/');
      // A market is nobody's.
      const seen = { ...made, market_tag: MARKET };
      if (operation.who === 'user') await followPages(harness, operation, seen);
      else if (isOnSecondSurface)
        await followPages(harness, { ...operation, who: 'other_partner' }, partner);
      else await followPages(harness, operation, whitelabel);
      await refuseStrangers(harness, operation);
      await refuseWrongRequests(harness, operation);
      await keepOutcomes(harness, operation);
      await refuseOthersThanPartners(harness, operation);
      const isPartners = operation.who === 'partner';
      if (isPartners) await hideWhatIsForeign(harness, operation, whitelabel, partner);
      else await hideWhatIsForeign(harness, { ...operation, who: 'other_user' }, {}, made);
    }
    await refuseBeyondBudgets(harness, operations);
    const { requests, checks } = auditor.counts;
    t.diagnostic(`${operations.length} operations, ${requests} requests, ${checks} checks`);
    t.diagnostic(`${auditor.seen.size} different outcomes`);
    assert.deepEqual(unsucceeded(harness, operations), [], 'each operation has succeeded');
    assert.deepEqual(unseenCodes(harness, operations), [], 'each refusal was seen');
    assert.deepEqual([...new Set(auditor.differences)].slice(0, 40), []);
    await t.test('and what the contract says', { skip: SKIP_WITHOUT_CONTRACT }, (inner) => {
      const { statementsCount, differences } = holdAgainstContract(auditor, readContract());
      inner.diagnostic(`${statementsCount} statements of the contract`);
      assert.deepEqual(differences, []);
    });
  });
});

function unsucceeded(
  { auditor }: AuditHarness,
  operations: readonly Operation[],
): readonly string[] {
  return operations
    .map(({ name }) => name)
    .filter((name) => !SUCCEED_ELSEWHERE.has(name))
    .filter((name) => ![...auditor.seen].some((seen) => seen.startsWith(`${name} 2`)));
}

/** What asks a real exchange; `test/contract/account-credentials.test.ts` has one. */
const SUCCEED_ELSEWHERE: ReadonlySet<string> = new Set([
  'POST /v1/accounts',
  'POST /v1/accounts/{account_id}/check',
  'PUT /v1/accounts/{account_id}/credentials',
  'DELETE /v1/accounts/{account_id}/credentials',
  'PUT /v1/whitelabel/users/{user_id}/credentials',
  'PUT /v1/partner/users/{user_id}/credentials',
]);

/**
 * What takes thousands of rows, a plan that ends in between, or a real exchange; tests of the
 * limits, of labs' results and of credentials bring it about.
 */
const TESTED_ELSEWHERE: ReadonlySet<string> = new Set([
  'POST /v1/scripts 403 forbidden',
  'POST /v1/accounts 403 forbidden',
  'GET /v1/backtests/{backtest_id} 403 forbidden',
  'GET /v1/backtests/{backtest_id}/positions 403 forbidden',
  'GET /v1/backtests/{backtest_id}/orders 403 forbidden',
  'GET /v1/backtests/{backtest_id}/logs 403 forbidden',
  'GET /v1/backtests/{backtest_id}/equity 403 forbidden',
  'GET /v1/backtests/{backtest_id}/plots 403 forbidden',
  'GET /v1/backtests/{backtest_id}/exports 403 forbidden',
  'POST /v1/labs/{lab_id}/results/{backtest_id}/bot 403 forbidden',
  'POST /v1/labs/{lab_id}/results/{backtest_id}/bot 404 script_not_found',
]);

/** Documented refusals that no request has brought about. */
function unseenCodes(
  { auditor }: AuditHarness,
  operations: readonly Operation[],
): readonly string[] {
  return operations.flatMap(({ name, described }) =>
    Object.entries(described.responses).flatMap(([status, response]) => {
      const statuses = auditor.document['x-problems'];
      return codesUnder(auditor.document, described, response)
        .filter((code) => status === 'default' || String(statuses[code]?.status) === status)
        .filter((code) => !NOT_BY_REQUESTS.has(code))
        .map((code) => `${name} ${status} ${code}`)
        .filter((outcome) => !TESTED_ELSEWHERE.has(outcome))
        .filter((outcome) => !auditor.seen.has(outcome));
    }),
  );
}
