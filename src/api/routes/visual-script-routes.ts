// Operations on visual scripts: making and checking documents, and what they become.

import type { Script } from '#services/scripts/script-deps.ts';
import { checkDocument } from '#services/scripts/check-source.ts';
import type { UnreadableDocument } from '#services/scripts/check-visual.ts';
import { createVisualScript } from '#services/scripts/create-script.ts';
import {
  compareVersions,
  convertScript,
  exportVisualScript,
  getScriptLua,
  visualBlockKinds,
} from '#services/scripts/visual-script.ts';
import type { ApiResponse, Refusal } from '#api/http/responses/api-response.ts';
import { created, ok, refuse } from '#api/http/responses/api-response.ts';
import { defineOperation } from '#api/http/operation.ts';
import { refuseDocument } from '#api/routes/refuse-document.ts';
import type { ScriptDetailWire } from '#api/schemas/script.ts';
import { ScriptDetailSchema, scriptToWire } from '#api/schemas/script.ts';
import type { VisualChecked } from '#api/schemas/visual-script.ts';
import {
  BLOCK_CHANGES,
  BLOCK_KIND_LIST,
  CheckVisualScriptSchema,
  ConvertScriptSchema,
  CreateVisualScriptSchema,
  ScriptLuaSchema,
  VisualScriptCheckedSchema,
  VisualScriptExportSchema,
  exportToWire,
  scriptLuaToWire,
  visualCheckedToWire,
} from '#api/schemas/visual-script.ts';
import { oneOf } from '#api/schemas/wire-values.ts';

const SCRIPT = {
  script_id: { description: 'Script, as listed.', notFound: 'script_not_found' },
} as const;
const NOT_FOUND = 'There is no such script.';
const NOT_VISUAL = 'The script is Lua, and has no blocks.';

