// Response headers as components of the OpenAPI document.

const integer = { type: 'integer' } as const;
const string = { type: 'string' } as const;

export const HEADERS = {
  'RateLimit-Policy': {
    description: 'The limit of the tier: name, requests, window in seconds.',
    schema: { ...string, examples: ['"reads";q=120;w=60'] },
  },
  RateLimit: {
    description: 'What is left: name, remaining requests, seconds until the window ends.',
    schema: { ...string, examples: ['"reads";r=119;t=57'] },
  },
  'X-RateLimit-Limit': { description: 'Requests allowed in the window.', schema: integer },
  'X-RateLimit-Remaining': { description: 'Requests left in the window.', schema: integer },
  'X-RateLimit-Reset': { description: 'Unix time at which the window ends.', schema: integer },
  'X-Request-Id': { description: 'Names this request in logs.', schema: string },
  'Retry-After': { description: 'Seconds to wait.', schema: integer },
  'WWW-Authenticate': { description: 'How to authenticate.', schema: string },
  Location: { description: 'Path of what was made.', schema: string },
  'Idempotency-Replayed': {
    description: '`true` when the answer is the kept outcome of an earlier request.',
    schema: { ...string, enum: ['true'] },
  },
} as const;

type HeaderName = keyof typeof HEADERS;
type HeaderRefs = { readonly [name: string]: { readonly $ref: string } };

/** Carried by every answer to a recognised key. */
export const BUDGET_HEADERS = [
  'RateLimit-Policy',
  'RateLimit',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
] as const satisfies readonly HeaderName[];

export function headerRef(name: HeaderName): HeaderRefs {
  return { [name]: { $ref: `#/components/headers/${name}` } };
}

export function budgetHeaderRefs(): HeaderRefs {
  const names = [...BUDGET_HEADERS, 'X-Request-Id'] as const;
  return Object.fromEntries(names.flatMap((name) => Object.entries(headerRef(name))));
}
