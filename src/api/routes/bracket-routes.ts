// Brackets of an account: an order with its stop and its targets, as one intent.

import Type from 'typebox';
import type { Static } from 'typebox';
import { endBracket, findBracket } from '#services/brackets/end-bracket.ts';
import type { MoveBracketCommand } from '#services/brackets/move-bracket.ts';
import { moveBracket } from '#services/brackets/move-bracket.ts';
import { listBrackets } from '#services/brackets/list-brackets.ts';
import type { PlaceBracketRejection } from '#services/brackets/place-bracket.ts';
import { placeBracket } from '#services/brackets/place-bracket.ts';
import { bracketOrders, shownBracket, showBrackets } from '#services/brackets/show-brackets.ts';
import { EXIT_KEYS } from '#services/brackets/shown-exits.ts';
import { decimal } from '#lib/decimal.ts';
import { present } from '#lib/assert.ts';
import type { StrategyBot } from '#services/strategy-bots/own-bot.ts';
import type { Refusal } from '#api/http/responses/api-response.ts';
import { created, ok, refuse, refuseFields } from '#api/http/responses/api-response.ts';
import { defineOperation } from '#api/http/operation.ts';
import {
  BRACKET_PAGE,
  BracketSchema,
  bracketToWire,
  configOfBracket,
  MoveBracketSchema,
  PlaceBracketSchema,
} from '#api/schemas/bracket.ts';
import { PAGE_QUERY } from '#api/schemas/wire-values.ts';

const ACCOUNT_ID = {
  account_id: { description: 'Account, as listed.', notFound: 'account_not_found' },
} as const;
// There is no bracket of an account that cannot be, so both have one code.
const BRACKET_ID = {
  account_id: { ...ACCOUNT_ID.account_id, notFound: 'order_not_found' },
  bracket_id: { description: 'Bracket, as listed.', notFound: 'order_not_found' },
} as const;

const SHARED = { tag: 'Orders', isAddition: true } as const;

