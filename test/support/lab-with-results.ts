// A service with a lab that ran: of its two combinations the second failed. The results are what
// workers would write.

import type { TestContext } from 'node:test';
import { present } from '#lib/assert.ts';
import { decimal } from '#lib/decimal.ts';
import type { JobAttempt, JobEnding } from '#ports/work/jobs.ts';
import type { LabResult, LabSlice } from '#ports/stores/lab-store.ts';
import { LAB_PLAN_QUEUE, LAB_SLICE_QUEUE } from '#ports/stores/lab-store.ts';
import { planFromText, planToText } from '#services/labs/lab-plan.ts';
import { SPOT_TAG } from './still-exchange.ts';
import type { TestService } from './test-service.ts';
import { AMPLE_BUDGETS, closeAfter, makeTestService } from './test-service.ts';

export const SOURCE = "local fast, slow = Input('Fast', 5), Input('Slow', 9)";
export const WINDOW = { start_at: '2026-01-01T00:00:00Z', end_at: '2026-01-31T00:00:00Z' };
export const RESULT_ID = 'bt_00000000000000000000000001';
export const FAILED_ID = 'bt_00000000000000000000000002';

type Headers = Readonly<Record<string, string>>;
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A lab of two combinations, the second of which failed. */
export async function setUpLabWithResults(t: TestContext) {
  const service = await makeTestService((deps) => deps, AMPLE_BUDGETS);
  closeAfter(t, service);
  const own = await service.makeKey([]);
  const call = (method: Method, url: string, payload?: object, key = own, more: Headers = {}) =>
    service.api.app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${key}`, ...more },
      ...(payload === undefined ? {} : { payload }),
    });
  const script = await call('POST', '/v1/scripts', { name: 'cross', source: SOURCE });
  const { script_id: scriptId } = script.json<{ script_id: string }>();
  const named = { name: 'a lab', script_id: scriptId };
  const lab = await call('POST', '/v1/labs', named);
  const url = `/v1/labs/${lab.json<{ lab_id: string }>().lab_id}`;
  await call('PUT', url, {
    algorithm: 'brute_force',
    account_id: service.ownAccountId,
    market_tag: SPOT_TAG,
    interval: 15,
    parameters: [
      { key: 'Fast', enabled: true, values: [2, 3] },
      { key: 'Slow', enabled: false, value: 7 },
    ],
    settings: { trade_amount: '250' },
  });
  await call('POST', `${url}/start`, WINDOW);
  await carryOut(service);
  const make = (id = RESULT_ID, payload: object = { name: 'a bot' }, key = own, more = {}) =>
    call('POST', `${url}/results/${id}/bot`, payload, key, more);
  return { service, call, make, scriptId, url };
}

const SLICE: LabSlice = {
  firstOrdinal: 0,
  generation: 0,
  firstPopulation: 0,
  combinations: [0, 1],
};

function result(ordinal: number, backtestId: string, failure: object | null): LabResult {
  const sortValues = { roi: null, profit: null, drawdown: null, sharpe: null, stability: null };
  const figures = JSON.stringify({ figures: null, failure, runKey: String(ordinal) });
  const place = { ordinal, combination: ordinal, generation: 0, population: ordinal, backtestId };
  return { ...place, score: null, positionsClosed: 0, sortValues, figures, judgement: null };
}

const RESULTS = [
  result(0, RESULT_ID, null),
  result(1, FAILED_ID, { message: 'no such luck', line: 1 }),
];

/** What workers would write. */
async function carryOut({ jobs, labs }: TestService): Promise<void> {
  await attempt(jobs, LAB_PLAN_QUEUE, async (held) => {
    const { plan } = present(await labs.findProgress(held.jobId), 'the lab was started');
    const wallet = [{ currency: 'USDT', amount: decimal('1000') }];
    await labs.addSlices(held, [SLICE], 1, planToText({ ...planFromText(plan), wallet }));
  });
  await attempt(jobs, LAB_SLICE_QUEUE, async (held) => {
    await labs.endSlice(held, { results: RESULTS, runMs: 1, openSlicesMax: 0, atMs: 1 });
  });
}

async function attempt(
  jobs: TestService['jobs'],
  queue: string,
  act: (held: JobAttempt) => Promise<void>,
): Promise<void> {
  const done = Promise.withResolvers<void>();
  const perform = async (held: JobAttempt): Promise<JobEnding> => {
    await act(held).then(done.resolve, done.reject);
    return { kind: 'done' };
  };
  const kind = { queue, perform, onDefect: done.reject };
  const runner = jobs.run({ kinds: [kind], placesCount: 1, retainedCount: 0 });
  await done.promise;
  await runner.close();
}
