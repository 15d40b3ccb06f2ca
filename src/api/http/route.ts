// An operation made ready to serve: its readers are built at start, and its schema is compiled once
// in a process, with its first request.

import type { TSchema } from 'typebox';
import type { Validator } from 'typebox/compile';
import { Compile } from 'typebox/compile';
import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { FieldError, Refusal } from '#api/http/responses/api-response.ts';
import { refuse, refuseFields } from '#api/http/responses/api-response.ts';
import { describeText, explainMismatch } from '#api/http/requests/mismatch.ts';
import type { Operation, PathParameter } from '#api/http/operation.ts';
import type { Query } from '#api/http/requests/query-reader.ts';
import { queryReader } from '#api/http/requests/query-reader.ts';

type Params = Readonly<Record<string, string>>;

/** What a request says, before anything is checked. */
export type RequestParts = {
  readonly params: Params;
  readonly queryText: string;
  /** Undefined when the request has none. */
  readonly body: Readonly<Record<string, unknown>> | undefined;
};

export type CheckedParts = {
  readonly params: Params;
  readonly query: Query;
  readonly body: unknown;
};

export type Route = {
  readonly operation: Operation;
  check(parts: RequestParts): Result<CheckedParts, Refusal>;
};

// Names are opaque and ours are all of this kind; others cannot name anything.
const NAME = new RegExp(`^[\\x21-\\x7e]{1,${LIMITS.identifierCharactersMax}}$`);

/**
 * Route of an operation; `check` refuses bad queries, bodies and path parameters, in this order.
 */
export function prepareRoute(operation: Operation): Route {
  const readQuery = queryReader(operation.query);
  const checkBody = bodyCheck(operation);
  const paramSpecs = Object.entries(operation.params);
  return {
    operation,
    check({ params, queryText, body }) {
      const query = readQuery(queryText);
      if (!query.ok) return rejected(refuseFields(query.rejection));
      const refusal = checkBody(body) ?? checkParams(paramSpecs, params);
      if (refusal !== null) return rejected(refusal);
      return accepted({ params, query: query.value, body });
    },
  };
}

function checkParams(
  specs: readonly (readonly [string, PathParameter])[],
  params: Params,
): Refusal | null {
  for (const [name, { notFound }] of specs) {
    const value = params[name] ?? '';
    if (!NAME.test(value)) return refuse(notFound, `${describeText(value)} names nothing.`);
  }
  return null;
}

function bodyCheck(operation: Operation): (body: RequestParts['body']) => Refusal | null {
  const schema = operation.body;
  if (schema === null) return refuseAnyField;
  return (body) => {
    if (body === undefined)
      return refuse('invalid_request', 'The body: expected a JSON object, found none.');
    if (compiledOf(schema).Check(body)) return null;
    const refusal = refuseMismatch(explainMismatch(schema, body));
    const { fieldProblem } = operation;
    if (fieldProblem === undefined || hasUnknownField(schema, body)) return refusal;
    return { ...refusal, code: fieldProblem };
  };
}

const compiledBySchema = new WeakMap<TSchema, Validator>();

/** Compiled with the first request that needs it: all together they delay a start. */
function compiledOf(schema: TSchema): Validator {
  const known = compiledBySchema.get(schema);
  if (known !== undefined) return known;
  const compiled = Compile(schema);
  compiledBySchema.set(schema, compiled);
  return compiled;
}

function hasUnknownField(schema: Schema, body: NonNullable<RequestParts['body']>): boolean {
  const known = schema.properties ?? {};
  return Object.keys(body).some((name) => !Object.hasOwn(known, name));
}

type Schema = { readonly properties?: object };

function refuseMismatch([first, ...rest]: readonly FieldError[]): Refusal {
  if (first !== undefined) return refuseFields([first, ...rest]);
  return refuse('invalid_request', 'The body does not match the shape of this operation.');
}

/** An operation without a body takes none, or an empty object. */
function refuseAnyField(body: RequestParts['body']): Refusal | null {
  const names = Object.keys(body ?? {});
  const errors = names.slice(0, 20).map((name) => ({
    pointer: `#/${name}`,
    detail: `Field ${describeText(name)}: expected no body, found an unknown field.`,
  }));
  return errors.length === 0 ? null : refuseMismatch(errors);
}
