// The risk switch: for whatever a caller owns, and for a partner's end users on its two surfaces.

import type { SwitchReach } from '#services/risk/stop-everything.ts';
import { stopEverything } from '#services/risk/stop-everything.ts';
import { getEndUser } from '#services/partners/list-end-users.ts';
import type { ApiResponse } from '#api/http/responses/api-response.ts';
import { ok, refuse, unfinished } from '#api/http/responses/api-response.ts';
import { defineOperation } from '#api/http/operation.ts';
import type { ServiceDeps } from '#api/http/service-deps.ts';
import { partnerOperation } from '#api/routes/partner-operation.ts';
import type { EverythingStoppedWire, StopChoicesWire } from '#api/schemas/stop-everything.ts';
import {
  EverythingStoppedSchema,
  everythingStoppedToWire,
  StopEndUsersSchema,
  StopEverythingSchema,
} from '#api/schemas/stop-everything.ts';

/** The response comes within five seconds, bots stopped and connections found included. */
const WITHIN_MS = 3_500;

const REASON = 'Stopped by the risk switch.';

const SHARED = {
  method: 'POST',
  tier: 'writes',
  params: {},
  query: {},
  isReserved: true,
} as const;

const DESCRIPTION =
  'acts within five seconds, also while the service is overloaded and while bots hang. Stopped ' +
  'bots send nothing more and stay stopped until they are started again. Orders and positions ' +
  'are left alone unless the request says otherwise. It may be repeated at any time.';

const SUCCESS = {
  status: 200,
  description: 'The bots are stopped; what became of the rest.',
  schema: EverythingStoppedSchema,
} as const;

export const riskRoutes = [
  defineOperation({
    ...SHARED,
    path: '/v1/stop-everything',
    operationId: 'stopEverything',
    tag: 'Risk',
    summary: 'Stop everything',
    description: `Stops all of your running bots; ${DESCRIPTION}`,
    scope: 'trading',
    body: StopEverythingSchema,
    success: SUCCESS,
    errors: [],
    isAddition: true,
    handle: async ({ reserve }, { caller, body, derivationId }) =>
      stop(reserve, { kind: 'user', userId: caller.userId }, body, derivationId),
  }),

  ...partnerOperation({
    ...SHARED,
    path: '/stop-everything',
    operation: 'StopEverything',
    published: [],
    summary: 'Stop everything of end users',
    description: `Stops all running bots of your end users, or of one; ${DESCRIPTION}`,
    body: StopEndUsersSchema,
    success: SUCCESS,
    errors: ['user_not_found'],
    handle: async (deps, { caller, body, derivationId }) => {
      const { user_id: userId = null, ...choices } = body;
      if (userId !== null) {
        const found = await getEndUser({ partners: deps.reserve.partners }, { caller, userId });
        if (!found.ok) return refuse(found.rejection, 'There is no such end user.');
      }
      const endUserId = userId ?? caller.endUserId;
      const reach = { kind: 'end_users', partnerId: caller.userId, endUserId } as const;
      return stop(deps.reserve, reach, choices, derivationId);
    },
  }),
];

async function stop(
  reserve: ServiceDeps['reserve'],
  reach: SwitchReach,
  choices: StopChoicesWire,
  derivationId: string,
): Promise<ApiResponse<EverythingStoppedWire>> {
  const report = await stopEverything(reserve, {
    reach,
    reason: REASON,
    cancelsOrders: choices.cancel_orders ?? false,
    closesPositions: choices.close_positions ?? false,
    derivationId,
    withinMs: WITHIN_MS,
  });
  const response = ok(everythingStoppedToWire(report));
  return report.isComplete ? response : unfinished(response);
}
