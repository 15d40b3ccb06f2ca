// The contract of one operation, as data: the one place that routing, validation, the OpenAPI
// document, the reference page and the contract tests read. Relies on TypeBox for the schemas.

import type { ReportPage } from '#api/http/report-page.ts';
import type { Static, TObject, TProperties, TSchema } from 'typebox';
import type { Json } from '#lib/json.ts';
import type { Scope } from '#domain/access/scope.ts';
import type { Caller } from '#services/access/request-ports.ts';
import type { CompletionSlot, HeldClaim } from '#services/orders/order-deps.ts';
import type { ApiResponse, Refusal } from '#api/http/responses/api-response.ts';
import type { ProblemCode } from '#api/http/responses/problems.ts';
import type { OperationTag } from '#api/http/operation-tags.ts';
import type { ServiceDeps } from '#api/http/service-deps.ts';

export const RATE_TIERS = ['reads', 'writes', 'trading', 'expensive'] as const;
export type RateTier = (typeof RATE_TIERS)[number];

/** Tiers whose requests count as those of another where they are refused before work begins. */
export const REFUSED_COUNT_AS: { readonly [tier in RateTier]: RateTier | null } = {
  reads: null,
  writes: null,
  trading: null,
  expensive: 'writes',
};

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export type PathParameter = {
  readonly description: string;
  /** The response to a name that cannot exist. */
  readonly notFound: ProblemCode;
};

/** A request that has passed everything the contract can check. */
export type Call<Name extends string, Query, Body> = {
  readonly caller: Caller;
  readonly params: { readonly [name in Name]: string };
  readonly query: Query;
  readonly body: Body;
  /** Last key of the page before, from the cursor; null on the first page. */
  readonly after: string | null;
  /** The cursor of the page after `lastKey`; null for null. */
  nextCursor(lastKey: string | null): string | null;
  /** Whether the response is sent as rows of a table, which have no place for what is left out. */
  readonly isTable: boolean;
  /**
   * Every id that this request makes comes from it: equal for each try under one Idempotency-Key.
   */
  readonly derivationId: string;
  /** Whether an earlier try under the same Idempotency-Key may have got part of the way. */
  readonly isTakeover: boolean;
  /**
   * Where the outcome is to be written together with the effect; null without an Idempotency-Key.
   */
  slotFor<T>(responseOf: (result: T) => ApiResponse<unknown>): CompletionSlot<T> | null;
  /**
   * What an effect has to insist on whose outcome cannot be written with it; null without an
   * Idempotency-Key.
   */
  readonly claim: HeldClaim | null;
};

type Shape<
  Name extends string,
  Query extends TProperties,
  Body extends TSchema,
  Reply extends TSchema,
> = {
  readonly method: Method;
  /** With parameters in braces, as in OpenAPI. */
  readonly path: string;
  readonly operationId: string;
  readonly tag: OperationTag;
  readonly summary: string;
  readonly description: string;
  readonly scope: Scope;
  readonly tier: RateTier;
  readonly params: { readonly [name in Name]: PathParameter };
  /**
   * Given where each of what a path parameter names has a budget of its own beside the key's, as
   * large as a tier's.
   */
  readonly namedBudget?: { readonly parameter: Name; readonly tier: RateTier };
  /**
   * A property named `cursor` is decoded by the edge and bound to the caller and the other
   * parameters.
   */
  readonly query: Query;
  readonly body: Body | null;
  /** Given where a body may be larger than others, which have `LIMITS.bodyBytesMax`. */
  readonly bodyBytesMax?: number;
  readonly success: {
    readonly status: ApiResponse<unknown>['status'];
    readonly description: string;
    /** Null with 204. */
    readonly schema: Reply | null;
    /** JSON where it is left out. */
    readonly mediaType?: 'text/event-stream';
    /** Fields whose examples of the shape cannot be so in this response, with those that can. */
    readonly exampleChanges?: Readonly<Record<string, Json>>;
  };
  /**
   * Given where the response is a page of items without inner shapes, which are also sent as a
   * table (comma-separated values, Parquet): what the file is called.
   */
  readonly table?: string;
  /** Given where the response is also sent as a report: one HTML file. */
  readonly page?: ReportPage;
  /** Besides those that every operation can respond. */
  readonly errors: readonly ProblemCode[];
  /**
   * Returned in place of `invalid_request` where a field of the body is missing or wrong; unknown
   * fields and bodies that are none stay `invalid_request`.
   */
  readonly fieldProblem?: ProblemCode;
  /** Given where the response holds a secret: an Idempotency-Key then keeps it sealed. */
  readonly sealOutcome?: true;
  /**
   * Given where the request holds a secret: what an Idempotency-Key stores to compare requests by
   * is made with a key, so that nothing can be tried against it.
   */
  readonly hasSecretRequest?: true;
  /** Given where it only says what would be, though it is no GET: it is no change to be audited. */
  readonly changesNothing?: true;
  /** Given where it has an exchange check a key: checks that fail are limited. */
  readonly checksKey?: true;
  /**
   * Given where the operation must work while all others have used up the connections: the edge
   * then asks the store through connections that are retained for it, and so does the operation.
   */
  readonly isReserved?: true;
  /** Given where it stops something: it has places of its own, and gives way to nothing. */
  readonly isUrgent?: true;
  /** Given where only the keys and the sessions of an owner may. */
  readonly needsOwner?: true;
  /** Given where it lets others in: a person has to prove first to be there. */
  readonly needsConfirmation?: true;
  /**
   * Given where it makes what outlives the key that asks, or silences what watches it: beside its
   * own scope a key needs `accounts` or `admin`.
   */
  readonly needsProtectingScope?: true;
  /** Whether the operation is ours rather than the published contract's. */
  readonly isAddition: boolean;
};

export type OperationDefinition<
  Name extends string,
  Query extends TProperties,
  Body extends TSchema,
  Reply extends TSchema,
> = Shape<Name, Query, Body, Reply> & {
  /** Given where some bodies let others in and some do not: whether this one needs a proof. */
  needsConfirmationOf?(body: Static<Body>): boolean;
  handle(
    deps: ServiceDeps,
    call: Call<Name, Static<TObject<Query>>, Static<Body>>,
  ): Promise<ApiResponse<Static<Reply>> | Refusal>;
};

/** An operation of whatever shapes. */
export type Operation = Shape<string, TProperties, TSchema, TSchema> & {
  needsConfirmationOf?(body: unknown): boolean;
  handle(
    deps: ServiceDeps,
    call: Call<string, unknown, unknown>,
  ): Promise<ApiResponse<unknown> | Refusal>;
};

/** Ties an operation's schemas to the types its implementation sees. */
export function defineOperation<
  const Name extends string,
  Query extends TProperties,
  Body extends TSchema,
  Reply extends TSchema,
>(definition: OperationDefinition<Name, Query, Body, Reply>): Operation {
  // The edge hands over only what these very schemas accepted, so the types may be forgotten here.
  return definition;
}

/** Whether the operation must get through whatever else its user asks. */
export function isUrgent(operation: Operation): boolean {
  return operation.isUrgent === true || operation.isReserved === true;
}

/** Whether the operation takes an Idempotency-Key; the contract has it for POST and PUT alone. */
export function takesIdempotencyKey(operation: Pick<Operation, 'method'>): boolean {
  return operation.method !== 'GET';
}
