// Operations on labs: making, configuring, starting, watching and ending them.

import { configureLab } from '#services/labs/configure-lab.ts';
import { createLab } from '#services/labs/create-lab.ts';
import { cancelLab, deleteLab } from '#services/labs/end-lab.ts';
import type { Lab, LabRejection } from '#services/labs/lab-deps.ts';
import { getLab, listLabs } from '#services/labs/read-labs.ts';
import { startLab } from '#services/labs/start-lab.ts';
import type { ApiResponse, Refusal } from '#api/http/responses/api-response.ts';
import {
  created,
  NO_CONTENT,
  ok,
  queued,
  refuse,
  refuseFields,
} from '#api/http/responses/api-response.ts';
import { defineOperation } from '#api/http/operation.ts';
import { labPage } from '#api/routes/report-pages.ts';
import { PATH_NAMES } from '#api/routes/path-names.ts';
import { readLabConfig, readWishes } from '#api/routes/read-lab-config.ts';
import {
  ConfigureLabSchema,
  CreateLabSchema,
  LAB_PAGE,
  LabSchema,
  labToWire,
  StartLabSchema,
} from '#api/schemas/lab.ts';
import { instantFromWire, PAGE_QUERY } from '#api/schemas/wire-values.ts';

const LAB = PATH_NAMES.lab;

type LabResponse = ApiResponse<ReturnType<typeof labToWire>>;

