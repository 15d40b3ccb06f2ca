// A wire whose calls are spans of what is traced around them, and the wait for the budget before
// them: which endpoint was called and how it ended, without parameters, headers, bodies and
// credentials.

import type { RequestBudget } from '#venues/request-budget.ts';
import type { VenueWire, WireOutcome } from '#venues/wire/venue-wire.ts';
import type { OpenSpan, Tracer } from '#venue-port/world/tracer.ts';
import { traceWithin } from '#venue-port/world/tracer.ts';

/** `exchange`: its code. */
export function tracedWire<Wire extends Pick<VenueWire, 'send'>>(
  wire: Wire,
  exchange: string,
  tracer: Tracer,
): Wire {
  return {
    ...wire,
    send(call, ...rest) {
      const { method, path, lane } = call;
      const fields = {
        'tidemill.exchange': exchange,
        'http.request.method': method,
        'http.route': path,
        'tidemill.lane': lane,
      };
      const start = { name: `${method} ${path}`, kind: 'requests', fields } as const;
      return traceWithin(tracer, start, async (span) => {
        const outcome = await wire.send(call, ...rest);
        if (span !== null) noteOutcome(span, outcome);
        return outcome;
      });
    },
  };
}

function noteOutcome(span: OpenSpan, outcome: WireOutcome): void {
  span.note({ 'tidemill.outcome': outcome.kind });
  if (outcome.kind === 'reply') span.note({ 'http.response.status_code': outcome.status });
  else span.end(outcome.cause);
}

/** Budget with the same contract, whose waits are spans. */
export function tracedBudget(budget: RequestBudget, tracer: Tracer): RequestBudget {
  return {
    ...budget,
    acquire(lane, cost, deadlineMs) {
      const fields = { 'tidemill.lane': lane };
      return traceWithin(tracer, { name: 'budget wait', kind: 'within', fields }, async (span) => {
        const result = await budget.acquire(lane, cost, deadlineMs);
        span?.note({ 'tidemill.outcome': result.kind });
        return result;
      });
    },
  };
}
