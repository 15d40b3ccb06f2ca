// The wire shape of an exchange.

import Type from 'typebox';
import { MARKET_TYPES } from '#domain/market/market.ts';
import type { ExchangeSummary } from '#services/exchanges/list-exchanges.ts';
import { field, shapeOf } from '#api/schemas/field-codec.ts';
import { flag, int32, oneOf, text, wholeList } from '#api/schemas/wire-values.ts';

const EXCHANGE = shapeOf<ExchangeSummary>()(
  'Exchange',
  'A venue that accounts can be connected to.',
  {
    exchange: field(text('Exchange code.', 'sim'), (of) => of.exchange),
    name: field(text('Name for people.', 'Simulated exchange'), (of) => of.name),
    market_types: field(
      Type.Array(oneOf(MARKET_TYPES, 'A kind of market.'), {
        description: 'Kinds of markets that it has.',
      }),
      (of) => [...of.marketTypes],
    ),
    markets_count: field(int32('How many markets it has.', 24), (of) => of.marketsCount),
    is_test_net: field(flag('Whether it is a test environment.', false), (of) => of.isTestNet),
    is_open: field(flag('Whether any of its markets is open.'), (of) => of.isOpen),
  },
);
export const exchangeToWire = EXCHANGE.toWire;

export const ExchangeListSchema = wholeList('ExchangeList', EXCHANGE.schema);
