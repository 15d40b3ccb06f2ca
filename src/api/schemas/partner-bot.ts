// The wire shapes of bots of end users. No field names an account.

import Type from 'typebox';
import type { Static } from 'typebox';
import { decimal, divideDecimal } from '#lib/decimal.ts';
import type { Json } from '#lib/json.ts';
import { isGrid, OFFERED_STRATEGY_TYPES, offeredType } from '#domain/strategy/strategy-type.ts';
import type { ListedPartnerBot } from '#services/partner-bots/partner-bot-deps.ts';
import { earnedOf, GRID_RESULTS } from '#api/schemas/grid-results.ts';
import { BOT_ID } from '#api/schemas/bot-view.ts';
import { PROFIT_FIELDS } from '#api/schemas/bot-profit.ts';
import {
  decimalField,
  field,
  fieldsThrough,
  instantField,
  nullableShapeField,
  shapeOf,
  pageOf,
} from '#api/schemas/field-codec.ts';
import {
  ADDITION,
  chosenName,
  flag,
  identifier,
  int32,
  nullable,
  oneOf,
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

/** Schema of a strategy's settings: scalars by key, at most a hundred. */
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

const TYPE = oneOf(OFFERED_STRATEGY_TYPES, 'Kind of bot.');

const HUNDRED = decimal('100');

const BOT = shapeOf<ListedPartnerBot>()('PartnerBot', 'A bot of an end user.', {
  ...fieldsThrough(BOT_ID, ({ bot }: ListedPartnerBot) => bot),
  user_id: field(
    text('End user that owns it.', 'usr_01jd3f8k2m5q7r9t1v3x5z7b9c'),
    ({ bot }) => bot.userId,
  ),
  status: field(oneOf(['running', 'stopped'], 'Whether it runs.'), ({ bot }) =>
    bot.isActivated ? 'running' : 'stopped',
  ),
  type: field(TYPE, ({ bot }) => offeredType(bot.brain.type)),
  exchange: field(nullable(text('Exchange that it trades at.', 'sim')), (of) => of.exchange),
  master_bot_id: field(
    nullable(text('Bot that it is a copy of; null for an original.', 'bot_01jd3f8k2m5q7r9t')),
    (of) => of.masterBotId ?? of.copiedBotId,
  ),
  is_following: field(
    flag('Whether it takes the edits of that bot.', false, ADDITION),
    (of) => of.masterBotId !== null,
  ),
  created_at: instantField('When it was made.', ({ bot }) => bot.createdAtMs),
  profit: decimalField(
    'Realized since it was started last, in profit_currency: quote, or what a contract is settled in.',
    '12.5',
    ({ bot }) => bot.realizedProfit,
  ),
  roi: decimalField('The same as a fraction: 0.15 is 15 percent.', '0.15', ({ bot }) =>
    divideDecimal(bot.roiPercent, HUNDRED, 'half_even'),
  ),
  ...fieldsThrough(PROFIT_FIELDS, ({ bot }: ListedPartnerBot) => bot),
  name: field(
    Type.String({ description: 'What it is called.', examples: ['Grid on BTC'], ...ADDITION }),
    ({ bot }) => bot.name,
  ),
  grid: nullableShapeField(
    GRID_RESULTS,
    ({ bot }) => (isGrid(bot.brain.type) ? earnedOf(bot) : null),
    {
      ...ADDITION,
      description: 'Of a grid, since it was started last; null of all others.',
    },
  ),
  cloned: field(int32('How often it was copied.', 2), (of) => of.clonedCount),
  followers: field(int32('Copies that take its edits now.', 1), (of) => of.followersCount),
  config: field(
    nullable(configSchema('All settings, by the keys of the strategy.')),
    ({ bot }) => bot.brain.config,
  ),
});
export const PartnerBotSchema = BOT.schema;
export type PartnerBotWire = Static<typeof PartnerBotSchema>;
export const PARTNER_BOT_PAGE = pageOf('PartnerBotPage', BOT);
export const partnerBotToWire = BOT.toWire;

const NAME = Type.Optional(
  nullable(
    chosenName('What to call it; named after its market by default.', 'Grid on BTC'),
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
    nullable(identifier('End user that owns the copy; the same by default.', 'usr_01jd3f8k2m5q')),
  ),
  name: NAME,
  config: Type.Optional(configSchema('Settings that the copy has instead.', {})),
  follow: Type.Optional(flag('Whether it takes later edits of the bot that is copied.', false)),
});
