// The wire shape of an open position.

import { isPaperAccount } from '#domain/venue/paper-account.ts';
import type { AccountPosition, ListedPositions } from '#services/accounts/list-positions.ts';
import { AMOUNT_UNIT } from '#api/schemas/market.ts';
import {
  nullableAmountField,
  amountField,
  averageField,
  decimalField,
  field,
  instantField,
  percentField,
  shapeOf,
  listField,
} from '#api/schemas/field-codec.ts';
import { ADDITION, flag, nullable, oneOf, text } from '#api/schemas/wire-values.ts';

const POSITION = shapeOf<AccountPosition>()('Position', 'An open futures position.', {
  position_id: field(
    text('Identifier of the position.', 'pos_01jd3f8k2m5q7r9t1v3x5z7b9c'),
    (of) => of.positionId,
  ),
  account_id: field(
    text('Account that holds it.', 'acc_01jd3f8k2m5q7r9t1v3x5z7b9c'),
    (of) => of.accountId,
  ),
  is_paper: field(flag('Whether its money is play money.', false, ADDITION), (of) =>
    isPaperAccount(of.accountId),
  ),
  market_tag: field(text('Market of the position.', 'SIM_BTC_USDT_PERP'), (of) => of.marketTag),
  direction: field(oneOf(['long', 'short'], 'Which way it gains.'), (of) => of.direction),
  amount: amountField(`Size ${AMOUNT_UNIT}.`, '0.5', (of) => of.amount),
  average_price: averageField('Average entry price.', '62000', (of) => of.averagePrice),
  mark_price: amountField(
    'Price that profit and margin are reckoned at.',
    '62100',
    (of) => of.markPrice,
  ),
  leverage: amountField('Leverage.', '10', (of) => of.leverage),
  margin_mode: field(
    oneOf(['cross', 'isolated'], 'What backs the position.'),
    (of) => of.marginMode,
  ),
  margin: amountField('Margin held for it.', '3100', (of) => of.margin),
  margin_currency: field(text('Currency of the margin.', 'USDT'), (of) => of.marginCurrency),
  liquidation_price: nullableAmountField(
    'Null when no price of this market alone would liquidate it.',
    '56200',
    (of) => of.liquidationPrice,
  ),
  unrealized_profit: decimalField('In the profit currency.', '50', (of) => of.unrealizedProfit),
  realized_profit: decimalField('In the profit currency.', '0', (of) => of.realizedProfit),
  fees: decimalField('Fees paid so far, in the profit currency.', '12.4', (of) => of.fees),
  roi: percentField(
    'Realized and unrealized profit, in percent of the margin used.',
    '1.6129',
    (of) => of.roiPercent,
  ),
  // Profit and margin are in the same currency on all three kinds of contract.
  profit_currency: field(text('Currency of profit and fees.', 'USDT'), (of) => of.marginCurrency),
  bot_id: field(
    nullable(
      text(
        'Bot that holds it whole; null when traded by hand or by several.',
        'bot_01jd3f8k2m5q7r9t',
      ),
    ),
    (of) => of.botId,
  ),
  opened_at: instantField('When it was opened.', (of) => of.openedAtMs),
  updated_at: instantField('When it was changed last.', (of) => of.updatedAtMs),
});

export const POSITION_LIST = shapeOf<ListedPositions>()('PositionList', 'A whole list.', {
  data: listField(POSITION, { description: 'Items.' }, (of) => of.positions),
  unreadable: field(
    nullable(
      text(
        'Why a position is missing, which is then unknown; null: none is.',
        'The exchange shows "SIM_BTC_USDT_PERP" in a form that cannot be read.',
      ),
      ADDITION,
    ),
    (of) => of.unreadable,
  ),
});
