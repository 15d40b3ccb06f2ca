// A bot as every surface shows it: whose it is, whether it runs, what it earned, when it is
// updated. The shapes of script bots, of one's own strategy bots and of end users' bots take their
// fields from here, and add what only they have.

import type { TSchemaOptions } from 'typebox';
import Type from 'typebox';
import { STOPPERS } from '#domain/risk/stopper.ts';
import { isPaperAccount } from '#domain/venue/paper-account.ts';
import type { ShownBot } from '#services/bots/show-bots.ts';
import { PROFIT_FIELDS } from '#api/schemas/bot-profit.ts';
import { decimalField, field, fieldsOf } from '#api/schemas/field-codec.ts';
import { STOPPED_BY } from '#api/schemas/stopped-by.ts';
import {
  flag,
  instantString,
  nullable,
  nullableInstantToWire,
  oneOf,
  text,
} from '#api/schemas/wire-values.ts';

type NamedBot = Pick<ShownBot, 'botId'>;
/** Of either brain. */
type PlainBot = Omit<ShownBot, 'brain'>;

export const BOT_ID = fieldsOf<NamedBot>()({
  bot_id: field(text('Identifier of the bot.', 'bot_01jd3f8k2m5q7r9t1v3x5z7b9c'), (of) => of.botId),
});

/** What shapes say in words of their own. */
type ViewWords = {
  readonly exampleName: string;
  readonly exampleStopReason: string | null;
  readonly sinceWhen: string;
  readonly beforeWhat: string;
  /** Keywords of fields that the contract does not have. */
  readonly marks: TSchemaOptions;
};

/** The fields in groups, between which a shape has those of its own. */
export function botView(words: ViewWords) {
  const { marks } = words;
  return {
    subject: fieldsOf<PlainBot>()({
      ...BOT_ID,
      name: field(text('What its owner calls it.', words.exampleName), (of) => of.name),
      account_id: field(
        text('Account that it trades on.', 'acc_01jd3f8k2m5q7r9t1v3x5z7b9c'),
        (of) => of.accountId,
      ),
      is_paper: field(flag('Whether its money is play money.', false, marks), (of) =>
        isPaperAccount(of.accountId),
      ),
      market_tag: field(
        nullable(text('Market that it trades.', 'SIM_BTC_USDT')),
        (of) => of.marketTag,
      ),
    }),
    state: fieldsOf<PlainBot>()({
      is_activated: field(flag('Whether it is running.'), (of) => of.isActivated),
      is_paused: field(
        flag('Whether it is activated, but not processing ticks.', false),
        (of) => of.isPaused,
      ),
    }),
    stop: fieldsOf<PlainBot>()({
      stop_reason: field(
        Type.Union([Type.String(), Type.Null()], {
          description:
            'Why it ended by itself; null while it runs and when it was stopped by hand.',
          examples: [words.exampleStopReason],
          ...marks,
        }),
        (of) => of.stopReason,
      ),
      stopped_by: field(nullable(oneOf(STOPPERS, STOPPED_BY), marks), (of) => of.stoppedBy),
    }),
    profits: fieldsOf<PlainBot>()({
      realized_profit: decimalField(
        `${words.sinceWhen}, in its market's profit currency.`,
        '12.5',
        (of) => of.realizedProfit,
      ),
      unrealized_profit: decimalField(
        'Of open positions, in the same currency.',
        '-1.25',
        (of) => of.unrealizedProfit,
      ),
      roi: decimalField(`${words.sinceWhen}, in percent.`, '3.75', (of) => of.roiPercent),
      ...PROFIT_FIELDS,
    }),
    updates: updatesOf(words),
  };
}

function updatesOf({ beforeWhat, marks }: ViewWords) {
  return fieldsOf<PlainBot>()({
    last_update_at: field(
      nullable(
        instantString(
          `Close of the minute that it was updated for last; null before ${beforeWhat}.`,
        ),
        marks,
      ),
      (of) => nullableInstantToWire(of.lastUpdateAtMs),
    ),
    next_update_at: field(
      nullable(
        instantString('Close of the minute that it is updated for next; null unless it runs.'),
        marks,
      ),
      (of) => nullableInstantToWire(of.nextUpdateAtMs),
    ),
  });
}
