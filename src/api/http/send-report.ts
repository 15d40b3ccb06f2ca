// A report as one HTML file: the frame that is built with the console, with what it shows written
// in. It is sent as a file, because it would run its scripts as a page of the service otherwise.

import { present } from '#lib/assert.ts';
import { html } from '#lib/html.ts';
import type { Call, Operation } from '#api/http/operation.ts';
import type { ReadList, ReadOne, ReportContent } from '#api/http/report-page.ts';
import { chooseForm } from '#api/http/requests/framing.ts';
import { refuse } from '#api/http/responses/api-response.ts';
import type { RequestContext } from '#api/http/requests/request-context.ts';
import { finish, finishRefused } from '#api/http/requests/request-context.ts';

/** Request that prefers a report as HTML, where the operation has one. */
export function takesReport({ page }: Operation, accept: string | undefined): boolean {
  return page !== undefined && chooseForm(accept, { hasPage: true }) === 'html';
}

type AnyCall = Call<string, unknown, unknown>;

/** Throws what the operations throw, before anything is sent. */
export async function sendReport(
  context: RequestContext,
  operation: Operation,
  call: AnyCall,
): Promise<void> {
  const { edge } = context;
  const outcome = await operation.handle(edge.deps.services, call);
  if (outcome.kind === 'refusal') return finishRefused(context, outcome);
  const page = present(operation.page, 'what is sent as a report has a page');
  const readers = { readOne: reader(context, call), readList: listReader(context, call) };
  const content = await page(outcome.body, readers);
  const frame = edge.reportFrame();
  if (content === null || frame === null) {
    const why = frame === null ? 'the pages of reports are not built' : 'it has not finished';
    return finishRefused(context, refuse('not_acceptable', `There is no report as HTML: ${why}.`));
  }
  const headers = ['Content-Disposition', 'attachment; filename="report.html"'];
  const body = Buffer.from(framed(frame, content));
  const contentType = 'text/html; charset=utf-8';
  finish(context, { status: 200, contentType, code: null, headers, body });
}

function framed(frame: string, { title, document }: ReportContent): string {
  // No text of a script, a market or a user may end the element that it stands in.
  const content = JSON.stringify(document).replaceAll('<', String.raw`\u003c`);
  // Functions, because `$` in a text that replaces another means something.
  return frame
    .replace('__REPORT__', () => content)
    .replace('__TITLE__', () => html`${title}`.markup);
}

function reader({ edge }: RequestContext, call: AnyCall): ReadOne {
  return async (operationId, params) => {
    const operation = present(edge.operations.get(operationId), `there is ${operationId}`);
    const outcome = await operation.handle(edge.deps.services, {
      ...call,
      params,
      query: {},
      after: null,
    });
    return outcome.kind === 'refusal' ? null : outcome.body;
  };
}

function listReader({ edge }: RequestContext, call: AnyCall): ReadList {
  return async (operationId, params, query, most) => {
    const operation = present(edge.operations.get(operationId), `there is ${operationId}`);
    const { maximum } = (operation.query['limit'] ?? {}) as { readonly maximum?: number };
    const items: unknown[] = [];
    let after: string | null = null;
    do {
      let lastKey: string | null = null;
      const limit = Math.min(maximum ?? most, most - items.length);
      const outcome = await operation.handle(edge.deps.services, {
        ...call,
        params,
        query: { ...query, limit },
        after,
        nextCursor(key) {
          lastKey = key;
          return key;
        },
      });
      if (outcome.kind === 'refusal') break;
      items.push(...(outcome.body as { readonly data: readonly unknown[] }).data);
      after = lastKey;
    } while (after !== null && items.length < most);
    return items;
  };
}
