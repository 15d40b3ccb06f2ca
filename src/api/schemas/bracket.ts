// The wire shapes of a bracket: as it is placed, and as it stands.

import type { Static } from 'typebox';
import Type from 'typebox';
import type { Json } from '#lib/json.ts';
import { STOP_HOLDERS } from '#venue-port/order/order-terms.ts';
import { BRACKET_OUTCOMES } from '#domain/strategy/bracket-standing.ts';
import type { ShownBracket } from '#services/brackets/show-brackets.ts';
import { BRACKET_STATES } from '#services/brackets/show-brackets.ts';
import type { ExitKey, ShownExits } from '#services/brackets/shown-exits.ts';
import { EXIT_KEYS } from '#services/brackets/shown-exits.ts';
import { ZERO } from '#lib/decimal.ts';
import {
  amountField,
  decimalField,
  field,
  instantField,
  listField,
  nullableAmountField,
  nullableShapeField,
  pageOf,
  shapeOf,
} from '#api/schemas/field-codec.ts';
import { ORDER } from '#api/schemas/order.ts';
import {
  decimalString,
  flag,
  identifier,
  nullable,
  nullableDecimalToWire,
  oneOf,
  shape,
  text,
} from '#api/schemas/wire-values.ts';

const DIRECTIONS = ['long', 'short'] as const;
const MARGIN_MODES = ['cross', 'isolated'] as const;

const optionalDecimal = (description: string, example: string) =>
  Type.Optional(nullable(decimalString(description, example)));

const STOPS = 'Who holds the stop, where the exchange can (`stop_types`); usually `service`.';

/** Its keys are those of the settings of the strategy, and who holds the stop. */
export const PlaceBracketSchema = shape('PlaceBracket', 'An entry, its stop and its targets.', {
  market_tag: identifier("A market of the account's exchange.", 'SIM_BTC_USDT'),
  direction: oneOf(DIRECTIONS, '`long` on spot.'),
  amount: decimalString('Of the entry.', '0.01'),
  entry_price: optionalDecimal('Limit of the entry; without it, at market.', '62000'),
  stop_price: optionalDecimal('Where what is held is closed at market.', '61000'),
  stop_trails: Type.Optional(flag('Whether the stop follows the best price.')),
  target_price: optionalDecimal('Limit of the exit with a profit.', '64000'),
  second_target_price: optionalDecimal('Of a second one, beyond the first.', '65000'),
  first_target_percent: optionalDecimal('Of what is held, at the first of two; usually 50.', '50'),
  leverage: optionalDecimal('On futures.', '5'),
  margin_mode: Type.Optional(oneOf(MARGIN_MODES, 'On futures; usually isolated.')),
  stops: Type.Optional(nullable(oneOf(STOP_HOLDERS, STOPS))),
});

const movedPrice = (description: string, example: string) =>
  Type.Optional(decimalString(description, example));

export const MoveBracketSchema = shape('MoveBracket', 'New prices of its exits.', {
  stop_price: movedPrice('Of the stop; not of one that trails.', '61500'),
  target_price: movedPrice('Of the target.', '64500'),
  second_target_price: movedPrice('Of the second, where there is one.', '66000'),
});

/** What was left out has the default of its setting. */
export function configOfBracket(wire: Static<typeof PlaceBracketSchema>) {
  const given = Object.entries(wire).filter(
    ([key, value]) => key !== 'stops' && value !== null && value !== undefined,
  );
  return Object.fromEntries(given) as Readonly<Record<string, Json>>;
}

function setting(description: string, example: string, key: string) {
  const schema = nullable(text(description, example));
  return field(schema, ({ bracket }: ShownBracket) => {
    const { config } = bracket.brain;
    const value = config[key] ?? null;
    return typeof value === 'string' ? value : null;
  });
}

function exit(description: string, example: string, key: ExitKey) {
  const schema = nullable(text(description, example));
  return field(schema, (of: ShownBracket) => nullableDecimalToWire(of.exits[key].price));
}

