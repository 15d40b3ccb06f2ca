// Outcome of an operation: a response, or a refusal that names its code. Both are plain data; the
// edge turns them into bytes.

import type { ProblemCode } from '#api/http/responses/problems.ts';

/** Where in the request the fault lies. */
export type FieldError = {
  /** JSON Pointer into the body, in fragment form. */
  readonly pointer?: string;
  /** Name of a query parameter. */
  readonly parameter?: string;
  readonly header?: string;
  readonly detail: string;
};

export type ApiResponse<Body> = {
  readonly kind: 'response';
  readonly status: 200 | 201 | 202 | 204;
  /** Null only with 204. */
  readonly body: Body | null;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  /** The same request does what is left, so an Idempotency-Key does not retain the response. */
  readonly isUnfinished?: true;
};

export type Refusal = {
  readonly kind: 'refusal';
  readonly code: ProblemCode;
  readonly detail: string;
  readonly errors: readonly FieldError[];
  /** Names and values in turn. */
  readonly headers: readonly string[];
};

const NO_HEADERS: readonly string[] = [];
const NO_ERRORS: readonly FieldError[] = [];

/** Response with status 200. */
export function ok<Body>(body: Body): ApiResponse<Body> {
  return { kind: 'response', status: 200, body, headers: NO_HEADERS };
}

/** Of a response that says what is left. */
export function unfinished<Body>(response: ApiResponse<Body>): ApiResponse<Body> {
  return { ...response, isUnfinished: true };
}

/** Success, of which something may be left. */
export function okUnless<Body>(isUnfinished: boolean, body: Body): ApiResponse<Body> {
  return isUnfinished ? unfinished(ok(body)) : ok(body);
}

/** `location` is the path of what was made. */
export function created<Body>(body: Body, location: string): ApiResponse<Body> {
  return { kind: 'response', status: 201, body, headers: ['Location', location] };
}

/** Accepted and not done yet; `location` is the path where it can be watched. */
export function queued<Body>(body: Body, location: string): ApiResponse<Body> {
  return { kind: 'response', status: 202, body, headers: ['Location', location] };
}

/** Taken, with nothing to watch. */
export function taken<Body>(body: Body): ApiResponse<Body> {
  return { kind: 'response', status: 202, body, headers: NO_HEADERS };
}

export const NO_CONTENT: ApiResponse<never> = {
  kind: 'response',
  status: 204,
  body: null,
  headers: NO_HEADERS,
};

/** Refusal without faults of single fields; its status follows from the code. */
export function refuse(
  code: ProblemCode,
  detail: string,
  headers: readonly string[] = NO_HEADERS,
): Refusal {
  return { kind: 'refusal', code, detail, errors: NO_ERRORS, headers };
}

/**
 * Refuses a request for faults in it; `detail` is the first of them. Asserts nothing: at least one
 * is given.
 */
export function refuseFields(errors: readonly [FieldError, ...FieldError[]]): Refusal {
  const rest = errors.length - 1;
  const more = rest === 0 ? '' : ` (and ${rest} more, see "errors")`;
  return {
    kind: 'refusal',
    code: 'invalid_request',
    detail: errors[0].detail + more,
    errors,
    headers: NO_HEADERS,
  };
}

/** Refuses one field of the body; `detail` is the whole sentence. */
export function refuseAt(name: string, detail: string): Refusal {
  return refuseFields([{ pointer: `#/${name}`, detail }]);
}

/** Refuses what stands in one parameter of the query. */
export function refuseParameter(parameter: string, expected: string, found: string): Refusal {
  const detail = `Query parameter "${parameter}": expected ${expected}, found ${found}.`;
  return refuseFields([{ parameter, detail }]);
}

/** What a use case rejected, with the field of the body that is at fault, where it is one. */
type RejectionDetail = {
  readonly code: ProblemCode;
  readonly detail: string;
  readonly field?: string;
};

/** Refuses what a use case rejected. */
export function refuseRejected({ code, detail, field }: RejectionDetail): Refusal {
  return field === undefined ? refuse(code, detail) : refuseAt(field, detail);
}

/** Refuses one field of the body for what stands in it; `name` of an inner one is `outer/inner`. */
export function refuseField(name: string, expected: string, found: string): Refusal {
  const shown = name.replaceAll('/', '.');
  return refuseAt(name, `Field "${shown}": expected ${expected}, found ${found}.`);
}
