// The refusals of what lifts a protection, for the key that it protects from and for a session that
// may be stolen.

import { NOT_CONFIRMED } from '#api/http/callers/not-confirmed.ts';
import type { Refusal } from '#api/http/responses/api-response.ts';
import { refuse } from '#api/http/responses/api-response.ts';
import type { LooseningRefusal } from '#domain/access/protecting-scopes.ts';
import { PROTECTING_SCOPES } from '#domain/access/protecting-scopes.ts';

const SCOPES = PROTECTING_SCOPES.map((scope) => `"${scope}"`).join(' or ');

/** `operationScope`: what the operation needs besides. */
export function refuseUnprotecting(operationScope: string): Refusal {
  const detail = `This operation needs a key with the scope "${operationScope}" and ${SCOPES}.`;
  return lacksScope(detail, `${operationScope} ${PROTECTING_SCOPES[0]}`);
}

/** `field` is the one of the body that would lift a limit, with slashes between inner names. */
export function refuseLoosening(code: LooseningRefusal, field: string): Refusal {
  const shown = field.replaceAll('/', '.');
  const refusal =
    code === 'insufficient_scope'
      ? lacksScope(
          `Field "${shown}": this lifts a limit, which needs a key with the scope ${SCOPES}.`,
          PROTECTING_SCOPES[0],
        )
      : {
          ...NOT_CONFIRMED,
          detail: `Field "${shown}": this lifts a limit. ${NOT_CONFIRMED.detail}`,
        };
  return { ...refusal, errors: [{ pointer: `#/${field}`, detail: refusal.detail }] };
}

function lacksScope(detail: string, scope: string): Refusal {
  return refuse('insufficient_scope', detail, [
    'WWW-Authenticate',
    `Bearer realm="api", error="insufficient_scope", scope="${scope}"`,
  ]);
}
