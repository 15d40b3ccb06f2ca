// The wire shape of how a simulation works: as it is sent, and as a backtest or a lab shows what
// was chosen. What is shown can be sent again.

import Type from 'typebox';
import type { Static } from 'typebox';
import type { Decimal } from '#lib/decimal.ts';
import type { BacktestChoices } from '#services/backtests/backtest-choices.ts';
import {
  PYRAMIDING_MAX,
  RULE_CHOICES,
  SLIPPAGE_TICKS_MAX,
} from '#services/backtests/backtest-choices.ts';
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
      oneOf(RULE_CHOICES, 'Rules by which orders fill; `realistic` unless told.'),
    ),
    slippage_percent: Type.Optional(
      decimalString(
        'Percent of the price that a taker loses; as the rules say unless told.',
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
          'rules, and is added to "slippage_percent" where both are told.',
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
    leverage: Type.Optional(decimalString('Leverage of futures positions; 1 unless told.', '3')),
    margin_mode: Type.Optional(oneOf(['cross', 'isolated'], "The account's own unless told.")),
    position_mode: Type.Optional(oneOf(['one_way', 'hedge'], "The account's own unless told.")),
    trade_amount: Type.Optional(
      decimalString(
        'Value of a trade whose size is not scripted, in quote. Unless told, 100 or three of the ' +
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
        'Entries that a script may have open in one direction of a market, as ' +
          '`pyramiding` of TradingView: 0 and 1 allow one. Any number unless told.',
        1,
      ),
    ),
    seed: Type.Optional(
      seedNumber(
        'Determines chance; derived from the request unless told. `report.seed` is taken.',
      ),
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

/** As they are shown. */
export const ChosenSettingsSchema = shape(
  'ChosenSettings',
  'Settings that were chosen; those left out were not. Can be sent again as they are.',
  SettingsSchema.properties,
  ADDITION,
);

type Named = { readonly [name: string]: string | number | boolean | null };

/** Only what was chosen. */
export function settingsToWire(choices: BacktestChoices): SettingsWire {
  const named: Named = {
    rules: choices.rules,
    slippage_percent: wireOf(choices.slippagePercent),
    participation_percent: wireOf(choices.participationPercent),
    ...executionToWire(choices.execution),
    leverage: wireOf(choices.leverage),
    margin_mode: choices.marginMode,
    position_mode: choices.positionMode,
    trade_amount: wireOf(choices.tradeAmountQuote),
    trade_amount_percent: wireOf(choices.tradeAmountPercent),
    pyramiding: choices.pyramiding ?? null,
    seed: choices.seed,
    warm_up: choices.startsCold === true ? false : null,
    audit: choices.isAudited ? true : null,
  };
  const chosen = Object.entries(named).filter(([, value]) => value !== null);
  return Object.fromEntries(chosen) as SettingsWire;
}

function executionToWire(execution: BacktestChoices['execution']): Named {
  if (execution === undefined) return {};
  const { commission } = execution;
  return {
    slippage_ticks: execution.slippageTicks,
    commission_percent: wireOf(commission.percent),
    commission_per_order: wireOf(commission.perOrder),
    commission_per_contract: wireOf(commission.perContract),
    fill_at_close: execution.fillsAtClose ? true : null,
    bar_magnifier: execution.magnifiesBars ? true : null,
    margin_long_percent: wireOf(execution.marginLongPercent),
    margin_short_percent: wireOf(execution.marginShortPercent),
  };
}

/** Null too where a choice was stored before there was this one. */
function wireOf(value: Decimal | null | undefined): string | null {
  return value === null || value === undefined ? null : decimalToWire(value);
}