function moved(example: string, key: ExitKey) {
  const schema = nullable(text('Null: it is there.', example));
  return field(schema, (exits: ShownExits) => nullableDecimalToWire(exits[key].movesTo));
}

const MOVES = shapeOf<ShownExits>()('BracketMoves', 'Where exits are to be, and do not work yet.', {
  stop_price: moved('61500', 'stop_price'),
  target_price: moved('64500', 'target_price'),
  second_target_price: moved('66000', 'second_target_price'),
});

const BRACKET = shapeOf<ShownBracket>()('Bracket', 'An order with its stop and targets.', {
  bracket_id: field(text('Its id.', 'brk_01jd3f8k2m5q7r9t1v3x5z7b9c'), (of) => of.bracket.botId),
  account_id: field(
    text('Account.', 'acc_01jd3f8k2m5q7r9t1v3x5z7b9c'),
    (of) => of.bracket.accountId,
  ),
  market_tag: field(text('Market.', 'SIM_BTC_USDT'), (of) => of.bracket.marketTag ?? ''),
  direction: field(oneOf(DIRECTIONS, 'Side.'), ({ bracket }) =>
    bracket.brain.config['direction'] === 'short' ? 'short' : 'long',
  ),
  amount: setting('Of its entry.', '0.01', 'amount'),
  entry_price: setting('Limit; null: at market.', '62000', 'entry_price'),
  stop_price: exit('Where its stop works, or will once there is one.', '61000', 'stop_price'),
  stop_trails: field(
    flag('Whether it trails.'),
    (of) => of.bracket.brain.config['stop_trails'] === true,
  ),
  stops: field(oneOf(STOP_HOLDERS, STOPS), (of) => of.bracket.settings.stops ?? 'service'),
  target_price: exit('Target, likewise.', '64000', 'target_price'),
  second_target_price: exit('Second target.', '65000', 'second_target_price'),
  moves_to: nullableShapeField(MOVES, ({ exits }: ShownBracket) =>
    EXIT_KEYS.some((key) => exits[key].movesTo !== null) ? exits : null,
  ),
  first_target_percent: setting('Share at the first.', '50', 'first_target_percent'),
  state: field(
    oneOf(
      BRACKET_STATES,
      '`entering`: holds nothing yet; `protecting`: exits are sent; `protected`: they work for all; ' +
        '`unprotected`: not for all, see `reason`.',
    ),
    (of) => of.state,
  ),
  outcome: field(
    nullable(oneOf(BRACKET_OUTCOMES, 'By what it ended; null before.')),
    (of) => of.outcome,
  ),
  reason: field(nullable(text('Why.', 'its stop was reached')), (of) => of.reason),
  entered_amount: amountField(
    'Filled of the entry.',
    '0.01',
    (of) => of.bracket.bracket?.enteredAmount ?? ZERO,
  ),
  held_amount: amountField('Held of that.', '0.01', (of) => of.bracket.bracket?.heldAmount ?? ZERO),
  protected_amount: amountField(
    'What orders that surely work will close.',
    '0.01',
    (of) => of.protectedAmount,
  ),
  enter_price: nullableAmountField(
    'Mean of the entry.',
    '62000',
    (of) => of.bracket.bracket?.enterPrice ?? null,
  ),
  realized_profit: decimalField('In `profit_currency`.', '0', (of) => of.bracket.realizedProfit),
  unrealized_profit: decimalField('Likewise.', '1.5', (of) => of.bracket.unrealizedProfit),
  profit_currency: field(
    nullable(text('Null before its first update.', 'USDT')),
    (of) => of.bracket.profitCurrency,
  ),
  created_at: instantField('When it was placed.', (of) => of.bracket.createdAtMs),
  orders: listField(ORDER, { description: 'Those that work.' }, (of) => of.orders),
});
export const BracketSchema = BRACKET.schema;
export const bracketToWire = BRACKET.toWire;
export const BRACKET_PAGE = pageOf('BracketPage', BRACKET);