export const labRoutes = [
  defineOperation({
    method: 'GET',
    path: '/v1/labs',
    operationId: 'listLabs',
    tag: 'Labs',
    summary: 'List labs',
    description: 'Labs of the caller, sorted by id.',
    scope: 'read',
    tier: 'reads',
    params: {},
    query: PAGE_QUERY,
    body: null,
    success: { status: 200, description: 'One page of labs.', schema: LAB_PAGE.schema },
    errors: [],
    isAddition: false,
    handle: async (deps, call) => {
      const { after, caller, query } = call;
      const request = { userId: caller.userId, afterId: after, limit: query.limit };
      const { labs, lastId } = await listLabs(deps, request);
      return ok(LAB_PAGE.toWire(labs, call.nextCursor(lastId)));
    },
  }),

  defineOperation({
    method: 'POST',
    path: '/v1/labs',
    operationId: 'createLab',
    tag: 'Labs',
    summary: 'Create a lab',
    description:
      "Its parameters are the script's inputs, none of them swept yet: configure it, then start it.",
    scope: 'labs',
    tier: 'writes',
    params: {},
    query: {},
    body: CreateLabSchema,
    success: { status: 201, description: 'The lab.', schema: LabSchema },
    errors: ['forbidden', 'script_not_found'],
    isAddition: true,
    handle: async (deps, call) => {
      const { body, caller, derivationId } = call;
      const made = await createLab(deps, {
        caller,
        name: body.name,
        scriptId: body.script_id,
        algorithm: body.algorithm ?? 'brute_force',
        derivationId,
        completion: call.slotFor(labCreated),
      });
      return made.ok ? labCreated(made.value) : refusalOf(made.rejection);
    },
  }),

  defineOperation({
    method: 'GET',
    path: '/v1/labs/{lab_id}',
    operationId: 'getLab',
    page: labPage,
    tag: 'Labs',
    summary: 'Get a lab',
    description: 'Poll until `status` is `completed`, `cancelled` or `failed`.',
    scope: 'read',
    tier: 'reads',
    params: LAB,
    query: {},
    body: null,
    success: { status: 200, description: 'The lab.', schema: LabSchema },
    errors: ['lab_not_found'],
    isAddition: false,
    handle: async (deps, { caller, params }) => {
      const found = await getLab(deps, { userId: caller.userId, labId: params.lab_id });
      return found.ok ? ok(labToWire(found.value)) : notFound(params.lab_id);
    },
  }),

  defineOperation({
    method: 'PUT',
    path: '/v1/labs/{lab_id}',
    operationId: 'configureLab',
    tag: 'Labs',
    summary: 'Configure a lab',
    description:
      'Replaces what it searches: where it trades, how large the search is, and which inputs are ' +
      'swept over which values. A lab at work cannot be configured.',
    scope: 'labs',
    tier: 'writes',
    params: LAB,
    query: {},
    body: ConfigureLabSchema,
    success: { status: 200, description: 'The lab.', schema: LabSchema },
    errors: ['lab_not_found', 'script_not_found', 'account_not_found'],
    isAddition: true,
    handle: async (deps, call) => {
      const { body, caller, params } = call;
      const config = readLabConfig(body);
      if (!config.ok) return config.rejection;
      const configured = await configureLab(deps, {
        caller,
        labId: params.lab_id,
        name: body.name ?? null,
        algorithm: body.algorithm,
        accountId: body.account_id,
        marketTag: body.market_tag,
        intervalMinutes: body.interval,
        config: config.value,
        parameters: readWishes(body.parameters),
        completion: call.slotFor(labShown),
      });
      return configured.ok ? labShown(configured.value) : refusalOf(configured.rejection);
    },
  }),

  defineOperation({
    method: 'DELETE',
    path: '/v1/labs/{lab_id}',
    operationId: 'deleteLab',
    tag: 'Labs',
    summary: 'Delete a lab',
    description: 'Cancels its execution and discards it with its results.',
    scope: 'labs',
    tier: 'writes',
    params: LAB,
    query: {},
    body: null,
    success: { status: 204, description: 'It is gone.', schema: null },
    errors: ['lab_not_found'],
    isAddition: true,
    handle: async (deps, { caller, params }) => {
      const deleted = await deleteLab(deps, { userId: caller.userId, labId: params.lab_id });
      return deleted.ok ? NO_CONTENT : notFound(params.lab_id);
    },
  }),

  defineOperation({
    method: 'POST',
    path: '/v1/labs/{lab_id}/start',
    operationId: 'startLab',
    tag: 'Labs',
    summary: 'Start a lab',
    description:
      'Begins an execution over a window; the results of the one before are forgotten. Each ' +
      'combination is a backtest.',
    scope: 'labs',
    tier: 'expensive',
    params: LAB,
    query: {},
    body: StartLabSchema,
    success: { status: 202, description: 'The lab is queued.', schema: LabSchema },
    errors: ['forbidden', 'lab_not_found'],
    isAddition: false,
    handle: async (deps, call) => {
      const { body, caller, params } = call;
      const started = await startLab(deps, {
        caller,
        labId: params.lab_id,
        startMs: instantFromWire(body.start_at),
        endMs: instantFromWire(body.end_at),
        completion: call.slotFor(labQueued),
      });
      return started.ok ? labQueued(started.value) : refusalOf(started.rejection);
    },
  }),

  defineOperation({
    method: 'POST',
    path: '/v1/labs/{lab_id}/cancel',
    operationId: 'cancelLab',
    isUrgent: true,
    tag: 'Labs',
    summary: 'Cancel a lab execution',
    description:
      'Stops it within a second; what is done stays. A lab that is not at work stays as it is.',
    scope: 'labs',
    tier: 'writes',
    params: LAB,
    query: {},
    body: null,
    success: { status: 200, description: 'The lab.', schema: LabSchema },
    errors: ['lab_not_found'],
    isAddition: false,
    handle: async (deps, call) => {
      const { caller, params } = call;
      const requested = { userId: caller.userId, labId: params.lab_id };
      const completion = call.slotFor(labShown);
      const cancelled = await cancelLab(deps, { ...requested, completion });
      return cancelled.ok ? labShown(cancelled.value) : notFound(params.lab_id);
    },
  }),
];

function labShown(lab: Lab): LabResponse {
  return ok(labToWire(lab));
}

function labCreated(lab: Lab): LabResponse {
  return created(labToWire(lab), `/v1/labs/${encodeURIComponent(lab.labId)}`);
}

function labQueued(lab: Lab): LabResponse {
  return queued(labToWire(lab), `/v1/labs/${encodeURIComponent(lab.labId)}`);
}

function notFound(labId: string): Refusal {
  return refuse('lab_not_found', `There is no lab "${labId}".`);
}

function refusalOf({ code, detail, pointer }: LabRejection): Refusal {
  if (pointer === undefined) return refuse(code, detail);
  return refuseFields([{ pointer: `#${pointer}`, detail }]);
}
