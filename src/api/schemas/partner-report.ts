// The wire shape of a partner's report.

import Type from 'typebox';
import type { Static } from 'typebox';
import { addDecimal } from '#lib/decimal.ts';
import { TARIFF_CODES, TARIFF_UNITS } from '#domain/plan/tariff.ts';
import type { Report, ReportFigures, Volume } from '#services/partner-reports/make-report.ts';
import {
  ADDITION,
  answeredDecimal,
  decimalToWire,
  instantString,
  instantToWire,
  int32,
  nullable,
  nullableDecimalToWire,
  oneOf,
  shape,
  text,
} from '#api/schemas/wire-values.ts';

const VolumeSchema = shape('ReportVolume', 'What orders turned over in one currency.', {
  currency: text('Currency.', 'USDT'),
  spot_volume: answeredDecimal('On spot markets.', '1000'),
  futures_volume: answeredDecimal('On futures markets.', '250'),
});

const FIGURES = {
  bots_created: int32('Bots made in the period.', 20),
  bots_running: int32(
    'Bots that ran at some time of the period, whether or not they still run.',
    11,
  ),
  bot_hours: answeredDecimal('How long they ran, all together.', '5123.5'),
  orders_filled: int32('Orders that ended with a fill.', 8123),
  traded_volume: answeredDecimal("What they turned over, in the report's currency.", '1250'),
  spot_volume: answeredDecimal('Of it on spot markets.', '1000'),
  futures_volume: answeredDecimal('Of it on futures markets.', '250'),
  backtests: int32('Backtests that were asked for.', 34),
  volumes: Type.Array(VolumeSchema, {
    description: 'Volumes in each currency; nothing is converted.',
    ...ADDITION,
  }),
};

const TotalsSchema = shape('ReportTotals', 'What all end users used.', {
  users: int32('End users that were there in the period.', 12),
  active_users: int32('End users with a bot that ran in it.', 9),
  ...FIGURES,
  signals: int32('Signals that were sent.', 410),
  amount_due: nullable(answeredDecimal('Sum of the lines; null without a tariff.', '55')),
});

const LineSchema = shape('ReportLine', 'One line of the bill.', {
  code: oneOf(TARIFF_CODES, 'What is billed.'),
  quantity: answeredDecimal('How much of it.', '11'),
  unit: oneOf(Object.values(TARIFF_UNITS), 'What the price is for; a percentage of volume.'),
  unit_price: answeredDecimal('Price of the tariff.', '5'),
  amount: answeredDecimal('Quantity times price.', '55'),
});

const UserSchema = shape('ReportUser', 'What one end user used.', {
  user_id: text('Identifier of the end user, also of one deleted since.', 'usr_01jd3f8k2m5q7r9'),
  ...FIGURES,
});

export const ReportSchema = shape('Report', 'Usage and bill of a period.', {
  period_start: instantString('First instant that counts.'),
  period_end: instantString('First instant that counts no more.'),
  generated_at: instantString('When this report was made.'),
  currency: text('Currency of the tariff, of amounts and of volumes.', 'USDT'),
  totals: TotalsSchema,
  line_items: Type.Array(LineSchema, { description: 'Empty without a tariff.' }),
  users: Type.Array(UserSchema, {
    description: 'One page of the end users that used something, sorted by id.',
  }),
  next_cursor: nullable(
    Type.String({
      description: 'Cursor of the next page of `users`; null on the last one.',
      ...ADDITION,
    }),
  ),
});
type ReportWire = Static<typeof ReportSchema>;

/** `nextCursor` is that of the next page of users. */
export function reportToWire(report: Report, nextCursor: string | null): ReportWire {
  const { period, totals } = report;
  return {
    period_start: instantToWire(period.fromMs),
    period_end: instantToWire(period.toMs),
    generated_at: instantToWire(report.generatedAtMs),
    currency: report.currency,
    totals: {
      users: report.usersCount,
      active_users: report.activeUsersCount,
      ...figuresToWire(totals),
      signals: report.signals,
      amount_due: nullableDecimalToWire(report.amountDue),
    },
    line_items: report.lines.map(({ code, quantity, unitPrice, amount }) => ({
      code,
      quantity: decimalToWire(quantity),
      unit: TARIFF_UNITS[code],
      unit_price: decimalToWire(unitPrice),
      amount: decimalToWire(amount),
    })),
    users: report.users.map(({ userId, ...figures }) => {
      return { user_id: userId, ...figuresToWire(figures) };
    }),
    next_cursor: nextCursor,
  };
}

function figuresToWire(figures: ReportFigures) {
  const { spot, futures } = figures.volume;
  return {
    bots_created: figures.botsCreated,
    bots_running: figures.botsRunning,
    bot_hours: decimalToWire(figures.botHours),
    orders_filled: figures.ordersFilled,
    traded_volume: decimalToWire(addDecimal(spot, futures)),
    spot_volume: decimalToWire(spot),
    futures_volume: decimalToWire(futures),
    backtests: figures.backtests,
    volumes: figures.volumes.map(volumeToWire),
  };
}

function volumeToWire({ currency, spot, futures }: Volume) {
  return {
    currency,
    spot_volume: decimalToWire(spot),
    futures_volume: decimalToWire(futures),
  };
}
