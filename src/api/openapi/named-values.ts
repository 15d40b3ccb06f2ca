// Values that many fields have are components of the document, so that a generated client has one
// type for them. A field refers to one and says beside it what it means there.

import { SCOPES } from '#domain/access/scope.ts';
import { INTERVALS_MINUTES } from '#domain/candle/interval.ts';
import { MARKET_TYPES } from '#venue-port/market/market.ts';
import { STOP_HOLDERS } from '#venue-port/order/order-terms.ts';
import { ORDER_SIDES, ORDER_STATES, ORDER_TYPES } from '#venue-port/order/order.ts';
import { OFFERED_STRATEGY_TYPES } from '#domain/strategy/strategy-type.ts';
import { STOPPERS } from '#domain/risk/stopper.ts';
import type { JsonSchema } from '#api/openapi/schema-collector.ts';
import { STOPPER_WORDS } from '#api/schemas/stopped-by.ts';
import {
  AMOUNT_PATTERN,
  DECIMAL_INPUT_PATTERN,
  DECIMAL_PATTERN,
} from '#api/schemas/wire-values.ts';

/** By name: what makes a value one of them, and what it is. */
export const NAMED_VALUES: { readonly [name: string]: JsonSchema } = {
  Decimal: decimal(DECIMAL_PATTERN, 'An exact decimal number.'),
  Amount: decimal(AMOUNT_PATTERN, 'An exact decimal number that is never below zero.'),
  DecimalInput: decimal(
    DECIMAL_INPUT_PATTERN,
    'A decimal number as it is sent: no sign, no exponent, at most 18 digits on either side.',
  ),
  Scope: words(SCOPES, 'What a key may be used for.'),
  StopHolder: words(
    STOP_HOLDERS,
    'Who watches for the price of an order. `service`: Tidemill, and not while it is down.',
  ),
  OrderSide: words(ORDER_SIDES, 'Whether an order buys or sells.'),
  Stopper: words(STOPPERS, STOPPER_WORDS),
  OrderType: words(ORDER_TYPES, 'Kind of an order.'),
  OrderState: words(
    ORDER_STATES,
    'What has become of an order. `pending`, `open`, `unknown` and `lost` still work, the others ' +
      'have ended. `lost`: its exchange had it, shows it no more and does not say how it ended. ' +
      '`unplaced`: it certainly never reached the exchange.',
  ),
  MarketType: words(MARKET_TYPES, 'What is traded on a market.'),
  MarginMode: words(['cross', 'isolated'], 'What backs a position.'),
  PositionMode: words(['one_way', 'hedge'], 'Whether a market can be held in both directions.'),
  Direction: words(['long', 'short'], 'Which way a position gains.'),
  StrategyType: words(OFFERED_STRATEGY_TYPES, "Kind of a partner's bot."),
  ChartInterval: {
    type: 'integer',
    format: 'int32',
    enum: INTERVALS_MINUTES,
    description: 'Interval of a chart in minutes; 43200 is a calendar month.',
  },
};

/** What tells a value from others; everything else is said of a field. */
const TELLING: readonly string[] = ['type', 'format', 'pattern', 'enum'];
/** With one of these a field accepts less than the value has. */
const NARROWING = ['minimum', 'maximum', 'minLength', 'maxLength'] as const;

const NAMES = new Map(
  Object.entries(NAMED_VALUES).map(([name, schema]) => [tellingText(schema), name]),
);

/** The name of such a value, with what its field says besides; null: it has no name. */
export function namedValue(
  schema: JsonSchema,
): { readonly name: string; readonly rest: JsonSchema } | null {
  const name = NAMES.get(tellingText(schema));
  if (name === undefined || NARROWING.some((keyword) => keyword in schema)) return null;
  const rest = Object.entries(schema).filter(([keyword]) => !TELLING.includes(keyword));
  return { name, rest: Object.fromEntries(rest) };
}

function tellingText(schema: JsonSchema): string {
  return JSON.stringify(TELLING.map((keyword) => schema[keyword] ?? null));
}

function decimal(pattern: string, description: string): JsonSchema {
  return { type: 'string', format: 'decimal', pattern, description };
}

function words(known: readonly string[], description: string): JsonSchema {
  return { type: 'string', enum: known, description };
}
