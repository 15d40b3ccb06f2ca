// The wire shapes of bots of end users. No field names an account.

import Type from 'typebox';
import type { Static } from 'typebox';
import { decimal, divideDecimal } from '#lib/decimal.ts';
import type { Decimal } from '#lib/decimal.ts';
import type { Json } from '#lib/json.ts';
import { isGrid, STRATEGY_TYPES } from '#domain/strategy/strategy-type.ts';
import type { ListedPartnerBot } from '#services/partner-bots/partner-bot-deps.ts';
import { GridResultsSchema, gridResultsToWire } from '#api/schemas/grid-results.ts';
import { PROFIT_CURRENCY, TOTAL_PROFIT, totalProfitToWire } from '#api/schemas/bot-profit.ts';
import {
  ADDITION,
  answeredDecimal,
  chosenName,
  decimalToWire,
  flag,
  identifier,
  instantString,
  instantToWire,
  int32,
  nullable,
  oneOf,
  page,
  shape,
  text,
} from '#api/schemas/wire-values.ts';

export type ConfigWire = Readonly<Record<string, Json>>;

const EXAMPLE_CONFIG = {
  market_tag: 'SIM_BTC_USDT',
  lower_price: '50000',
  upper_price: '70000',
  grid_count: 10,
  investment: '1000',
};

export function configSchema(description: string, example: ConfigWire = EXAMPLE_CONFIG) {
  return Type.Unsafe<ConfigWire>({
    type: 'object',
    maxProperties: 100,
    additionalProperties: {
      anyOf: [
        { type: 'number' },
        { type: 'string', maxLength: 4_000 },
        { type: 'boolean' },
        { type: 'null' },
      ],
    },
    description,
    examples: [example],
  });
}

const TYPE = oneOf(STRATEGY_TYPES, 'Kind of bot.');

export const PartnerBotSchema = shape('PartnerBot', 'A bot of an end user.', {
  bot_id: text('Identifier of the bot.', 'bot_01jd3f8k2m5q7r9t1v3x5z7b9c'),
  user_id: text('End user that owns it.', 'usr_01jd3f8k2m5q7r9t1v3x5z7b9c'),
  status: oneOf(['running', 'stopped'], 'Whether it runs.'),
  type: TYPE,
  exchange: nullable(text('Exchange that it trades at.', 'sim')),
  master_bot_id: nullable(
    text('Bot that it is a copy of; null for an original.', 'bot_01jd3f8k2m5q7r9t'),
  ),
  is_following: flag('Whether it takes the edits of that bot.', false, ADDITION),
  created_at: instantString('When it was made.'),
  profit: answeredDecimal(
    'Realized since it was started last, in profit_currency: quote, or what a contract is settled in.',
    '12.5',
  ),
  roi: answeredDecimal('The same as a fraction: 0.15 is 15 percent.', '0.15'),
  profit_currency: PROFIT_CURRENCY,
  total_profit: TOTAL_PROFIT,
  name: Type.String({ description: 'What it is called.', examples: ['Grid on BTC'], ...ADDITION }),
  grid: nullable(GridResultsSchema, {
    ...ADDITION,
    description: 'Of a grid, since it was started last; null of all others.',
  }),
  cloned: int32('How often it was copied.', 2),
  followers: int32('Copies that take its edits now.', 1),
  config: nullable(configSchema('All settings, by the keys of the strategy.')),
});
export type PartnerBotWire = Static<typeof PartnerBotSchema>;

export const PartnerBotPageSchema = page('PartnerBotPage', PartnerBotSchema);

const NAME = Type.Optional(
  nullable(
    chosenName('What to call it; named after its market unless told.', 'Grid on BTC'),
    ADDITION,
  ),
);

export const CreatePartnerBotSchema = shape('CreatePartnerBot', 'A bot to make.', {
  type: TYPE,
  config: configSchema('Settings of the strategy; what is left out has its default.'),
  name: NAME,
});

export const EditPartnerBotSchema = shape('EditPartnerBot', 'Settings to change.', {
  config: configSchema('Changed keys only.', { upper_price: '72000' }),
});

export const CopyPartnerBotSchema = shape('CopyPartnerBot', 'A copy to make.', {
  user_id: Type.Optional(
    nullable(identifier('End user that owns the copy; the same unless told.', 'usr_01jd3f8k2m5q')),
  ),
  name: NAME,
  config: Type.Optional(configSchema('Settings that the copy has instead.', {})),
  follow: Type.Optional(flag('Whether it takes later edits of the bot that is copied.', false)),
});

const HUNDRED = decimal('100');

export function partnerBotToWire(partnerBot: ListedPartnerBot): PartnerBotWire {
  const { bot, copiedBotId, exchange, masterBotId, clonedCount, followersCount } = partnerBot;
  return {
    bot_id: bot.botId,
    user_id: bot.userId,
    status: bot.isActivated ? 'running' : 'stopped',
    type: bot.brain.type,
    exchange,
    master_bot_id: masterBotId ?? copiedBotId,
    is_following: masterBotId !== null,
    created_at: instantToWire(bot.createdAtMs),
    profit: decimalToWire(bot.realizedProfit),
    roi: decimalToWire(fractionOf(bot.roiPercent)),
    profit_currency: bot.profitCurrency,
    total_profit: totalProfitToWire(bot),
    name: bot.name,
    grid: isGrid(bot.brain.type) ? gridResultsToWire(bot) : null,
    cloned: clonedCount,
    followers: followersCount,
    config: bot.brain.config,
  };
}

function fractionOf(percent: Decimal): Decimal {
  return divideDecimal(percent, HUNDRED, 'half_even');
}
