// One operation of the partner surface at its two doors: the same thing under `/v1/whitelabel` and
// `/v1/partner`, each with a scope of its own. A caller who is no partner is turned away at both.

import type { TProperties, TSchema } from 'typebox';
import type { Operation, OperationDefinition } from '#api/http/operation.ts';
import { defineOperation } from '#api/http/operation.ts';
import { refuse } from '#api/http/responses/api-response.ts';

const DOORS = ['whitelabel', 'partner'] as const;
export type Door = (typeof DOORS)[number];

type OfDoor = 'path' | 'operationId' | 'tag' | 'scope' | 'isAddition' | 'handle';

type PartnerOperation<
  Name extends string,
  Query extends TProperties,
  Body extends TSchema,
  Reply extends TSchema,
> = Omit<OperationDefinition<Name, Query, Body, Reply>, OfDoor> & {
  /** Behind the door's prefix. */
  readonly path: string;
  /** Behind the door's name, such as `ListUsers`. */
  readonly operation: string;
  /** Doors at which the published contract has it; at the others it is an addition. */
  readonly published: readonly Door[];
  handle(
    this: void,
    ...args: [
      ...Parameters<OperationDefinition<Name, Query, Body, Reply>['handle']>,
      prefix: string,
    ]
  ): ReturnType<OperationDefinition<Name, Query, Body, Reply>['handle']>;
};

const TAGS = { whitelabel: 'White label', partner: 'Partner' } as const;

/** The operation at both doors. */
export function partnerOperation<
  const Name extends string,
  Query extends TProperties,
  Body extends TSchema,
  Reply extends TSchema,
>(definition: PartnerOperation<Name, Query, Body, Reply>): readonly Operation[] {
  const { path, operation, published, errors, handle, ...shared } = definition;
  return DOORS.map((door) => {
    const prefix = `/v1/${door}`;
    return defineOperation<Name, Query, Body, Reply>({
      ...shared,
      path: prefix + path,
      operationId: door + operation,
      tag: TAGS[door],
      scope: door,
      isAddition: !published.includes(door),
      errors: ['forbidden', ...errors.filter((code) => code !== 'forbidden')],
      handle: async (deps, call) =>
        call.caller.isPartner
          ? handle(deps, call, prefix)
          : refuse('forbidden', 'Only partners have end users, and you are none.'),
    });
  });
}