export const visualScriptRoutes = [
  defineOperation({
    method: 'POST',
    path: '/v1/scripts/visual',
    operationId: 'createVisualScript',
    tag: 'Scripts',
    summary: 'Create a visual script',
    description:
      'The document is compiled to Lua and stored in its canonical form. One that does not ' +
      'compile is stored too, and `compile` names the blocks; one that cannot be read is refused.',
    scope: 'scripts',
    tier: 'writes',
    params: {},
    query: {},
    body: CreateVisualScriptSchema,
    success: { status: 201, description: 'The script was stored.', schema: ScriptDetailSchema },
    errors: ['forbidden'],
    isAddition: true,
    handle: async (deps, call) => {
      const { caller, body, derivationId } = call;
      const { name, description = null, document: source } = body;
      const completion = call.slotFor(scriptCreated);
      const command = {
        userId: caller.userId,
        name,
        description,
        source,
        derivationId,
        completion,
      };
      const made = await createVisualScript(deps, command);
      if (made.ok) return scriptCreated(made.value);
      if (made.rejection.code === 'too_many_scripts') return tooMany(made.rejection.limit);
      return refuseDocument('document', made.rejection);
    },
  }),

  defineOperation({
    method: 'POST',
    path: '/v1/scripts/visual/check',
    operationId: 'checkVisualScript',
    tag: 'Scripts',
    summary: 'Check a document without saving it',
    description:
      'Reads the document, compiles it to Lua and checks that as saving it would. Nothing is stored.',
    scope: 'scripts',
    tier: 'writes',
    changesNothing: true,
    params: {},
    query: {},
    body: CheckVisualScriptSchema,
    success: { status: 200, description: 'What was found.', schema: VisualScriptCheckedSchema },
    errors: [],
    isAddition: true,
    handle: async (deps, { caller, body }) => {
      const { document: source, script_id: scriptId = null } = body;
      const found = await checkDocument(deps, { userId: caller.userId, source, scriptId });
      if (!found.ok) return ok(visualCheckedToWire(unreadable(found.rejection)));
      const { source: document, check } = found.value;
      return ok(visualCheckedToWire({ document, check }));
    },
  }),

  defineOperation({
    method: 'GET',
    path: '/v1/scripts/visual/blocks',
    operationId: 'listVisualBlockKinds',
    tag: 'Scripts',
    summary: 'List the kinds of blocks',
    description:
      'Every command and constant as a block, with its ports and what they carry; the custom ' +
      "commands of one's scripts first.",
    scope: 'read',
    tier: 'reads',
    params: {},
    query: {},
    body: null,
    success: { status: 200, description: 'All of them.', schema: BLOCK_KIND_LIST.schema },
    errors: [],
    isAddition: true,
    handle: async (deps, { caller }) =>
      ok(BLOCK_KIND_LIST.toWire(await visualBlockKinds(deps, caller.userId))),
  }),

  defineOperation({
    method: 'GET',
    path: '/v1/scripts/{script_id}/lua',
    operationId: 'getScriptLua',
    tag: 'Scripts',
    summary: 'Get the Lua of a script',
    description: 'What a visual script was compiled to, line by line with its blocks.',
    scope: 'read',
    tier: 'reads',
    params: SCRIPT,
    query: {},
    body: null,
    success: { status: 200, description: 'The Lua.', schema: ScriptLuaSchema },
    errors: ['script_not_found'],
    isAddition: true,
    handle: async (deps, { caller, params }) => {
      const named = { userId: caller.userId, scriptId: params.script_id };
      const found = await getScriptLua(deps, named);
      return found.ok ? ok(scriptLuaToWire(found.value)) : refuse(found.rejection, NOT_FOUND);
    },
  }),

  defineOperation({
    method: 'GET',
    path: '/v1/scripts/{script_id}/export',
    operationId: 'exportVisualScript',
    tag: 'Scripts',
    summary: 'Export a visual script',
    description:
      "The script as a document of HaasScript's visual editor, which reads back to the same script.",
    scope: 'read',
    tier: 'reads',
    params: SCRIPT,
    query: {},
    body: null,
    success: { status: 200, description: 'The document.', schema: VisualScriptExportSchema },
    errors: ['script_not_found', 'forbidden'],
    isAddition: true,
    handle: async (deps, { caller, params }) => {
      const named = { userId: caller.userId, scriptId: params.script_id };
      const found = await exportVisualScript(deps, named);
      return found.ok ? ok(exportToWire({ document: found.value })) : refuseKind(found.rejection);
    },
  }),

  defineOperation({
    method: 'POST',
    path: '/v1/scripts/{script_id}/convert',
    operationId: 'convertScript',
    tag: 'Scripts',
    summary: 'Continue a visual script as text',
    description:
      'Makes a Lua script with the text that the visual one runs as. The visual one stays as it ' +
      'is; there is no way back from Lua.',
    scope: 'scripts',
    tier: 'writes',
    params: SCRIPT,
    query: {},
    body: ConvertScriptSchema,
    success: { status: 201, description: 'The script was stored.', schema: ScriptDetailSchema },
    errors: ['script_not_found', 'forbidden'],
    isAddition: true,
    handle: async (deps, call) => {
      const { caller, params, body, derivationId } = call;
      const completion = call.slotFor(scriptCreated);
      const named = { userId: caller.userId, scriptId: params.script_id, name: body.name ?? null };
      const made = await convertScript(deps, { ...named, derivationId, completion });
      if (made.ok) return scriptCreated(made.value);
      const { rejection } = made;
      if (typeof rejection === 'object') return tooMany(rejection.limit);
      if (rejection === 'invalid') {
        return refuse('forbidden', 'The script does not compile, so it has no Lua yet.');
      }
      return refuseKind(rejection);
    },
  }),

  defineOperation({
    method: 'GET',
    path: '/v1/scripts/{script_id}/versions/{version}/changes',
    operationId: 'listVisualChanges',
    tag: 'Scripts',
    summary: 'List what a version changed',
    description:
      'How a version of a visual script differs, block by block, from the one before it or from ' +
      'another one.',
    scope: 'read',
    tier: 'reads',
    params: {
      ...SCRIPT,
      version: { description: 'Version, as listed.', notFound: 'script_not_found' },
    },
    query: {
      since: {
        ...oneOf(['previous', 'first'], 'The version that it is compared with.'),
        default: 'previous',
      },
    },
    body: null,
    success: { status: 200, description: 'The blocks.', schema: BLOCK_CHANGES.schema },
    errors: ['script_not_found', 'forbidden'],
    isAddition: true,
    handle: async (deps, { caller, params, query }) => {
      const version = /^[1-9]\d{0,8}$/.test(params.version) ? Number(params.version) : 0;
      const before = query.since === 'first' ? 1 : Math.max(version - 1, 1);
      const named = { userId: caller.userId, scriptId: params.script_id, version, before };
      const found = await compareVersions(deps, named);
      return found.ok ? ok(BLOCK_CHANGES.toWire(found.value)) : refuseKind(found.rejection);
    },
  }),
];

function scriptCreated(script: Script): ApiResponse<ScriptDetailWire> {
  return created(scriptToWire(script), `/v1/scripts/${script.scriptId}`);
}

function tooMany(limit: number): Refusal {
  return refuse('forbidden', `There may be ${limit} scripts at most.`);
}

function refuseKind(rejection: 'script_not_found' | 'not_visual'): Refusal {
  if (rejection === 'script_not_found') return refuse(rejection, NOT_FOUND);
  return refuse('forbidden', NOT_VISUAL);
}

function unreadable({ problems }: UnreadableDocument): VisualChecked {
  const errors = problems.map(({ message, block, port }) => {
    return { message, line: null, column: null, block, port };
  });
  const check = { isValid: false, errors, warnings: [], inputs: [], commandName: null };
  return { document: null, check };
}
