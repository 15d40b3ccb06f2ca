// Operations for whoever writes a script: a check that stores nothing, earlier sources, and every
// command and constant.

import Type from 'typebox';
import { checkSource } from '#services/scripts/check-source.ts';
import { pineVocabulary, scriptVocabulary } from '#services/scripts/command-reference.ts';
import { getVersion, listVersions } from '#services/scripts/script-versions.ts';
import { ok, refuse } from '#api/http/responses/api-response.ts';
import { defineOperation } from '#api/http/operation.ts';
import { ScriptVocabularySchema, vocabularyToWire } from '#api/schemas/script-command.ts';
import {
  checkedToWire,
  CheckScriptSchema,
  SCRIPT_VERSION_PAGE,
  ScriptCheckedSchema,
  ScriptVersionSchema,
  versionToWire,
} from '#api/schemas/script-version.ts';
import { ADDITION, oneOf, PAGE_QUERY } from '#api/schemas/wire-values.ts';

const SCRIPT = {
  script_id: { description: 'Script, as listed.', notFound: 'script_not_found' },
} as const;
const NOT_FOUND = 'There is no such script.';

export const scriptVersionRoutes = [
  defineOperation({
    method: 'POST',
    path: '/v1/scripts/check',
    operationId: 'checkScript',
    tag: 'Scripts',
    summary: 'Check a source without saving it',
    description:
      'Compiles the source and runs it once over flat prices, as saving it would: errors with ' +
      'line and column, warnings, and its inputs. Nothing is stored.',
    scope: 'scripts',
    tier: 'writes',
    changesNothing: true,
    params: {},
    query: {},
    body: CheckScriptSchema,
    success: { status: 200, description: 'What was found.', schema: ScriptCheckedSchema },
    errors: [],
    isAddition: true,
    handle: async (deps, { caller, body }) => {
      const { source, script_id: scriptId = null } = body;
      const check = await checkSource(deps, { userId: caller.userId, source, scriptId });
      return ok(checkedToWire(check));
    },
  }),

  defineOperation({
    method: 'GET',
    path: '/v1/scripts/{script_id}/versions',
    operationId: 'listScriptVersions',
    tag: 'Scripts',
    summary: 'List the versions of a script',
    description:
      'Each source that was saved and differs from the one before, newest first; the newest 200 ' +
      'are retained.',
    scope: 'read',
    tier: 'reads',
    params: SCRIPT,
    query: PAGE_QUERY,
    body: null,
    success: { status: 200, description: 'Versions.', schema: SCRIPT_VERSION_PAGE.schema },
    errors: ['script_not_found'],
    isAddition: true,
    handle: async (deps, call) => {
      const { caller, params, after, query } = call;
      const { userId } = caller;
      const scriptId = params.script_id;
      const found = await listVersions(deps, { userId, scriptId, after, limit: query.limit });
      if (!found.ok) return refuse(found.rejection, NOT_FOUND);
      const { versions, lastKey } = found.value;
      return ok(SCRIPT_VERSION_PAGE.toWire(versions, call.nextCursor(lastKey)));
    },
  }),

  defineOperation({
    method: 'GET',
    path: '/v1/scripts/{script_id}/versions/{version}',
    operationId: 'getScriptVersion',
    tag: 'Scripts',
    summary: 'Get a version of a script',
    description: 'A source as it was saved.',
    scope: 'read',
    tier: 'reads',
    params: {
      ...SCRIPT,
      version: { description: 'Version, as listed.', notFound: 'script_not_found' },
    },
    query: {},
    body: null,
    success: { status: 200, description: 'The version.', schema: ScriptVersionSchema },
    errors: ['script_not_found'],
    isAddition: true,
    handle: async (deps, { caller, params }) => {
      const isNumber = /^[1-9]\d{0,8}$/.test(params.version);
      const version = isNumber ? Number(params.version) : 0;
      const request = { userId: caller.userId, scriptId: params.script_id, version };
      const found = await getVersion(deps, request);
      if (found.ok) return ok(versionToWire(found.value));
      return refuse(found.rejection, 'There is no such script, or it has no such version.');
    },
  }),

  defineOperation({
    method: 'GET',
    path: '/v1/script-commands',
    operationId: 'listScriptCommands',
    tag: 'Scripts',
    summary: 'List commands and constants of scripts',
    description: 'Everything that a script may call or name, as `/docs/commands` explains it.',
    scope: 'read',
    tier: 'reads',
    params: {},
    query: {
      language: Type.Optional(
        oneOf(['lua', 'pine'], 'Pine: built-ins, with what they lack as `inert_reason`.', ADDITION),
      ),
    },
    body: null,
    success: { status: 200, description: 'All of them.', schema: ScriptVocabularySchema },
    errors: [],
    isAddition: true,
    handle: async (_deps, { query }) =>
      ok(vocabularyToWire(query.language === 'pine' ? pineVocabulary() : scriptVocabulary())),
  }),
];
