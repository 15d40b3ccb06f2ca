// The calls of Hyperliquid, as `VenueCall`s, with the weights that it lists: questions to one path,
// and actions, which are signed, to the other. Lists weigh more the longer they are, by a twentieth
// of their rows.

import type { CallValue, VenueCall, VenueLane } from '#venues/wire/venue-wire.ts';

type Question = { readonly lane: VenueLane; readonly cost: number };

const QUESTIONS = {
  exchangeStatus: { lane: 'lookup', cost: 2 },
  meta: { lane: 'candles', cost: 20 },
  l2Book: { lane: 'lookup', cost: 2 },
  metaAndAssetCtxs: { lane: 'lookup', cost: 20 },
  candleSnapshot: { lane: 'candles', cost: 37 },
  fundingHistory: { lane: 'candles', cost: 45 },
  orderStatus: { lane: 'lookup', cost: 2 },
  frontendOpenOrders: { lane: 'lookup', cost: 20 },
  clearinghouseState: { lane: 'lookup', cost: 2 },
  spotClearinghouseState: { lane: 'lookup', cost: 2 },
  activeAssetData: { lane: 'lookup', cost: 20 },
  userFillsByTime: { lane: 'fills', cost: 25 },
  userFunding: { lane: 'fills', cost: 25 },
  userRole: { lane: 'lookup', cost: 60 },
  userAbstraction: { lane: 'lookup', cost: 20 },
} as const satisfies { readonly [type: string]: Question };

type QuestionType = keyof typeof QUESTIONS;

/** What anybody may ask. */
export function publicRequest(
  type: QuestionType,
  parameters: VenueCall['parameters'] = {},
): VenueCall {
  return {
    access: 'public',
    section: 'public',
    method: 'POST',
    path: 'info',
    parameters: { type, ...parameters },
    ...QUESTIONS[type],
  };
}

/** What is asked about an account, by anybody who knows its address; or about the key. */
export function accountRequest(
  type: QuestionType,
  parameters: VenueCall['parameters'] = {},
  userIs: NonNullable<VenueCall['userIs']> = 'account',
): VenueCall {
  return { ...publicRequest(type, parameters), access: 'private', userIs };
}

/** The words of the action are signed in this order. */
export function actionRequest(
  type: string,
  words: Readonly<Record<string, CallValue>>,
  lane: VenueLane,
): VenueCall {
  return {
    access: 'private',
    section: 'private',
    method: 'POST',
    path: 'exchange',
    parameters: { type, ...words },
    lane,
    cost: 1,
    isAction: true,
  };
}
