// Operations on hooks: secret addresses at which signals for a bot come in, such as alerts of
// TradingView.

import { LIMITS } from '#lib/limits.ts';
import type { CreateHookRejection, HookWithSecret } from '#services/hooks/manage-hooks.ts';
import { listListeningBots } from '#services/hooks/heard-signals.ts';
import {
  createHook,
  deleteHook,
  listHookCalls,
  listHooks,
  rotateHook,
  TRADINGVIEW_ADDRESSES,
} from '#services/hooks/manage-hooks.ts';
import type { Refusal } from '#api/http/responses/api-response.ts';
import { created, NO_CONTENT, ok, refuse, refuseField } from '#api/http/responses/api-response.ts';
import { defineOperation } from '#api/http/operation.ts';
import {
  CreateHookSchema,
  HOOK_CALL_LIST,
  HOOK_LISTENER_LIST,
  HOOK_LIST,
  HookWithPathSchema,
  hookWithPathToWire,
} from '#api/schemas/hook.ts';

const HOOK = { hook_id: { description: 'Hook, as listed.', notFound: 'hook_not_found' } } as const;
const SHARED = { tag: 'Events', query: {}, body: null, isAddition: true } as const;
const CHANGE = { ...SHARED, scope: 'bots', tier: 'writes' } as const;
/** The newest. */
const CALLS_SHOWN_MAX = 100;

