// The wire shape of how a simulation works: as it is sent, and as a backtest or a lab shows what
// was chosen. What is shown can be sent again.

import Type from 'typebox';
import type { Static, TSchema } from 'typebox';
import type { Decimal } from '#lib/decimal.ts';
import type { BacktestChoices } from '#services/backtests/backtest-choices.ts';
import {
  PYRAMIDING_MAX,
  RULE_CHOICES,
  SLIPPAGE_TICKS_MAX,
} from '#services/backtests/backtest-choices.ts';
import { chosenField, shapeOf } from '#api/schemas/field-codec.ts';
import {
  ADDITION,
  countFrom,
  decimalString,
  decimalToWire,
  flag,
  insteadOf,
  oneOf,
  seedNumber,
  shape,
} from '#api/schemas/wire-values.ts';

export const SettingsSchema = shape(
  'BacktestSettings',
  'How the simulation works; all optional.',
  {
    rules: Type.Optional(
      oneOf(RULE_CHOICES, 'Rules by which orders fill; `realistic` by default.'),
    ),
    slippage_percent: Type.Optional(
      decimalString(
        'Percent of the price that a taker loses; as the rules say by default.',
        '0.05',
      ),
    ),
    participation_percent: Type.Optional(
      decimalString("Most of a minute's volume that one order takes, in percent.", '10'),
    ),
    slippage_ticks: Type.Optional(
      countFrom(
        0,
        SLIPPAGE_TICKS_MAX,
        'Price steps that market orders and stops lose; replaces the slippage of the ' +
          'rules, and is added to "slippage_percent" where both are given.',
        2,
      ),
    ),
    commission_percent: Type.Optional(
      decimalString("Percent of an order's value, in place of the account's fees.", '0.1'),
    ),
    commission_per_order: Type.Optional(
      decimalString('Paid once an order, with its first fill; in the profit currency.', '2.5'),
    ),
    commission_per_contract: Type.Optional(
      decimalString(
        'Paid for each unit of the amount: a contract, or one of the base currency.',
        '0.02',
      ),
    ),
    fill_at_close: Type.Optional(
      flag(
        'Whether what an update asks for is tried at the close of its own candle, as ' +
          '`process_orders_on_close` of TradingView, rather than at the next open.',
        false,
      ),
    ),
    bar_magnifier: Type.Optional(
      flag(
        'Whether orders meet the minutes of a bar under `tradingview`, as its bar magnifier; the ' +
          'other rules always do.',
        false,
      ),
    ),
    margin_long_percent: Type.Optional(
      decimalString(
        "Percent of a long contract position's value that the equity must cover under " +
          '`tradingview`; less is a margin call, as `margin_long` of TradingView.',
        '25',
      ),
    ),
    margin_short_percent: Type.Optional(
      decimalString('The same of a short position, as `margin_short` of TradingView.', '25'),
    ),
    leverage: Type.Optional(decimalString('Leverage of futures positions; 1 by default.', '3')),
    margin_mode: Type.Optional(oneOf(['cross', 'isolated'], "The account's own by default.")),
    position_mode: Type.Optional(oneOf(['one_way', 'hedge'], "The account's own by default.")),
    trade_amount: Type.Optional(
      decimalString(
        'Value of a trade whose size is not scripted, in quote. By default 100 or three of the ' +
          "market's smallest orders, whichever is more.",
        '100',
      ),
    ),
    trade_amount_percent: Type.Optional(
      decimalString(
        "The same as a share of the bot's equity in percent; not both.",
        '10',
        insteadOf('trade_amount'),
      ),
    ),
    pyramiding: Type.Optional(
      countFrom(
        0,
        PYRAMIDING_MAX,
        'Entries that may be open in one direction, as ' +
          '`pyramiding` of TradingView: 0 and 1 allow one. Any number by default.',
        1,
      ),
    ),
    seed: Type.Optional(
      seedNumber('Determines chance; derived from the request by default. `report.seed` is taken.'),
    ),
    warm_up: Type.Optional(
      flag(
        'Whether the run begins only when every series that its script reads has a value, with ' +
          'more history or, where there is none, later than "start_at".',
        true,
      ),
    ),
    audit: Type.Optional(
      flag(
        'Whether to repeat the run on cut histories, to prove that it never looks ahead.',
        false,
      ),
    ),
  },
  ADDITION,
);

export type SettingsWire = Static<typeof SettingsSchema>;

const SENT = SettingsSchema.properties;

/** As they are shown: only what was chosen. */
export const CHOSEN_SETTINGS = shapeOf<BacktestChoices>()(
  'ChosenSettings',
  'Settings that were chosen; those left out were not. Can be sent again as they are.',
  {
    rules: chosenField(SENT.rules, (of) => of.rules),
    slippage_percent: chosenDecimal(SENT.slippage_percent, (of) => of.slippagePercent),
    participation_percent: chosenDecimal(
      SENT.participation_percent,
      (of) => of.participationPercent,
    ),
    slippage_ticks: chosenField(SENT.slippage_ticks, (of) => of.execution?.slippageTicks),
    commission_percent: chosenDecimal(
      SENT.commission_percent,
      (of) => of.execution?.commission.percent,
    ),
    commission_per_order: chosenDecimal(
      SENT.commission_per_order,
      (of) => of.execution?.commission.perOrder,
    ),
    commission_per_contract: chosenDecimal(
      SENT.commission_per_contract,
      (of) => of.execution?.commission.perContract,
    ),
    fill_at_close: chosenField(SENT.fill_at_close, (of) => chosenTrue(of.execution?.fillsAtClose)),
    bar_magnifier: chosenField(SENT.bar_magnifier, (of) => chosenTrue(of.execution?.magnifiesBars)),
    margin_long_percent: chosenDecimal(
      SENT.margin_long_percent,
      (of) => of.execution?.marginLongPercent,
    ),
    margin_short_percent: chosenDecimal(
      SENT.margin_short_percent,
      (of) => of.execution?.marginShortPercent,
    ),
    leverage: chosenDecimal(SENT.leverage, (of) => of.leverage),
    margin_mode: chosenField(SENT.margin_mode, (of) => of.marginMode),
    position_mode: chosenField(SENT.position_mode, (of) => of.positionMode),
    trade_amount: chosenDecimal(SENT.trade_amount, (of) => of.tradeAmountQuote),
    trade_amount_percent: chosenDecimal(SENT.trade_amount_percent, (of) => of.tradeAmountPercent),
    pyramiding: chosenField(SENT.pyramiding, (of) => of.pyramiding),
    seed: chosenField(SENT.seed, (of) => of.seed),
    warm_up: chosenField(SENT.warm_up, (of) => (of.startsCold === true ? false : null)),
    audit: chosenField(SENT.audit, (of) => chosenTrue(of.isAudited)),
  },
  ADDITION,
);

function chosenDecimal<Schema extends TSchema>(
  schema: Schema,
  read: (choices: BacktestChoices) => Decimal | null | undefined,
) {
  return chosenField(schema, (choices: BacktestChoices) => {
    const value = read(choices) ?? null;
    return value === null ? null : (decimalToWire(value) as Static<Schema>);
  });
}

/** A flag that is false unless it was chosen. */
function chosenTrue(isChosen: boolean | undefined): true | null {
  return isChosen === true ? true : null;
}
