// Setup of a market by an account at Binance USD-M futures: its margin mode and its leverage.

import type { Decimal } from '#lib/decimal.ts';
import type { MarginTerms } from '#domain/order/order-terms.ts';
import { usdmRequest } from '#adapters/venues/dialects/binance-usdm/requests.ts';
import { byField } from '#adapters/venues/dialects/reply/read-rows.ts';
import {
  decimalField,
  knownWord,
  replyFields,
  replyList,
  textField,
  UnreadableReply,
} from '#adapters/venues/dialects/reply/reply-fields.ts';
import type { VenueCall } from '#adapters/venues/wire/venue-wire.ts';

export type MarginMode = MarginTerms['marginMode'];

export type MarketSetup = { readonly marginMode: MarginMode; readonly leverage: Decimal };

const MODES: { readonly [word: string]: MarginMode } = { CROSSED: 'cross', ISOLATED: 'isolated' };

export const MARGIN_MODE_WORDS: { readonly [mode in MarginMode]: string } = {
  cross: 'CROSSED',
  isolated: 'ISOLATED',
};

export function marketSetupRequest(symbol: string): VenueCall {
  return usdmRequest('marketSetup', { symbol });
}

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
