// The wire shapes of a bot's day beside a backtest.

import Type from 'typebox';
import { LIMITS } from '#lib/limits.ts';
import { parseInstant } from '#lib/time.ts';
import type { ComparedPair, ParityEffects, ParityReport } from '#domain/parity/compare-orders.ts';
import type { ComparedOrder } from '#domain/parity/pair-orders.ts';
import type { Comparison, ComparedSpan } from '#services/comparisons/get-comparison.ts';
import type { ComparedDay } from '#services/comparisons/list-compared-days.ts';
import type { RequestedComparison } from '#services/comparisons/request-comparison.ts';
import { dayText } from '#services/comparisons/request-comparison.ts';
import {
  amountField,
  averageField,
  decimalField,
  field,
  listField,
  listOf,
  nullableInstantField,
  nullableShapeField,
  instantField,
  shapeField,
  shapeOf,
} from '#api/schemas/field-codec.ts';
import { AMOUNT_UNIT } from '#api/schemas/market.ts';
import {
  flag,
  int32,
  limitParameter,
  nullable,
  oneOf,
  shape,
  text,
} from '#api/schemas/wire-values.ts';

const DAY_EXAMPLE = '2026-11-20';

function day(unless = '') {
  return Type.String({
    pattern: String.raw`^\d{4}-\d{2}-\d{2}$`,
    description: `A day in UTC that has ended${unless}.`,
    examples: [DAY_EXAMPLE],
  });
}

/** Null where there is no such day. */
export function dayFromWire(found: string): number | null {
  const startMs = parseInstant(`${found}T00:00:00Z`);
  return startMs !== null && dayText(startMs) === found ? startMs : null;
}

export const RequestComparisonSchema = shape(
  'RequestComparison',
  'Which day of a bot is compared.',
  { day: day() },
);

export const COMPARISON_QUERY = { day: Type.Optional(day('; left out: yesterday')) };

const DAYS_DEFAULT = 14;

export const COMPARED_DAYS_QUERY = {
  to: Type.Optional(day(', the newest one; left out: yesterday')),
  limit: limitParameter(LIMITS.comparedDaysMax, DAYS_DEFAULT),
};

const COMPARED_DAY = shapeOf<ComparedDay>()('ComparedDay', 'A day of a bot.', {
  day: field(text('Day in UTC.', DAY_EXAMPLE), (of) => dayText(of.dayMs)),
  status: field(
    oneOf(
      ['not_run', 'not_requested', 'queued', 'finished', 'failed'],
      '`not_run`: the bot did not run on it. `not_requested`: it can be compared.',
    ),
    (of) => of.status,
  ),
  reason: field(
    nullable(text('Why its backtest failed; null otherwise.', 'Too little history.')),
    (of) => of.reason,
  ),
});

export const COMPARED_DAY_LIST = listOf('ComparedDayList', COMPARED_DAY);

const BOT_ID = text('Bot.', 'bot_1a');
const BACKTEST_ID = text('The backtest that it is compared with; of several the last.', 'bt_1a');

export const REQUESTED_COMPARISON = shapeOf<RequestedComparison>()(
  'RequestedComparison',
  'A comparison that is being made.',
  {
    bot_id: field(BOT_ID, (of) => of.botId),
    day: field(text('Day in UTC.', DAY_EXAMPLE), (of) => dayText(of.dayMs)),
    backtest_id: field(BACKTEST_ID, (of) => of.backtestId),
  },
);

const ORDER = shapeOf<ComparedOrder>()('ComparedOrder', 'An order and what became of it.', {
  order_id: field(text('Its number in the run.', 'o1'), (of) => of.orderId),
  side: field(oneOf(['buy', 'sell'], 'Side.'), (of) => of.side),
  type: field(text('As of an order.', 'market'), (of) => of.type),
  placed_at: instantField('When it was placed.', (of) => of.placedAtMs),
  filled_at: nullableInstantField('When it filled last; null: never.', (of) => of.filledAtMs),
  price: amountField('Limit price; 0 on market orders.', '62000', (of) => of.price),
  amount: amountField(`Amount ${AMOUNT_UNIT}.`, '0.01', (of) => of.amount),
  filled_amount: amountField('How much of it filled.', '0.01', (of) => of.filledAmount),
  average_price: averageField('Of its fills; 0: none.', '62000.5', (of) => of.averagePrice),
  fees: decimalField('In the currency of the figures.', '0.6', (of) => of.fees),
  reason: field(
    nullable(text('Why it ended; null after a plain fill.', 'expired')),
    (of) => of.reason,
  ),
});

