// Law 5 over what is served: one odd row costs itself. Each operation that reads, with each list of
// rows that it reads from a store, and an odd row before the others: the others are served as ever,
// the response is as the document says, and a list that is shorter says so.

import assert from 'node:assert/strict';
import type { LightMyRequestResponse } from 'fastify';
import { SCOPES } from '#domain/access/scope.ts';
import { OPERATIONS } from '#api/operations.ts';
import { seededChance } from '../../sim/chance.ts';
import { AMPLE_BUDGETS, HAS_ODD_ROWS, makeTestService } from '../../support/test-service.ts';
import type { TestService } from '../../support/test-service.ts';
import type { Law, MatrixSize, TriedCell, Verdict } from '../law.ts';
import { broken, excused } from '../law.ts';
import type { ListedOperation, Names } from '../trouble/list-operations.ts';
import { isStream, learnNames, listOperations, requestOf } from '../trouble/list-operations.ts';
import { QUIET_NAMES } from '../trouble/request-fields.ts';
import type { ServedReading } from './served/judge-served.ts';
import { judgeServed } from './served/judge-served.ts';
import { cannotBeServed, oddRowsOf } from './served/odd-rows.ts';
import type { OddRow, OddStores } from './served/odd-stores.ts';
import { oddStores } from './served/odd-stores.ts';
import { PLANTED_SERVED } from './served/planted-served.ts';

export const SERVED_LAW: Law = {
  number: 5,
  title: 'one bad row costs itself, of what is served',
  participants: async () =>
    OPERATIONS.filter(({ method }) => method === 'GET').map(({ operationId }) => operationId),
  tryCells,
  planted: PLANTED_SERVED,
};

/** Lists that have no row there, and why. */
const WITHOUT_ROWS: Readonly<Record<string, string>> = {
  listAccounts: 'what is read there is behind the last account',
  'findPartner.marketTags': 'it lists words, and none of them means all',
};

/** A list that nothing fills has a sample, or a reason. */
function withoutRows(list: string): Verdict {
  const reason = WITHOUT_ROWS[list];
  return reason === undefined
    ? broken('the list is empty, and no sample of it is registered')
    : excused(reason);
}

async function* tryCells({ share, seed }: MatrixSize): AsyncGenerator<TriedCell> {
  const chance = seededChance(seed);
  const stores = oddStores();
  const service = await makeTestService(stores.deps, AMPLE_BUDGETS);
  HAS_ODD_ROWS.add(service.api);
  const key = await service.makeKey([...SCOPES]);
  const document = service.api.document();
  const names: Names = new Map(Object.entries(QUIET_NAMES));
  const ask = async (operation: ListedOperation) => {
    const request = requestOf(document, operation, names);
    const headers = { authorization: `Bearer ${key}` };
    return service.api.app.inject({ ...request, headers });
  };
  for (const operation of listOperations(document)) {
    if (isStream(operation)) continue;
    if (operation.method !== 'GET') {
      if (!/[dD]elete|[rR]evoke/.test(operation.operationId) && operation.method === 'POST')
        learnNames(operation, await ask(operation), names);
      continue;
    }
    const participant = operation.operationId;
    stores.fill();
    stores.taken();
    stores.empty();
    const quiet = await readingOf(service, () => ask(operation));
    const read = stores.taken();
    for (const list of stores.empty())
      yield { participant, cell: `${list}: its rows`, verdict: withoutRows(list) };
    const usual = { quiet, withOneMore: quiet };
    yield { participant, cell: 'healthy rows', verdict: judgeServed(null, usual, quiet) };
    for (const rows of read) {
      const reading = (odd: OddRow) =>
        withOdd(stores, odd, () => readingOf(service, () => ask(operation)));
      const withOneMore = await reading({ ...rows, title: 'as the others' });
      const cell = `${rows.list}: one more`;
      yield { participant, cell, verdict: judgeServed(null, usual, withOneMore) };
      for (const odd of oddRowsOf(rows)) {
        if (chance.below(10_000) >= share * 10_000) continue;
        const cannotBe = cannotBeServed(participant, odd);
        const verdict =
          cannotBe === null
            ? judgeServed(odd, { quiet, withOneMore }, await reading(odd))
            : excused(cannotBe);
        yield { participant, cell: `${odd.list}: ${odd.title}`, verdict };
      }
    }
    if (read.length === 0)
      yield { participant, cell: 'its rows', verdict: excused('it reads no list of a store') };
  }
  await service.close();
}

async function withOdd<T>(stores: OddStores, odd: OddRow, work: () => Promise<T>): Promise<T> {
  stores.put(odd);
  try {
    return await work();
  } finally {
    stores.put(null);
  }
}

async function readingOf(
  service: TestService,
  ask: () => Promise<LightMyRequestResponse>,
): Promise<ServedReading> {
  const linesCount = service.log.length;
  const logged = (): string =>
    service.log
      .slice(linesCount)
      .map((line) => JSON.stringify(line))
      .join('\n');
  try {
    const { statusCode: status, body, headers } = await ask();
    const leftOut = Number(headers['x-left-out'] ?? 0);
    return { status, body, leftOut, logged: logged(), difference: null };
  } catch (error) {
    if (!(error instanceof assert.AssertionError)) throw error;
    const difference = JSON.stringify(error.actual);
    return { status: 0, body: '', leftOut: 0, logged: logged(), difference };
  }
}