export const bracketRoutes = [
  defineOperation({
    ...SHARED,
    method: 'POST',
    path: '/v1/accounts/{account_id}/brackets',
    operationId: 'placeBracket',
    summary: 'Place a bracket',
    description:
      'An order with a stop, one or two targets, or both, as one intent: what its entry fills, ' +
      'also in parts, gets its exits, of which one cancels the other.',
    scope: 'trading',
    tier: 'trading',
    params: ACCOUNT_ID,
    query: {},
    body: PlaceBracketSchema,
    success: { status: 201, description: 'It was accepted.', schema: BracketSchema },
    errors: ['forbidden', 'account_not_found'],
    handle: async (deps, call) => {
      const { caller, params, body, derivationId } = call;
      const placed = await placeBracket(deps, {
        caller,
        accountId: params.account_id,
        config: configOfBracket(body),
        stops: body.stops ?? null,
        derivationId,
        completion: call.slotFor(shownAsNew),
      });
      return placed.ok ? shownAsNew(placed.value) : refusalOf(placed.rejection);
    },
  }),

  defineOperation({
    ...SHARED,
    method: 'GET',
    path: '/v1/accounts/{account_id}/brackets',
    operationId: 'listBrackets',
    summary: 'List brackets',
    description: 'Those that have not ended, or all, sorted by id.',
    scope: 'read',
    tier: 'reads',
    params: ACCOUNT_ID,
    query: {
      ...PAGE_QUERY,
      include_ended: Type.Optional(Type.Boolean({ description: 'Whether all are listed.' })),
    },
    body: null,
    success: { status: 200, description: 'One page.', schema: BRACKET_PAGE.schema },
    errors: ['account_not_found'],
    handle: async (deps, call) => {
      const { caller, params, query } = call;
      const found = await listBrackets(deps, {
        userId: caller.userId,
        accountId: params.account_id,
        isOpen: query.include_ended !== true,
        afterId: call.after,
        limit: query.limit,
      });
      if (!found.ok)
        return refuse('account_not_found', `There is no account "${params.account_id}".`);
      const { brackets, lastId } = found.value;
      return ok(BRACKET_PAGE.toWire(brackets, call.nextCursor(lastId)));
    },
  }),

  defineOperation({
    ...SHARED,
    method: 'GET',
    path: '/v1/accounts/{account_id}/brackets/{bracket_id}',
    operationId: 'getBracket',
    summary: 'Get a bracket',
    description: 'How it stands.',
    scope: 'read',
    tier: 'reads',
    params: BRACKET_ID,
    query: {},
    body: null,
    success: { status: 200, description: 'The bracket.', schema: BracketSchema },
    errors: ['order_not_found'],
    handle: async (deps, { caller, params }) => {
      const { account_id: accountId, bracket_id: bracketId } = params;
      const found = await findBracket(deps, { userId: caller.userId, accountId, bracketId });
      if (found === null) return noBracket();
      const [shown] = await showBrackets(deps, [found]);
      return ok(bracketToWire(present(shown, 'each bracket is shown')));
    },
  }),

  defineOperation({
    ...SHARED,
    method: 'PUT',
    path: '/v1/accounts/{account_id}/brackets/{bracket_id}',
    operationId: 'moveBracket',
    summary: 'Move the exits of a bracket',
    description:
      'The new stop works before the old one ends. A stop or target that was not there is added.',
    scope: 'trading',
    tier: 'trading',
    params: BRACKET_ID,
    query: {},
    body: MoveBracketSchema,
    success: { status: 200, description: 'As it is now.', schema: BracketSchema },
    errors: ['order_not_found'],
    handle: async (deps, call) => {
      const { caller, params, body } = call;
      // A repetition has the exits as they were when it was written.
      const before = await bracketOrders(deps, params.bracket_id);
      const moved = await moveBracket(deps, {
        caller,
        accountId: params.account_id,
        bracketId: params.bracket_id,
        prices: pricesOf(body),
        completion: call.slotFor((bracket) => ok(bracketToWire(shownBracket(bracket, before)))),
      });
      if (!moved.ok) {
        const { rejection } = moved;
        return rejection.code === 'order_not_found' ? noBracket() : refusalOf(rejection);
      }
      const [shown] = await showBrackets(deps, [moved.value]);
      return ok(bracketToWire(present(shown, 'each bracket is shown')));
    },
  }),

  defineOperation({
    ...SHARED,
    method: 'DELETE',
    path: '/v1/accounts/{account_id}/brackets/{bracket_id}',
    operationId: 'cancelBracket',
    isUrgent: true,
    summary: 'Cancel a bracket',
    description:
      'Cancels its entry and its exits. What is held stays, **without a stop**, or is closed.',
    scope: 'trading',
    tier: 'writes',
    params: BRACKET_ID,
    query: {
      close_position: Type.Optional(
        Type.Boolean({ description: 'Whether what is held is closed; it stays by default.' }),
      ),
    },
    body: null,
    success: { status: 200, description: 'As it is now.', schema: BracketSchema },
    errors: ['order_not_found'],
    handle: async (deps, { caller, params, query }) => {
      const { account_id: accountId, bracket_id: bracketId } = params;
      const named = { userId: caller.userId, accountId, bracketId };
      const closesPosition = query.close_position === true;
      const ended = await endBracket(deps, { ...named, closesPosition });
      if (!ended.ok) return noBracket();
      const [shown] = await showBrackets(deps, [ended.value]);
      return ok(bracketToWire(present(shown, 'each bracket is shown')));
    },
  }),
];

function shownAsNew(bracket: StrategyBot) {
  const path = `/v1/accounts/${bracket.accountId}/brackets/${bracket.botId}`;
  return created(bracketToWire(shownBracket(bracket, [])), path);
}

function pricesOf(body: Static<typeof MoveBracketSchema>): MoveBracketCommand['prices'] {
  return Object.fromEntries(
    EXIT_KEYS.flatMap((key) => {
      const sent = body[key];
      return sent === undefined ? [] : [[key, decimal(sent)] as const];
    }),
  );
}

function noBracket(): Refusal {
  return refuse('order_not_found', 'There is no such bracket.');
}

function refusalOf(rejection: PlaceBracketRejection): Refusal {
  if (rejection.code !== 'invalid_config') return refuse(rejection.code, rejection.detail);
  const errors = rejection.problems.map(({ key, message }) => {
    return { pointer: `#/${key}`, detail: `${message}.` };
  });
  const [first, ...rest] = errors;
  return first === undefined
    ? refuse('invalid_request', 'The bracket is not valid.')
    : refuseFields([first, ...rest]);
}
