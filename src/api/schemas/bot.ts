// The wire shapes of bots.

import Type from 'typebox';
import type { Static } from 'typebox';
import { OFFERED_STRATEGY_TYPES, offeredType } from '#domain/strategy/strategy-type.ts';
import { STOP_HOLDERS } from '#venue-port/order/order-terms.ts';
import { PYRAMIDING_MAX } from '#services/backtests/backtest-choices.ts';
import type { BotSettings } from '#services/bots/bot-deps.ts';
import type { ShownBot } from '#services/bots/show-bots.ts';
import { BOT_ID, botView } from '#api/schemas/bot-view.ts';
import { ChosenInputsSchema, InputsSchema } from '#api/schemas/chosen-inputs.ts';
import {
  nullableAmountField,
  field,
  shapeField,
  shapeOf,
  pageOf,
} from '#api/schemas/field-codec.ts';
import {
  ADDITION,
  chartInterval,
  chosenName,
  countFrom,
  decimalString,
  flag,
  identifier,
  insteadOf,
  int32,
  nullable,
  oneOf,
  shape,
  text,
} from '#api/schemas/wire-values.ts';

/** As a bot shows them: all of them, null where nothing was chosen. */
const SHOWN_SETTINGS = shapeOf<BotSettings>()(
  'ShownBotSettings',
  'What was chosen for where the script does not say; null: not chosen.',
  {
    interval: field(int32('Chart interval in minutes.', 15), (of) => of.intervalMinutes),
    leverage: nullableAmountField('Leverage on futures.', '2', (of) => of.leverage),
    margin_mode: field(
      nullable(oneOf(['cross', 'isolated'], 'Margin mode on futures.')),
      (of) => of.marginMode,
    ),
    trade_amount: nullableAmountField(
      'Value of a trade whose size is not scripted, in quote.',
      '100',
      (of) => of.tradeAmountQuote,
    ),
    trade_amount_percent: nullableAmountField(
      "The same as a share of the bot's equity in percent.",
      '10',
      (of) => of.tradeAmountPercent ?? null,
    ),
    pyramiding: field(
      nullable(int32('Entries that may be open in one direction of a market.', 1)),
      (of) => of.pyramiding ?? null,
    ),
    stops: field(
      nullable(oneOf(STOP_HOLDERS, 'Who holds its stops; null: `service`.')),
      (of) => of.stops ?? null,
    ),
  },
  ADDITION,
);

const VIEW = botView({
  exampleName: 'Averages on BTC',
  exampleStopReason: 'Its script deactivated it: loss limit',
  sinceWhen: 'Since its activation',
  beforeWhat: "an activation's first",
  marks: ADDITION,
});

const BOT = shapeOf<ShownBot>()('Bot', 'A script bound to an account and a market.', {
  ...VIEW.subject,
  script_id: field(
    text('Script that it runs; empty where it runs a strategy.', 'scr_01jd3f8k2m5q7r9t1v3x5z7b9c'),
    ({ brain }) => (brain.kind === 'script' ? brain.scriptId : ''),
  ),
  strategy: field(
    nullable(oneOf(OFFERED_STRATEGY_TYPES, 'Strategy that it runs; null where it runs a script.'), {
      examples: [null],
      ...ADDITION,
    }),
    ({ brain }) => (brain.kind === 'strategy' ? offeredType(brain.type) : null),
  ),
  ...VIEW.state,
  ...VIEW.profits,
  ...VIEW.stop,
  parameters: field(ChosenInputsSchema, ({ settings }) => settings.inputs),
  settings: shapeField(SHOWN_SETTINGS, ({ settings }) => settings),
  ...VIEW.updates,
});
export const BotSchema = BOT.schema;
export const BOT_PAGE = pageOf('BotPage', BOT);
export const botToWire = BOT.toWire;

/** Examples of a bot that has not run yet, where those of the shape are of one that runs. */
export const NEVER_STARTED = {
  is_activated: false,
  realized_profit: '0',
  unrealized_profit: '0',
  roi: '0',
  profit_currency: null,
  total_profit: '0',
  stop_reason: null,
  stopped_by: null,
  last_update_at: null,
  next_update_at: null,
};

const ACTION = shapeOf<Pick<ShownBot, 'botId' | 'isActivated'>>()(
  'BotAction',
  'What starting or stopping made of a bot.',
  {
    ...BOT_ID,
    is_activated: field(flag('True after a start, false after a stop.'), (of) => of.isActivated),
  },
);
export const BotActionSchema = ACTION.schema;
export const botActionToWire = ACTION.toWire;

const SettingsSchema = shape(
  'BotSettings',
  'How the bot trades where its script does not say.',
  {
    interval: Type.Optional(chartInterval('Chart interval in minutes; 1 by default.', 15)),
    leverage: Type.Optional(nullable(decimalString('Leverage on futures.', '2'))),
    margin_mode: Type.Optional(nullable(oneOf(['cross', 'isolated'], 'Margin mode on futures.'))),
    trade_amount: Type.Optional(
      nullable(
        decimalString(
          'Value of a trade whose size is not scripted, in quote. By default 100 or ' +
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
          'Entries that may be open in one direction, as ' +
            '`pyramiding` of TradingView: 0 and 1 allow one. Any number by default.',
          1,
        ),
      ),
    ),
    stops: Type.Optional(
      nullable(
        oneOf(
          STOP_HOLDERS,
          'Of its script: `exchange` holds those that it can (`stop_types`); by default `service`.',
        ),
      ),
    ),
  },
  ADDITION,
);

/** Field of a bot's name in a request. */
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
export const EditBotSchema = shape(
  'EditBot',
  'What to change of a bot; what is left out stays.',
  {
    name: Type.Optional(botName()),
    parameters: Type.Optional(InputsSchema),
    settings: Type.Optional(SettingsSchema),
  },
  ADDITION,
);

export type EditBotWire = Static<typeof EditBotSchema>;

export type CreateBotWire = Static<typeof CreateBotSchema>;
