// The wire shape of an exchange.

import Type from 'typebox';
import type { Static } from 'typebox';
import { MARKET_TYPES } from '#domain/market/market.ts';
import type { ExchangeSummary } from '#services/exchanges/list-exchanges.ts';
import { flag, int32, oneOf, shape, text, wholeList } from '#api/schemas/wire-values.ts';

const ExchangeSchema = shape('Exchange', 'A venue that accounts can be connected to.', {
  exchange: text('Exchange code.', 'sim'),
  name: text('Name for people.', 'Simulated exchange'),
  market_types: Type.Array(oneOf(MARKET_TYPES, 'A kind of market.'), {
    description: 'Kinds of markets that it has.',
  }),
  markets_count: int32('How many markets it has.', 24),
  is_test_net: flag('Whether it is a test environment.', false),
  is_open: flag('Whether any of its markets is open.'),
});
export type ExchangeWire = Static<typeof ExchangeSchema>;

export const ExchangeListSchema = wholeList('ExchangeList', ExchangeSchema);

export function exchangeToWire(summary: ExchangeSummary): ExchangeWire {
  return {
    exchange: summary.exchange,
    name: summary.name,
    market_types: [...summary.marketTypes],
    markets_count: summary.marketsCount,
    is_test_net: summary.isTestNet,
    is_open: summary.isOpen,
  };
}
