// The wire shapes of bots.

import Type from 'typebox';
import type { Static } from 'typebox';
import type { Decimal } from '#lib/decimal.ts';
import { formatInstant } from '#lib/time.ts';
import { PYRAMIDING_MAX } from '#services/backtests/backtest-choices.ts';
import type { BotSettings } from '#services/bots/bot-deps.ts';
import type { ShownBot } from '#services/bots/show-bots.ts';
import { PROFIT_CURRENCY, TOTAL_PROFIT, totalProfitToWire } from '#api/schemas/bot-profit.ts';
import { ChosenInputsSchema, InputsSchema } from '#api/schemas/chosen-inputs.ts';
import {
  ADDITION,
  answeredDecimal,
  chartInterval,
  chosenName,
  countFrom,
  decimalString,
  decimalToWire,
  flag,
  identifier,
  instantString,
  insteadOf,
  int32,
  nullable,
  oneOf,
  page,
  shape,
  text,
} from '#api/schemas/wire-values.ts';

/** As a bot shows them: all of them, null where nothing was chosen. */
const ShownSettingsSchema = shape(
  'ShownBotSettings',
  'What was chosen for where the script does not say; null: not chosen.',
  {
    interval: int32('Chart interval in minutes.', 15),
    leverage: nullable(answeredDecimal('Leverage on futures.', '2')),
    margin_mode: nullable(oneOf(['cross', 'isolated'], 'Margin mode on futures.')),
    trade_amount: nullable(
      answeredDecimal('Value of a trade whose size is not scripted, in quote.', '100'),
    ),
    trade_amount_percent: nullable(
      answeredDecimal("The same as a share of the bot's equity in percent.", '10'),
    ),
    pyramiding: nullable(int32('Entries that may be open in one direction of a market.', 1)),
  },
  ADDITION,
);

export const BotSchema = shape('Bot', 'A script bound to an account and a market.', {
  bot_id: text('Identifier of the bot.', 'bot_01jd3f8k2m5q7r9t1v3x5z7b9c'),
  name: text('What its owner calls it.', 'Averages on BTC'),
  account_id: text('Account that it trades on.', 'acc_01jd3f8k2m5q7r9t1v3x5z7b9c'),
  market_tag: nullable(text('Market that it trades.', 'SIM_BTC_USDT')),
  script_id: text('Script that it runs.', 'scr_01jd3f8k2m5q7r9t1v3x5z7b9c'),
  is_activated: flag('Whether it is running.'),
  is_paused: flag('Whether it is activated, but not processing ticks.', false),
  realized_profit: answeredDecimal(
    "Since its activation, in its market's profit currency.",
    '12.5',
  ),
  unrealized_profit: answeredDecimal('Of open positions, in the same currency.', '-1.25'),
  roi: answeredDecimal('Since its activation, in percent.', '3.75'),
  profit_currency: PROFIT_CURRENCY,
  total_profit: TOTAL_PROFIT,
  stop_reason: Type.Union([Type.String(), Type.Null()], {
    description: 'Why it ended by itself; null while it runs and when it was stopped by hand.',
    examples: ['Its script deactivated it: loss limit'],
    ...ADDITION,
  }),
  parameters: ChosenInputsSchema,
  settings: ShownSettingsSchema,
  last_update_at: nullable(
    instantString(
      "Close of the minute that it was updated for last; null before an activation's first.",
    ),
    ADDITION,
  ),
  next_update_at: nullable(
    instantString('Close of the minute that it is updated for next; null unless it runs.'),
    ADDITION,
  ),
});
/** Examples of a bot that has not run yet, where those of the shape are of one that runs. */
export const NEVER_STARTED = {
  is_activated: false,
  realized_profit: '0',
  unrealized_profit: '0',
  roi: '0',
  profit_currency: null,
  total_profit: '0',
  stop_reason: null,
  last_update_at: null,
  next_update_at: null,
};

export type BotWire = Static<typeof BotSchema>;

