// What all bots show of their profit beyond the contract: its currency, and that of all
// activations.

import { addDecimal } from '#lib/decimal.ts';
import type { Bot } from '#services/bots/bot-deps.ts';
import {
  ADDITION,
  answeredDecimal,
  decimalToWire,
  nullable,
  text,
} from '#api/schemas/wire-values.ts';

export const PROFIT_CURRENCY = nullable(
  text('Currency of the profits; null before the first figures.', 'USDT'),
  ADDITION,
);

export const TOTAL_PROFIT = answeredDecimal(
  'Realized in all activations, as far as it was in the same currency.',
  '48.2',
  ADDITION,
);

export function totalProfitToWire(bot: Pick<Bot, 'earlierProfit' | 'realizedProfit'>): string {
  return decimalToWire(addDecimal(bot.earlierProfit, bot.realizedProfit));
}
