// One operation of the partner surface on its two surfaces: the same thing under `/v1/whitelabel`
// and `/v1/partner`, each with a scope of its own. A caller who is no partner is turned away at
// both.

import type { TProperties, TSchema } from 'typebox';
import type { Operation, OperationDefinition } from '#api/http/operation.ts';
import { defineOperation } from '#api/http/operation.ts';
import { refuse } from '#api/http/responses/api-response.ts';

const SURFACES = ['whitelabel', 'partner'] as const;
export type Surface = (typeof SURFACES)[number];

type OfSurface = 'path' | 'operationId' | 'tag' | 'scope' | 'isAddition' | 'handle';

type PartnerOperation<
  Name extends string,
  Query extends TProperties,
  Body extends TSchema,
  Reply extends TSchema,
> = Omit<OperationDefinition<Name, Query, Body, Reply>, OfSurface> & {
  /** Behind the prefix of the surface. */
  readonly path: string;
  /** Behind the name of the surface, such as `ListUsers`. */
  readonly operation: string;
  /** Surfaces on which the published contract has it; on the others it is an addition. */
  readonly published: readonly Surface[];
  handle(
    this: void,
    ...args: [
      ...Parameters<OperationDefinition<Name, Query, Body, Reply>['handle']>,
      prefix: string,
    ]
  ): ReturnType<OperationDefinition<Name, Query, Body, Reply>['handle']>;
};

const TAGS = { whitelabel: 'White label', partner: 'Partner' } as const;

/** The operation on both surfaces. */
export function partnerOperation<
  const Name extends string,
  Query extends TProperties,
  Body extends TSchema,
  Reply extends TSchema,
>(definition: PartnerOperation<Name, Query, Body, Reply>): readonly Operation[] {
  const { path, operation, published, errors, handle, ...shared } = definition;
  return SURFACES.map((surface) => {
    const prefix = `/v1/${surface}`;
    return defineOperation<Name, Query, Body, Reply>({
      ...shared,
      path: prefix + path,
      operationId: surface + operation,
      tag: TAGS[surface],
      scope: surface,
      isAddition: !published.includes(surface),
      errors: ['forbidden', ...errors.filter((code) => code !== 'forbidden')],
      handle: async (deps, call) =>
        call.caller.isPartner
          ? handle(deps, call, prefix)
          : refuse('forbidden', 'Only partners have end users, and you are none.'),
    });
  });
}
