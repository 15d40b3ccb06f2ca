// The wire shape of a partner's report.

import Type from 'typebox';
import { addDecimal } from '#lib/decimal.ts';
import { TARIFF_CODES, TARIFF_UNITS } from '#domain/plan/tariff.ts';
import type { Report, ReportFigures, Volume } from '#services/partner-reports/make-report.ts';
import {
  nullableAmountField,
  amountField,
  field,
  fieldsOf,
  fieldsThrough,
  instantField,
  listField,
  shapeField,
  shapeOf,
} from '#api/schemas/field-codec.ts';
import { ADDITION, int32, nullable, oneOf, text } from '#api/schemas/wire-values.ts';

const VOLUME = shapeOf<Volume>()('ReportVolume', 'What orders turned over in one currency.', {
  currency: field(text('Currency.', 'USDT'), (of) => of.currency),
  spot_volume: amountField('On spot markets.', '1000', (of) => of.spot),
  futures_volume: amountField('On futures markets.', '250', (of) => of.futures),
});

const FIGURES = fieldsOf<ReportFigures>()({
  bots_created: field(int32('Bots made in the period.', 20), (of) => of.botsCreated),
  bots_running: field(
    int32('Bots that ran at some time of the period, whether or not they still run.', 11),
    (of) => of.botsRunning,
  ),
  bot_hours: amountField('How long they ran, all together.', '5123.5', (of) => of.botHours),
  orders_filled: field(int32('Orders that ended with a fill.', 8123), (of) => of.ordersFilled),
  traded_volume: amountField(
    "What they turned over, in the report's currency.",
    '1250',
    ({ volume }) => addDecimal(volume.spot, volume.futures),
  ),
  spot_volume: amountField('Of it on spot markets.', '1000', ({ volume }) => volume.spot),
  futures_volume: amountField('Of it on futures markets.', '250', ({ volume }) => volume.futures),
  backtests: field(int32('Backtests that were requested.', 34), (of) => of.backtests),
  volumes: listField(
    VOLUME,
    { description: 'Volumes in each currency; nothing is converted.', ...ADDITION },
    (of) => of.volumes,
  ),
});

const TOTALS = shapeOf<Report>()('ReportTotals', 'What all end users used.', {
  users: field(int32('End users that were there in the period.', 12), (of) => of.usersCount),
  active_users: field(
    int32('End users with a bot that ran in it.', 9),
    (of) => of.activeUsersCount,
  ),
  ...fieldsThrough(FIGURES, ({ totals }: Report) => totals),
  signals: field(int32('Signals that were sent.', 410), (of) => of.signals),
  amount_due: nullableAmountField(
    'Sum of the lines; null without a tariff.',
    '55',
    (of) => of.amountDue,
  ),
});

const LINE = shapeOf<Report['lines'][number]>()('ReportLine', 'One line of the bill.', {
  code: field(oneOf(TARIFF_CODES, 'What is billed.'), (of) => of.code),
  quantity: amountField('How much of it.', '11', (of) => of.quantity),
  unit: field(
    oneOf(Object.values(TARIFF_UNITS), 'What the price is for; a percentage of volume.'),
    (of) => TARIFF_UNITS[of.code],
  ),
  unit_price: amountField('Price of the tariff.', '5', (of) => of.unitPrice),
  amount: amountField('Quantity times price.', '55', (of) => of.amount),
});

const USER = shapeOf<Report['users'][number]>()('ReportUser', 'What one end user used.', {
  user_id: field(
    text('Identifier of the end user, also of one deleted since.', 'usr_01jd3f8k2m5q7r9'),
    (of) => of.userId,
  ),
  ...FIGURES,
});

/** A report with one page of its users; `nextCursor` is that of the page after it. */
type PagedReport = Report & { readonly nextCursor: string | null };

const REPORT = shapeOf<PagedReport>()('Report', 'Usage and bill of a period.', {
  period_start: instantField('First instant that counts.', ({ period }) => period.fromMs),
  period_end: instantField('First instant that counts no more.', ({ period }) => period.toMs),
  generated_at: instantField('When this report was made.', (of) => of.generatedAtMs),
  currency: field(
    text('Currency of the tariff, of amounts and of volumes.', 'USDT'),
    (of) => of.currency,
  ),
  totals: shapeField(TOTALS, (of) => of),
  line_items: listField(LINE, { description: 'Empty without a tariff.' }, (of) => of.lines),
  users: listField(
    USER,
    { description: 'One page of the end users that used something, sorted by id.' },
    (of) => of.users,
  ),
  next_cursor: field(
    nullable(
      Type.String({
        description: 'Cursor of the next page of `users`; null on the last one.',
        ...ADDITION,
      }),
    ),
    (of) => of.nextCursor,
  ),
});
export const ReportSchema = REPORT.schema;
export const reportToWire = REPORT.toWire;
