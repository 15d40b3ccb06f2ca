// Every error the API responds with: its status, its title and what its page says. Routes and the
// pipeline name a code; nothing else knows a status. docs/errors.md lists the same set.

import type { FailureKind } from '#services/access/failure-kind.ts';

export type ProblemText = {
  readonly status: number;
  /** The same for every occurrence. */
  readonly title: string;
  readonly meaning: string;
  readonly remedy: string;
  /** Seconds after which trying again makes sense; null when repeating changes nothing. */
  readonly retryAfterSeconds: number | null;
};

export const PROBLEMS = {
  invalid_request: problem(
    400,
    'The request is not valid',
    'A field, parameter, header or the body as a whole is missing, malformed or ' +
      'not allowed here. `detail` and `errors` name each one, what was expected and ' +
      'what was found.',
    'Correct what is named and send the request again.',
  ),
  insufficient_funds: problem(
    400,
    'The wallet cannot cover the order',
    'The account does not hold enough of the currency that the order would spend or lock.',
    'Lower the amount, or free funds by cancelling other orders.',
  ),
  order_rejected: problem(
    400,
    'The order was rejected',
    'The trading engine or the exchange refused the order, for example because it ' +
      'is off the price step or below a minimum. `detail` names the rule and, where ' +
      'there is one, the nearest valid value.',
    'Change the order as `detail` says. Nothing was placed.',
  ),
  unauthorized: problem(
    401,
    'The request is not authenticated',
    'The request carries no usable `Authorization` header, or not a bearer token; or what was ' +
      'entered to sign in is wrong.',
    'Send `Authorization: Bearer <API key>`, exactly once.',
  ),
  invalid_api_key: problem(
    401,
    'The API key is not valid',
    'The key is malformed, of the wrong kind, unknown, disabled, expired, revoked, or ' +
      'not for this address. The response is the same for all of these.',
    'Check the key in the account settings, or create a new one. Repeating the ' +
      'request does not help.',
  ),
  insufficient_scope: problem(
    403,
    'The API key lacks a scope',
    'The key is valid, but was not created with the scope that this operation, or a value in ' +
      'it, needs; `detail` names it.',
    'Use a key with that scope. Scopes of a key cannot be changed afterwards.',
  ),
  forbidden: problem(
    403,
    'This is not allowed',
    'A limit of the plan was reached, the plan has lapsed, an activation was ' +
      'refused, or the caller is no partner. `detail` says which, and names the limit.',
    'Change the plan or stay within its limit; or mend what `detail` names, such as an account ' +
      'that is not activated for bots or a script that is not valid.',
  ),
  confirmation_required: problem(
    403,
    'Prove first that you are there',
    'A session was last confirmed more than 15 minutes ago, and this operation lets others in or ' +
      'lifts a limit.',
    'Confirm the session with the password or a code (`POST /auth/confirm`), then repeat the ' +
      'request. Keys need no confirmation.',
  ),
  not_found: missing('path'),
  account_not_found: missing('account'),
  bot_not_found: missing('bot'),
  script_not_found: missing('script'),
  backtest_not_found: {
    ...missing('backtest'),
    meaning:
      'The backtest does not exist, was deleted, or is not accessible with this key; or its run ' +
      'failed, and `detail` says why for a day. Its lists are there when it has finished.',
  },
  lab_not_found: missing('lab'),
  exchange_not_found: missing('exchange'),
  market_not_found: missing('market'),
  user_not_found: missing('user'),
  order_not_found: missing('working order'),
  key_not_found: missing('key'),
  position_not_found: missing('position'),
  signal_not_found: missing('signal'),
  hook_not_found: missing('hook'),
  data_series_not_found: missing('data series'),
  webhook_not_found: missing('webhook'),
  delivery_not_found: missing('delivery'),
  channel_not_found: missing('channel'),
  rule_not_found: missing('rule'),
  method_not_allowed: problem(
    405,
    'The method is not allowed here',
    'The path exists, but not with this method. The `Allow` header lists the methods that it has.',
    'Use one of the allowed methods.',
  ),
  not_acceptable: problem(
    406,
    'Only JSON can be returned',
    'The `Accept` header rules out `application/json`.',
    'Send `Accept: application/json`, or leave the header out.',
  ),
  request_timeout: problem(
    408,
    'The request took too long to arrive',
    'The headers or the body were not received in time.',
    'Send the request again on a new connection.',
  ),
  idempotency_in_progress: problem(
    409,
    'The same request is still being processed',
    'A request with this `Idempotency-Key` has had no response yet.',
    'Wait as `Retry-After` says and send it again with the same key.',
    1,
  ),
  events_expired: problem(
    410,
    'These events are retained no longer',
    'Events are retained for a limited time, and some behind the named one were deleted. Reading ' +
      'on would leave them out.',
    'Read the state of what you follow, then read events without `after`.',
  ),
  payload_too_large: problem(
    413,
    'The body is too large',
    'The body is longer than this operation accepts. `detail` names the limit.',
    'Send less.',
  ),
  unsupported_media_type: problem(
    415,
    'The body is not plain JSON',
    'A body must be `application/json` in UTF-8 without content encoding.',
    'Send `Content-Type: application/json`.',
  ),
  idempotency_key_reuse: problem(
    422,
    'The Idempotency-Key belongs to another request',
    'This key was used in the last 24 hours with another method, path, query or body.',
    'Use a new key for each new request.',
  ),
  invalid_signal: problem(
    422,
    'The signal is not valid',
    'The action or the token of the signal was rejected.',
    'Send a token of letters, digits, `-` and `_`, and one of the documented actions.',
  ),
  position_left: problem(
    422,
    'Something could not be closed',
    'A bot was to be deleted with what it holds closed, and its exchange or market does not take ' +
      'all of it. It is stopped, and stays with what is left; `detail` says how much, and why.',
    'Delete it without `close_position` to leave that at the exchange, or once it can be closed.',
  ),
  rate_limited: problem(
    429,
    'The rate limit is exceeded',
    'The key has used up the requests of its tier for the current window. Each ' +
      'tier has its own budget. Backtests of end users also have one of each end user; ' +
      '`RateLimit` then names `expensive_of_user_id`.',
    'Wait as `Retry-After` says. `RateLimit` on every response shows what is left. Whoever runs ' +
      'the service may widen the budgets with its setting `TIDEMILL_RATE_LIMITS`.',
  ),
  headers_too_large: problem(
    431,
    'The headers are too large',
    'The request line and headers together are longer than the server reads.',
    'Send fewer or shorter headers.',
  ),
  internal_error: problem(
    500,
    'An unexpected error occurred',
    'The service made a mistake. The request may be repeated, best with an `Idempotency-Key`.',
    'Try again; when it happens again, report it and quote `instance`.',
  ),
  upstream_error: problem(
    502,
    'An upstream service responded wrongly',
    'An exchange or an internal service responded in a way that could not be served.',
    'Try again.',
  ),
  temporarily_unavailable: problem(
    503,
    'The request cannot be served now',
    'A part of the service cannot be reached, is busy, or is being restarted. It ' +
      'says nothing about the key.',
    'Wait as `Retry-After` says and try again with the same key.',
    1,
  ),
  upstream_timeout: problem(
    504,
    'An upstream service missed its deadline',
    'An exchange or an internal service did not respond in time.',
    'Try again with growing pauses, with the same `Idempotency-Key` if there was one.',
  ),
} as const satisfies { readonly [code: string]: ProblemText };