const EFFECTS = shapeOf<ParityEffects>()(
  'ComparisonEffects',
  'What the bot made by each cause more than the backtest; together they are the whole difference.',
  {
    missed: decimalField('Only the order of the backtest filled.', '-1.2', (of) => of.missed),
    extra: decimalField('Only the order of the bot filled.', '0.4', (of) => of.extra),
    size: decimalField('Another amount filled.', '0', (of) => of.size),
    delay: decimalField(
      'It filled in another minute, and the market had moved.',
      '-0.3',
      (of) => of.delay,
    ),
    price: decimalField(
      'It filled at another price of its minute: spread, slippage.',
      '-0.05',
      (of) => of.price,
    ),
    fee: decimalField('Another share of what was traded was paid as a fee.', '0', (of) => of.fee),
  },
);

const PAIR = shapeOf<ComparedPair>()('ComparedOrders', 'The orders of one decision.', {
  live: nullableShapeField(ORDER, (of) => of.live),
  backtest: nullableShapeField(ORDER, (of) => of.backtest),
  delay_ms: field(
    nullable(int32('By how much the bot filled later; null unless both filled.', 1_200)),
    (of) => of.delayMs,
  ),
  effects: shapeField(EFFECTS, (of) => of.effects),
});

const REPORT = shapeOf<ParityReport>()(
  'ComparisonReport',
  'Fills of the day, valued at its last price.',
  {
    live_profit: decimalField('Of the bot, fees deducted.', '12.5', (of) => of.liveProfit),
    backtest_profit: decimalField('Of the backtest.', '13.1', (of) => of.backtestProfit),
    effects: shapeField(EFFECTS, (of) => of.effects),
    equal_count: field(int32('Pairs without a difference.', 40), (of) => of.equalCount),
    pairs: listField(PAIR, { description: 'In the order of their placing.' }, (of) => of.pairs),
  },
);

const SPAN = shapeOf<ComparedSpan>()(
  'ComparedRun',
  'A part of the day in which the bot ran, and what it is compared with.',
  {
    from: instantField('Its first minute on the day.', (of) => of.fromMs),
    to: instantField("Up to when it ran: its stop, or the day's end.", (of) => of.toMs),
    backtest_id: field(BACKTEST_ID, (of) => of.backtestId),
  },
);

export const COMPARISON = shapeOf<Comparison>()(
  'BotComparison',
  "A bot's day beside the same minutes in a backtest.",
  {
    bot_id: field(BOT_ID, (of) => of.botId),
    is_paper: field(
      flag('Whether the bot trades play money on a paper account.', false),
      (of) => of.isPaper,
    ),
    day: field(text('Day in UTC.', DAY_EXAMPLE), (of) => dayText(of.dayMs)),
    status: field(oneOf(['queued', 'finished'], 'Whether its backtests have finished.'), (of) =>
      of.report === null ? ('queued' as const) : ('finished' as const),
    ),
    backtest_id: field(BACKTEST_ID, (of) => of.backtestId),
    runs: listField(
      SPAN,
      { description: 'One, or several where the bot was started anew; oldest first.' },
      (of) => of.runs,
    ),
    market_tag: field(text('Market.', 'SIM_BTC_USDT'), (of) => of.market.marketTag),
    currency: field(text('Of the figures.', 'USDT'), (of) => of.currency),
    notes: field(
      Type.Array(text('A sentence.', 'The bot was started on this day.'), {
        description: 'What the backtest cannot repeat.',
      }),
      (of) => [...of.notes],
    ),
    report: nullableShapeField(REPORT, (of) => of.report),
  },
);
