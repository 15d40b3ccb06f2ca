// Profit of a bot as all bots show it beyond the contract: its currency, and that of all
// activations.

import { addDecimal } from '#lib/decimal.ts';
import type { Bot } from '#services/bots/bot-deps.ts';
import { field, fieldsOf } from '#api/schemas/field-codec.ts';
import {
  ADDITION,
  responseDecimal,
  decimalToWire,
  nullable,
  text,
} from '#api/schemas/wire-values.ts';

type ProfitSource = Pick<Bot, 'earlierProfit' | 'profitCurrency' | 'realizedProfit'>;

export const PROFIT_FIELDS = fieldsOf<ProfitSource>()({
  profit_currency: field(
    nullable(text('Currency of the profits; null before the first figures.', 'USDT'), ADDITION),
    (of) => of.profitCurrency,
  ),
  total_profit: field(
    responseDecimal(
      'Realized in all activations, as far as it was in the same currency.',
      '48.2',
      ADDITION,
    ),
    (of) => decimalToWire(addDecimal(of.earlierProfit, of.realizedProfit)),
  ),
});