export type ProblemCode = keyof typeof PROBLEMS;

export const PROBLEM_CODES = Object.keys(PROBLEMS) as readonly ProblemCode[];

/** The response to each failure of the outer world. */
export const FAILURE_PROBLEMS: { readonly [kind in FailureKind]: ProblemCode } = {
  unavailable: 'temporarily_unavailable',
  timeout: 'upstream_timeout',
  rate_limited: 'temporarily_unavailable',
  conflict: 'temporarily_unavailable',
  corrupt_reply: 'upstream_error',
  unauthorized: 'upstream_error',
  // Where credentials are checked, which is what it is found out by, it is `forbidden`.
  region_blocked: 'upstream_error',
  outcome_unknown: 'upstream_timeout',
  // The same key may be tried again, and nothing of an exchange is in doubt.
  store_outcome_unknown: 'temporarily_unavailable',
};

/** What the API can respond to any authenticated request, besides an operation's own errors. */
export const SHARED_PROBLEMS: readonly ProblemCode[] = [
  'invalid_request',
  'unauthorized',
  'invalid_api_key',
  'insufficient_scope',
  'not_acceptable',
  'rate_limited',
  'internal_error',
  'upstream_error',
  'temporarily_unavailable',
  'upstream_timeout',
];

function problem(
  status: number,
  title: string,
  meaning: string,
  remedy: string,
  retryAfterSeconds: number | null = null,
): ProblemText {
  return { status, title, meaning, remedy, retryAfterSeconds };
}

function missing(what: string): ProblemText {
  return problem(
    404,
    `There is no such ${what}`,
    `The ${what} does not exist, or is not accessible with this key. The response is ` +
      'the same for both.',
    'Check the name; identifiers are copied from the endpoint that returns them.',
  );
}
