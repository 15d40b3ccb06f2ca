// The wire shape of an open position.

import type { Static } from 'typebox';
import type { AccountPosition } from '#services/accounts/list-positions.ts';
import { AMOUNT_UNIT } from '#api/schemas/market.ts';
import {
  answeredDecimal,
  averageToWire,
  percentToWire,
  decimalToWire,
  instantString,
  instantToWire,
  nullable,
  nullableDecimalToWire,
  oneOf,
  shape,
  text,
  wholeList,
} from '#api/schemas/wire-values.ts';

const PositionSchema = shape('Position', 'An open futures position.', {
  position_id: text('Identifier of the position.', 'pos_01jd3f8k2m5q7r9t1v3x5z7b9c'),
  account_id: text('Account that holds it.', 'acc_01jd3f8k2m5q7r9t1v3x5z7b9c'),
  market_tag: text('Market of the position.', 'SIM_BTC_USDT_PERP'),
  direction: oneOf(['long', 'short'], 'Which way it gains.'),
  amount: answeredDecimal(`Size ${AMOUNT_UNIT}.`, '0.5'),
  average_price: answeredDecimal('Average entry price.', '62000'),
  mark_price: answeredDecimal('Price that profit and margin are reckoned at.', '62100'),
  leverage: answeredDecimal('Leverage.', '10'),
  margin_mode: oneOf(['cross', 'isolated'], 'What backs the position.'),
  margin: answeredDecimal('Margin held for it.', '3100'),
  margin_currency: text('Currency of the margin.', 'USDT'),
  liquidation_price: nullable(
    answeredDecimal('Null when no price of this market alone would liquidate it.', '56200'),
  ),
  unrealized_profit: answeredDecimal('In the profit currency.', '50'),
  realized_profit: answeredDecimal('In the profit currency.', '0'),
  fees: answeredDecimal('Fees paid so far, in the profit currency.', '12.4'),
  roi: answeredDecimal('Percent.', '1.6129'),
  profit_currency: text('Currency of profit and fees.', 'USDT'),
  bot_id: nullable(
    text(
      'Bot that holds it whole; null when traded by hand or by several.',
      'bot_01jd3f8k2m5q7r9t',
    ),
  ),
  opened_at: instantString('When it was opened.'),
  updated_at: instantString('When it was changed last.'),
});
export type PositionWire = Static<typeof PositionSchema>;

export const PositionListSchema = wholeList('PositionList', PositionSchema);

export function positionToWire(position: AccountPosition): PositionWire {
  return {
    position_id: position.positionId,
    account_id: position.accountId,
    market_tag: position.marketTag,
    direction: position.direction,
    amount: decimalToWire(position.amount),
    average_price: averageToWire(position.averagePrice),
    mark_price: decimalToWire(position.markPrice),
    leverage: decimalToWire(position.leverage),
    margin_mode: position.marginMode,
    margin: decimalToWire(position.margin),
    margin_currency: position.marginCurrency,
    liquidation_price: nullableDecimalToWire(position.liquidationPrice),
    unrealized_profit: decimalToWire(position.unrealizedProfit),
    realized_profit: decimalToWire(position.realizedProfit),
    fees: decimalToWire(position.fees),
    roi: percentToWire(position.roiPercent),
    // Profit and margin are in the same currency on all three kinds of contract.
    profit_currency: position.marginCurrency,
    bot_id: position.botId,
    opened_at: instantToWire(position.openedAtMs),
    updated_at: instantToWire(position.updatedAtMs),
  };
}