export const hookRoutes = [
  defineOperation({
    ...SHARED,
    method: 'GET',
    path: '/v1/hooks',
    operationId: 'listHooks',
    summary: 'List hooks',
    description: 'Secret addresses for signals, oldest first, without the addresses.',
    scope: 'read',
    tier: 'reads',
    params: {},
    success: { status: 200, description: 'The hooks.', schema: HOOK_LIST.schema },
    errors: [],
    handle: async (deps, { caller }) => ok(HOOK_LIST.toWire(await listHooks(deps, caller))),
  }),

  defineOperation({
    ...SHARED,
    method: 'GET',
    path: '/v1/hooks/listeners',
    operationId: 'listHookListeners',
    summary: 'List bots that listen to signals',
    description: 'What a hook can be made for: bots, each with the names that it listens to.',
    scope: 'read',
    tier: 'reads',
    params: {},
    success: { status: 200, description: 'The bots.', schema: HOOK_LISTENER_LIST.schema },
    errors: [],
    handle: async (deps, { caller }) => {
      const listening = caller.endUserId === null ? await listListeningBots(deps, caller) : [];
      return ok(HOOK_LISTENER_LIST.toWire(listening));
    },
  }),

  defineOperation({
    ...CHANGE,
    method: 'POST',
    path: '/v1/hooks',
    operationId: 'createHook',
    summary: 'Create a hook',
    description:
      'An address at which messages from outside, such as alerts of TradingView, become signals ' +
      'for a bot (docs/hooks.md). Its path is a secret, in this response and never again. A name ' +
      'that the bot does not listen to is refused; `GET /v1/hooks/listeners` has those it does.',
    params: {},
    body: CreateHookSchema,
    success: { status: 201, description: 'The hook.', schema: HookWithPathSchema },
    errors: ['forbidden', 'bot_not_found', 'confirmation_required'],
    needsConfirmation: true,
    needsProtectingScope: true,
    sealOutcome: true,
    handle: async (deps, call) => {
      const { caller, body, derivationId } = call;
      if (caller.endUserId !== null)
        return refuse('forbidden', 'A key of one end user has no hooks.');
      const { bot_id: botId, signal, template = null } = body;
      const addresses = body.from_tradingview === true ? TRADINGVIEW_ADDRESSES : [];
      const rules = {
        template,
        addresses,
        sellsEnterShort: body.sells_enter_short ?? false,
        repeatWindowMs: (body.repeat_window_seconds ?? 0) * 1_000,
        isSigned: body.is_signed ?? false,
      };
      const chosen = { userId: caller.userId, botId, signal, ...rules };
      const completion = call.slotFor(hookCreated);
      const made = await createHook(deps, { ...chosen, derivationId, completion });
      return made.ok ? hookCreated(made.value) : refusedHook(botId, made.rejection);
    },
  }),

  defineOperation({
    ...CHANGE,
    method: 'POST',
    path: '/v1/hooks/{hook_id}/rotate',
    operationId: 'rotateHook',
    summary: 'Give a hook another address',
    description: 'The former address ends at once.',
    params: HOOK,
    success: { status: 200, description: 'The hook.', schema: HookWithPathSchema },
    errors: ['hook_not_found', 'confirmation_required'],
    needsConfirmation: true,
    needsProtectingScope: true,
    sealOutcome: true,
    handle: async (deps, call) => {
      const { caller, params } = call;
      const hookId = params.hook_id;
      if (caller.endUserId !== null) return noHook(hookId);
      const responseOf = (hook: HookWithSecret) => ok(hookWithPathToWire(hook));
      const completion = call.slotFor(responseOf);
      const done = await rotateHook(deps, { userId: caller.userId, hookId, completion });
      return done.ok ? responseOf(done.value) : noHook(hookId);
    },
  }),

  defineOperation({
    ...CHANGE,
    method: 'DELETE',
    path: '/v1/hooks/{hook_id}',
    operationId: 'deleteHook',
    summary: 'Delete a hook',
    description: 'With its trace; its address ends at once.',
    params: HOOK,
    success: { status: 204, description: 'It is deleted.', schema: null },
    errors: ['hook_not_found'],
    handle: async (deps, { caller, params }) => {
      const hookId = params.hook_id;
      const done = await deleteHook(deps, { caller, hookId });
      return done.ok ? NO_CONTENT : noHook(hookId);
    },
  }),

  defineOperation({
    ...SHARED,
    method: 'GET',
    path: '/v1/hooks/{hook_id}/calls',
    operationId: 'listHookCalls',
    summary: 'List what came in at a hook',
    description: `The newest ${CALLS_SHOWN_MAX} messages, newest first, with what became of each.`,
    scope: 'read',
    tier: 'reads',
    params: HOOK,
    success: { status: 200, description: 'The messages.', schema: HOOK_CALL_LIST.schema },
    errors: ['hook_not_found'],
    handle: async (deps, { caller, params }) => {
      const hookId = params.hook_id;
      const calls = await listHookCalls(deps, { caller, hookId, limit: CALLS_SHOWN_MAX });
      return calls.ok ? ok(HOOK_CALL_LIST.toWire(calls.value)) : noHook(hookId);
    },
  }),
];

function hookCreated(hook: HookWithSecret) {
  return created(hookWithPathToWire(hook), `/v1/hooks/${hook.hookId}/calls`);
}

function noHook(hookId: string): Refusal {
  return refuse('hook_not_found', `There is no hook "${hookId}".`);
}

function refusedHook(botId: string, rejection: CreateHookRejection): Refusal {
  switch (rejection.code) {
    case 'bot_not_found':
      return refuse('bot_not_found', `There is no bot "${botId}".`);
    case 'signal_invalid':
      return refuseField('signal', 'the name of a signal', 'blanks');
    case 'signal_unheard':
      return refuseField(
        'signal',
        rejection.heard.length === 0
          ? 'a bot that listens to signals'
          : `what the bot listens to (${rejection.heard.map((name) => `"${name}"`).join(', ')})`,
        rejection.heard.length === 0 ? 'one that listens to none' : 'another name',
      );
    case 'template_invalid':
      return refuseField(
        'template',
        'a text with {{action}} in it once, something between its placeholders, and no JSON',
        'another text',
      );
    case 'too_many_hooks':
      return refuse('forbidden', `A user has at most ${LIMITS.hooksPerUserMax} hooks.`);
  }
}
