// Response headers as components of the OpenAPI document.

import type { JsonSchema } from '#api/openapi/schema-collector.ts';

const int32 = { type: 'integer', format: 'int32' } as const;
const string = { type: 'string' } as const;
/** In each response that lists it. */
const always = { required: true } as const;

export const HEADERS = {
  'RateLimit-Policy': {
    ...always,
    description: 'The limit of the tier: name, requests, window in seconds.',
    schema: { ...string, examples: ['"reads";q=120;w=60'] },
  },
  RateLimit: {
    ...always,
    description: 'What is left: name, requests, seconds until the window ends.',
    schema: { ...string, examples: ['"reads";r=119;t=57'] },
  },
  'X-RateLimit-Limit': { description: 'Requests allowed in the window.', schema: int32 },
  'X-RateLimit-Remaining': { description: 'Requests left in the window.', schema: int32 },
  'X-RateLimit-Reset': {
    description: 'Unix time at which the window ends.',
    schema: { type: 'integer', format: 'int64' },
  },
  'X-Request-Id': {
    ...always,
    description: 'Names this request in logs: the one that was sent, or one of ours.',
    schema: string,
  },
  'Retry-After': { description: 'Seconds to wait.', schema: int32 },
  'WWW-Authenticate': { description: 'How to authenticate.', schema: string },
  Location: { description: 'Path of what was made.', schema: string },
  'Idempotency-Replayed': {
    description: '`true` when the response is the retained outcome of an earlier request.',
    schema: { ...string, enum: ['true'] },
  },
  'Next-Cursor': {
    description:
      'Of comma-separated values: the cursor of what follows; not there at the end of the list. ' +
      'A trailer where all was requested.',
    schema: string,
  },
} as const;

type HeaderName = keyof typeof HEADERS;
export type HeaderEntries = {
  readonly [name: string]:
    | { readonly $ref: string }
    | { readonly required: boolean; readonly schema: JsonSchema };
};

/**
 * Carried by every response to a recognised key: not by 401, not where the key could not be
 * verified or the request not be read, and not by OPTIONS, which needs no key.
 */
export const BUDGET_HEADERS = [
  'RateLimit-Policy',
  'RateLimit',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
] as const satisfies readonly HeaderName[];

/** The others say the same under older names; each operation lists them once, under `default`. */
const STANDARD_HEADERS = ['RateLimit-Policy', 'RateLimit'] as const;

/** Entry that refers to a header of the components. */
export function headerRef(name: HeaderName): HeaderEntries {
  return { [name]: { $ref: `#/components/headers/${name}` } };
}

/** What a response says of the caller's budget, where a key was recognised. */
export function budgetHeaderEntries(presence: 'always' | 'perhaps'): HeaderEntries {
  const entryOf = (name: (typeof STANDARD_HEADERS)[number]): HeaderEntries =>
    presence === 'always' ? headerRef(name) : { [name]: { ...HEADERS[name], required: false } };
  return Object.assign({}, ...STANDARD_HEADERS.map(entryOf)) as HeaderEntries;
}

/** The same in full, of whichever error. */
export function allBudgetHeaderEntries(): HeaderEntries {
  const others = BUDGET_HEADERS.filter((name) => !(name in budgetHeaderEntries('perhaps')));
  return Object.assign(budgetHeaderEntries('perhaps'), ...others.map(headerRef)) as HeaderEntries;
}
