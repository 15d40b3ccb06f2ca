// Operations on scripts.

import type { Script, ScriptCheck } from '#services/scripts/script-deps.ts';
import { createScript } from '#services/scripts/create-script.ts';
import { deleteScript } from '#services/scripts/delete-script.ts';
import { getScript } from '#services/scripts/get-script.ts';
import { listScripts } from '#services/scripts/list-scripts.ts';
import { renameScript } from '#services/scripts/rename-script.ts';
import { replaceSource } from '#services/scripts/replace-source.ts';
import type { ApiResponse } from '#api/http/responses/api-response.ts';
import { created, NO_CONTENT, ok, refuse } from '#api/http/responses/api-response.ts';
import { defineOperation } from '#api/http/operation.ts';
import { refuseDocument } from '#api/routes/refuse-document.ts';
import type { ScriptDetailWire } from '#api/schemas/script.ts';
import {
  CreateScriptSchema,
  RenameScriptSchema,
  ReplaceSourceSchema,
  ScriptDetailSchema,
  SCRIPT_INPUTS,
  SCRIPT_PAGE,
  ScriptSourceUpdatedSchema,
  scriptToWire,
  sourceUpdatedToWire,
} from '#api/schemas/script.ts';
import { PAGE_QUERY } from '#api/schemas/wire-values.ts';

const SCRIPT = {
  script_id: { description: 'Script, as listed.', notFound: 'script_not_found' },
} as const;
const NOT_FOUND = 'There is no such script.';

