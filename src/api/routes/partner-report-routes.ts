// The report of a partner on what its end users used.

import Type from 'typebox';
import { LIMITS } from '#lib/limits.ts';
import { parseInstant } from '#lib/time.ts';
import { makeReport } from '#services/partner-reports/make-report.ts';
import type { FieldError } from '#api/http/responses/api-response.ts';
import { ok, refuseFields } from '#api/http/responses/api-response.ts';
import { partnerOperation } from '#api/routes/partner-operation.ts';
import { ReportSchema, reportToWire } from '#api/schemas/partner-report.ts';
import {
  ADDITION,
  cursorParameter,
  instantString,
  limitParameter,
} from '#api/schemas/wire-values.ts';

export const partnerReportRoutes = partnerOperation({
  method: 'GET',
  path: '/report',
  operation: 'GetReport',
  published: ['whitelabel'],
  summary: 'Get the usage and billing report',
  description:
    `What your end users used in a period of at most ${LIMITS.reportDaysMax} days, cut to whole ` +
    'minutes, and what it costs by the tariff that held when the period began. A past period ' +
    'has the same report whenever it is requested. `users` comes in pages, the rest is the same ' +
    'on each; name `to`, or the next page is of a later period.',
  tier: 'reads',
  params: {},
  query: {
    from: Type.Optional(instantString('When the period begins; left out: with the month of `to`.')),
    to: Type.Optional(instantString('When it ends, itself not counted; left out: now.')),
    limit: limitParameter(LIMITS.pageItemsMax, LIMITS.pageItemsMax, ADDITION),
    cursor: cursorParameter(ADDITION),
  },
  body: null,
  success: { status: 200, description: 'The report.', schema: ReportSchema },
  errors: [],
  handle: async (deps, call) => {
    const { caller, query, after } = call;
    const [from, to] = [readInstant('from', query.from), readInstant('to', query.to)];
    const [first, ...rest] = [from, to].filter((each) => each !== null && typeof each === 'object');
    if (first !== undefined) return refuseFields([first, ...rest]);
    const period = { fromMs: from as number | null, toMs: to as number | null };
    const page = { afterUserId: after, limit: query.limit };
    const made = await makeReport(deps, { caller, ...period, ...page });
    if (!made.ok) return refuseFields([faultOf(made.rejection.parameter, made.rejection.detail)]);
    return ok(reportToWire({ ...made.value, nextCursor: call.nextCursor(made.value.lastUserId) }));
  },
});

/** Null: left out. */
function readInstant(parameter: string, text: string | undefined): number | null | FieldError {
  if (text === undefined) return null;
  const expected = 'an instant such as 2026-11-01T00:00:00Z';
  return parseInstant(text) ?? faultOf(parameter, `expected ${expected}, found another text.`);
}

function faultOf(parameter: string, detail: string): FieldError {
  return { parameter, detail: `Query parameter "${parameter}": ${detail}` };
}
