// Operations on signals of partners.

import type { SignalRequest } from '#services/partner-signals/send-signal.ts';
import {
  getLastSignal,
  listSignals,
  sendSignal,
  traceSignals,
} from '#services/partner-signals/send-signal.ts';
import { ok, refuse, taken } from '#api/http/responses/api-response.ts';
import { partnerOperation } from '#api/routes/partner-operation.ts';
import {
  LastSignalSchema,
  lastSignalToWire,
  SendSignalSchema,
  SignalAcceptedSchema,
  signalAcceptedToWire,
  SIGNAL_TRACE_PAGE,
} from '#api/schemas/signal.ts';
import { PAGE_QUERY } from '#api/schemas/wire-values.ts';

const TOKEN = {
  signal_token: { description: 'Token of the signal.', notFound: 'signal_not_found' },
} as const;

const NOT_FOUND = 'There is no signal of this token.';

export const partnerSignalRoutes = [
  ...partnerOperation({
    method: 'POST',
    path: '/signals',
    operation: 'SendSignal',
    published: ['whitelabel', 'partner'],
    summary: 'Send a signal',
    description:
      'Sends an action to your running bots that listen to the token; size and market are the ' +
      "bot's own settings. A token that no bot listens to is accepted as well.",
    tier: 'writes',
    params: {},
    query: {},
    body: SendSignalSchema,
    fieldProblem: 'invalid_signal',
    success: { status: 202, description: 'It was taken.', schema: SignalAcceptedSchema },
    errors: ['invalid_signal'],
    handle: async (deps, call) => {
      const { signal_token: token, action } = call.body;
      const responseOf = (signal: SignalRequest) => taken(signalAcceptedToWire(signal));
      const completion = call.slotFor(responseOf);
      await sendSignal(deps, { caller: call.caller, token, action, completion });
      return responseOf({ token, action });
    },
  }),

  ...partnerOperation({
    method: 'GET',
    path: '/signals',
    operation: 'ListSignals',
    published: [],
    summary: 'List signals',
    description:
      'Signals of the last day of all tokens, newest first, each with what the bots did that got ' +
      'it. One that no bot listened to has none.',
    tier: 'reads',
    params: {},
    query: PAGE_QUERY,
    body: null,
    success: { status: 200, description: 'One page of signals.', schema: SIGNAL_TRACE_PAGE.schema },
    errors: [],
    handle: async (deps, call) => {
      const { caller, query, after } = call;
      const requested = { caller, token: null, after, limit: query.limit };
      const { signals, lastKey } = await listSignals(deps, requested);
      return ok(SIGNAL_TRACE_PAGE.toWire(signals, call.nextCursor(lastKey)));
    },
  }),

  ...partnerOperation({
    method: 'GET',
    path: '/signals/{signal_token}',
    operation: 'GetLastSignal',
    published: ['whitelabel'],
    summary: 'Get the last signal',
    description: 'The last signal of a token, retained for a day.',
    tier: 'reads',
    params: TOKEN,
    query: {},
    body: null,
    success: { status: 200, description: 'The signal.', schema: LastSignalSchema },
    errors: ['signal_not_found'],
    handle: async (deps, { caller, params }) => {
      const found = await getLastSignal(deps, { caller, token: params.signal_token });
      if (!found.ok) return refuse(found.rejection, NOT_FOUND);
      return ok(lastSignalToWire(found.value));
    },
  }),

  ...partnerOperation({
    method: 'GET',
    path: '/signals/{signal_token}/trace',
    operation: 'TraceSignals',
    published: [],
    summary: 'Trace signals',
    description:
      'Signals of a token of the last day, newest first, each with the bots that got it, the ' +
      'orders that they then requested, and what they wrote into their logs.',
    tier: 'reads',
    params: TOKEN,
    query: PAGE_QUERY,
    body: null,
    success: { status: 200, description: 'One page of signals.', schema: SIGNAL_TRACE_PAGE.schema },
    errors: ['signal_not_found'],
    handle: async (deps, call) => {
      const { caller, params, query, after } = call;
      const requested = { caller, token: params.signal_token, after, limit: query.limit };
      const found = await traceSignals(deps, requested);
      if (!found.ok) return refuse(found.rejection, NOT_FOUND);
      const { signals, lastKey } = found.value;
      return ok(SIGNAL_TRACE_PAGE.toWire(signals, call.nextCursor(lastKey)));
    },
  }),
];
