// The wire shape of a partner as the operator sees it.

import { addDecimal } from '#lib/decimal.ts';
import type { PartnerWithUsage } from '#services/partner-reports/list-partner-usage.ts';
import {
  amountField,
  field,
  instantField,
  listOf,
  nullableAmountField,
  shapeOf,
} from '#api/schemas/field-codec.ts';
import { ADDITION, int32, text } from '#api/schemas/wire-values.ts';

const PARTNER = shapeOf<PartnerWithUsage>()(
  'OperatorPartner',
  'A partner, and what its end users used since the month began (UTC).',
  {
    user_id: field(
      text('The user that is the partner.', 'usr_01jd3f8k2m5q7r9'),
      ({ partner }) => partner.partnerId,
    ),
    user_name: field(text('Its name.', 'acme'), ({ partner }) => partner.userName),
    created_at: instantField('Since when it is one.', ({ partner }) => partner.createdAtMs),
    period_start: instantField('When the month began.', ({ report }) => report.period.fromMs),
    users: field(int32('End users in the month.', 12), ({ report }) => report.usersCount),
    active_users: field(
      int32('End users with a bot that ran in it.', 9),
      ({ report }) => report.activeUsersCount,
    ),
    bots_running: field(
      int32('Bots that ran in it.', 11),
      ({ report }) => report.totals.botsRunning,
    ),
    bot_hours: amountField(
      'How long they ran, all together.',
      '5123.5',
      ({ report }) => report.totals.botHours,
    ),
    orders_filled: field(
      int32('Orders that ended with a fill.', 8123),
      ({ report }) => report.totals.ordersFilled,
    ),
    traded_volume: amountField(
      'What they turned over, in `currency`.',
      '1250',
      ({ report: { totals } }) => addDecimal(totals.volume.spot, totals.volume.futures),
    ),
    signals: field(int32('Signals that were sent.', 410), ({ report }) => report.signals),
    backtests: field(int32('Backtests.', 34), ({ report }) => report.totals.backtests),
    currency: field(text('Of the tariff.', 'USDT'), ({ report }) => report.currency),
    amount_due: nullableAmountField(
      'So far; null without a tariff.',
      '55',
      ({ report }) => report.amountDue,
    ),
  },
  ADDITION,
);
export const OPERATOR_PARTNER_LIST = listOf('OperatorPartnerList', PARTNER);
