// The wire shapes of bots.

import Type from 'typebox';
import type { Static } from 'typebox';
import type { Bot } from '#services/bots/bot-deps.ts';
import { InputsSchema } from '#api/schemas/chosen-inputs.ts';
import {
  ADDITION,
  answeredDecimal,
  chosenName,
  decimalString,
  decimalToWire,
  flag,
  identifier,
  insteadOf,
  int32,
  nullable,
  oneOf,
  page,
  shape,
  text,
} from '#api/schemas/wire-values.ts';

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
  stop_reason: Type.Union([Type.String(), Type.Null()], {
    description: 'Why it ended by itself; null while it runs and when it was stopped by hand.',
    examples: ['Its script deactivated it: loss limit'],
    ...ADDITION,
  }),
});
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
    interval: Type.Optional(int32('Chart interval in minutes; 1 unless told.', 15)),
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
        int32(
          'Entries that a script may have open in one direction of a market, 0 to 10000, as ' +
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

export function botToWire(bot: Bot): BotWire {
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
    stop_reason: bot.stopReason,
  };
}