export const BotPageSchema = page('BotPage', BotSchema);

export const BotActionSchema = shape('BotAction', 'What starting or stopping made of a bot.', {
  bot_id: text('Identifier of the bot.', 'bot_01jd3f8k2m5q7r9t1v3x5z7b9c'),
  is_activated: flag('True after a start, false after a stop.'),
});

const SettingsSchema = shape(
  'BotSettings',
  'How the bot trades where its script does not say.',
  {
    interval: Type.Optional(chartInterval('Chart interval in minutes; 1 unless told.', 15)),
    leverage: Type.Optional(nullable(decimalString('Leverage on futures.', '2'))),
    margin_mode: Type.Optional(nullable(oneOf(['cross', 'isolated'], 'Margin mode on futures.'))),
    trade_amount: Type.Optional(
      nullable(
        decimalString(
          'Value of a trade whose size is not scripted, in quote. Unless told, 100 or ' +
            "three of the market's smallest orders, whichever is more.",
          '100',
        ),
      ),
    ),
    trade_amount_percent: Type.Optional(
      nullable(
        decimalString("The same as a share of the bot's equity in percent; not both.", '10'),
        insteadOf('trade_amount'),
      ),
    ),
    pyramiding: Type.Optional(
      nullable(
        countFrom(
          0,
          PYRAMIDING_MAX,
          'Entries that a script may have open in one direction of a market, as ' +
            '`pyramiding` of TradingView: 0 and 1 allow one. Any number unless told.',
          1,
        ),
      ),
    ),
  },
  ADDITION,
);

export function botName() {
  return chosenName('What to call it.', 'Averages on BTC');
}

export const CreateBotSchema = shape('CreateBot', 'A bot to make.', {
  name: botName(),
  script_id: identifier('Script to run.', 'scr_01jd3f8k2m5q7r9t1v3x5z7b9c'),
  account_id: identifier('Account to trade on.', 'acc_01jd3f8k2m5q7r9t1v3x5z7b9c'),
  market_tag: identifier("A market of the account's exchange.", 'SIM_BTC_USDT'),
  parameters: Type.Optional(InputsSchema),
  settings: Type.Optional(SettingsSchema),
});
export type CreateBotWire = Static<typeof CreateBotSchema>;

export function botToWire(bot: ShownBot): BotWire {
  return {
    bot_id: bot.botId,
    name: bot.name,
    account_id: bot.accountId,
    market_tag: bot.marketTag,
    // Who owns a bot of a strategy has no key and reads it elsewhere.
    script_id: bot.brain.kind === 'script' ? bot.brain.scriptId : '',
    is_activated: bot.isActivated,
    is_paused: bot.isPaused,
    realized_profit: decimalToWire(bot.realizedProfit),
    unrealized_profit: decimalToWire(bot.unrealizedProfit),
    roi: decimalToWire(bot.roiPercent),
    profit_currency: bot.profitCurrency,
    total_profit: totalProfitToWire(bot),
    stop_reason: bot.stopReason,
    parameters: bot.settings.inputs,
    settings: settingsToWire(bot.settings),
    last_update_at: optionalInstant(bot.lastUpdateAtMs),
    next_update_at: optionalInstant(bot.nextUpdateAtMs),
  };
}

function settingsToWire(settings: BotSettings): BotWire['settings'] {
  const { tradeAmountPercent = null, pyramiding = null } = settings;
  return {
    interval: settings.intervalMinutes,
    leverage: optionalDecimal(settings.leverage),
    margin_mode: settings.marginMode,
    trade_amount: optionalDecimal(settings.tradeAmountQuote),
    trade_amount_percent: optionalDecimal(tradeAmountPercent),
    pyramiding,
  };
}

function optionalDecimal(value: Decimal | null): string | null {
  return value === null ? null : decimalToWire(value);
}

function optionalInstant(atMs: number | null): string | null {
  return atMs === null ? null : formatInstant(atMs);
}