export const scriptRoutes = [
  defineOperation({
    method: 'GET',
    path: '/v1/scripts',
    operationId: 'listScripts',
    tag: 'Scripts',
    summary: 'List scripts',
    description: 'Scripts of the caller, sorted by id, without their source.',
    scope: 'read',
    tier: 'reads',
    params: {},
    query: PAGE_QUERY,
    body: null,
    success: { status: 200, description: 'One page of scripts.', schema: SCRIPT_PAGE.schema },
    errors: [],
    isAddition: false,
    handle: async (deps, call) => {
      const { userId } = call.caller;
      const request = { userId, afterId: call.after, limit: call.query.limit };
      const { scripts, lastId } = await listScripts(deps, request);
      return ok(SCRIPT_PAGE.toWire(scripts, call.nextCursor(lastId)));
    },
  }),

  defineOperation({
    method: 'POST',
    path: '/v1/scripts',
    operationId: 'createScript',
    tag: 'Scripts',
    summary: 'Create a script',
    description:
      'The source is compiled and stored. One that does not compile is stored too, and ' +
      '`compile` says what is wrong with it.',
    scope: 'scripts',
    tier: 'writes',
    params: {},
    query: {},
    body: CreateScriptSchema,
    success: { status: 201, description: 'The script was stored.', schema: ScriptDetailSchema },
    errors: ['forbidden'],
    isAddition: false,
    handle: async (deps, call) => {
      const { caller, body, derivationId } = call;
      const { name, description = null, source } = body;
      const text = { name, description, source };
      const completion = call.slotFor(scriptCreated);
      const command = { userId: caller.userId, ...text, derivationId, completion };
      const made = await createScript(deps, command);
      if (made.ok) return scriptCreated(made.value);
      return refuse('forbidden', `There may be ${made.rejection.limit} scripts at most.`);
    },
  }),

  defineOperation({
    method: 'GET',
    path: '/v1/scripts/{script_id}',
    operationId: 'getScript',
    tag: 'Scripts',
    summary: 'Get a script',
    description: 'A script with its source and what compiling it found.',
    scope: 'read',
    tier: 'reads',
    params: SCRIPT,
    query: {},
    body: null,
    success: { status: 200, description: 'The script.', schema: ScriptDetailSchema },
    errors: ['script_not_found'],
    isAddition: false,
    handle: async (deps, { caller, params }) => {
      const request = { userId: caller.userId, scriptId: params.script_id };
      const found = await getScript(deps, request);
      return found.ok ? ok(scriptToWire(found.value)) : refuse(found.rejection, NOT_FOUND);
    },
  }),

  defineOperation({
    method: 'PUT',
    path: '/v1/scripts/{script_id}',
    operationId: 'renameScript',
    tag: 'Scripts',
    summary: 'Rename a script',
    description:
      'Changes its name and, if it is given, its description. The source stays, and so does what ' +
      'runs it.',
    scope: 'scripts',
    tier: 'writes',
    params: SCRIPT,
    query: {},
    body: RenameScriptSchema,
    success: { status: 200, description: 'The script.', schema: ScriptDetailSchema },
    errors: ['script_not_found'],
    isAddition: true,
    handle: async (deps, call) => {
      const { userId } = call.caller;
      const { name, description } = call.body;
      const responseOf = (script: Script) => ok(scriptToWire(script));
      const completion = call.slotFor(responseOf);
      const command = { userId, scriptId: call.params.script_id, name, description, completion };
      const renamed = await renameScript(deps, command);
      return renamed.ok ? responseOf(renamed.value) : refuse(renamed.rejection, NOT_FOUND);
    },
  }),

  defineOperation({
    method: 'PUT',
    path: '/v1/scripts/{script_id}/source',
    operationId: 'replaceScriptSource',
    tag: 'Scripts',
    summary: 'Replace the source of a script',
    description:
      'The new source takes the place of the old one entirely and is compiled. One that does ' +
      'not compile is stored too. Bots keep running what they loaded until they are restarted.',
    scope: 'scripts',
    tier: 'writes',
    params: SCRIPT,
    query: {},
    body: ReplaceSourceSchema,
    success: {
      status: 200,
      description: 'The source was stored.',
      schema: ScriptSourceUpdatedSchema,
    },
    errors: ['script_not_found'],
    isAddition: false,
    handle: async (deps, call) => {
      const { userId } = call.caller;
      const scriptId = call.params.script_id;
      const responseOf = (check: ScriptCheck) => ok(sourceUpdatedToWire({ scriptId, check }));
      const command = { userId, scriptId, source: call.body.source };
      const completion = call.slotFor(responseOf);
      const replaced = await replaceSource(deps, { ...command, completion });
      if (replaced.ok) return responseOf(replaced.value);
      const { rejection } = replaced;
      if (rejection === 'script_not_found') return refuse(rejection, NOT_FOUND);
      return refuseDocument('source', rejection);
    },
  }),

  defineOperation({
    method: 'DELETE',
    path: '/v1/scripts/{script_id}',
    operationId: 'deleteScript',
    tag: 'Scripts',
    summary: 'Delete a script',
    description: 'A script that a running bot holds cannot be deleted.',
    scope: 'scripts',
    tier: 'writes',
    params: SCRIPT,
    query: {},
    body: null,
    success: { status: 204, description: 'The script is deleted.', schema: null },
    errors: ['script_not_found', 'forbidden'],
    isAddition: false,
    handle: async (deps, { caller, params }) => {
      const request = { userId: caller.userId, scriptId: params.script_id };
      const deleted = await deleteScript(deps, request);
      if (deleted.ok) return NO_CONTENT;
      const { rejection } = deleted;
      if (rejection.code === 'script_not_found') return refuse(rejection.code, NOT_FOUND);
      const bots = rejection.botIds.join(', ');
      return refuse('forbidden', `The script is held by running bots: ${bots}. Stop them first.`);
    },
  }),

  defineOperation({
    method: 'GET',
    path: '/v1/scripts/{script_id}/inputs',
    operationId: 'listScriptInputs',
    tag: 'Scripts',
    summary: 'List the inputs of a script',
    description: 'What the script lets its user choose, in the order in which it asks.',
    scope: 'read',
    tier: 'reads',
    params: SCRIPT,
    query: {},
    body: null,
    success: { status: 200, description: 'The inputs.', schema: SCRIPT_INPUTS.schema },
    errors: ['script_not_found'],
    isAddition: true,
    handle: async (deps, { caller, params }) => {
      const request = { userId: caller.userId, scriptId: params.script_id };
      const found = await getScript(deps, request);
      if (!found.ok) return refuse(found.rejection, NOT_FOUND);
      return ok(SCRIPT_INPUTS.toWire(found.value.check.inputs));
    },
  }),
];

function scriptCreated(script: Script): ApiResponse<ScriptDetailWire> {
  return created(scriptToWire(script), `/v1/scripts/${script.scriptId}`);
}
