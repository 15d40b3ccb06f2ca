// Setup of a market by an account at Binance USD-M futures: its margin mode and its leverage.

import type { Decimal } from '#lib/decimal.ts';
import type { MarginTerms } from '#venue-port/order/order-terms.ts';
import { usdmRequest } from '#venues/dialects/binance-usdm/requests.ts';
import { byField } from '#venues/dialects/reply/read-rows.ts';
import {
  decimalField,
  knownWord,
  replyFields,
  replyList,
  textField,
  UnreadableReply,
} from '#venues/dialects/reply/reply-fields.ts';
import type { VenueCall } from '#venues/wire/venue-wire.ts';

export type MarginMode = MarginTerms['marginMode'];

export type MarketSetup = { readonly marginMode: MarginMode; readonly leverage: Decimal };

const MODES: { readonly [word: string]: MarginMode } = { CROSSED: 'cross', ISOLATED: 'isolated' };

export const MARGIN_MODE_WORDS: { readonly [mode in MarginMode]: string } = {
  cross: 'CROSSED',
  isolated: 'ISOLATED',
};

/** Request for the setup of a market. */
export function marketSetupRequest(symbol: string): VenueCall {
  return usdmRequest('marketSetup', { symbol });
}

/** Setup of this market. Throws `UnreadableReply` where the reply is about others. */
export function readMarketSetup(body: unknown, symbol: string): MarketSetup {
  for (const value of replyList(body, 'The list of settings')) {
    if (byField('symbol')(value) !== symbol) continue;
    const fields = replyFields(value, 'The settings');
    return {
      marginMode: knownWord(MODES, textField(fields, 'marginType'), 'marginType'),
      leverage: decimalField(fields, 'leverage'),
    };
  }
  throw new UnreadableReply('The settings are of another market.');
}
