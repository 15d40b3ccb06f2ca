// The wire shape of rules of notifications.

import Type from 'typebox';
import type { Static } from 'typebox';
import type { EventType } from '#domain/event-log/event-catalogue.ts';
import { EVENT_TYPES } from '#domain/event-log/event-catalogue.ts';
import { eventTypesNamed } from '#domain/event-log/event-types-named.ts';
import type { QuietHours } from '#domain/notification/quiet-hours.ts';
import { formatTimeOfDay, parseTimeOfDay } from '#domain/notification/quiet-hours.ts';
import type { NotificationRule, RuleTerms } from '#domain/notification/rule.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { DAY_MS, MINUTE_MS } from '#lib/time.ts';
import {
  field,
  instantField,
  listOf,
  nullableShapeField,
  shapeOf,
} from '#api/schemas/field-codec.ts';
import {
  chosenName,
  countFrom,
  flag,
  identifier,
  nullable,
  shape,
  text,
} from '#api/schemas/wire-values.ts';

const EVERY_MINUTES_MAX = DAY_MS / MINUTE_MS;
const TIME_PATTERN = String.raw`^([01]\d|2[0-3]):[0-5]\d$`;

function timeOfDay(description: string, example: string) {
  return Type.String({ pattern: TIME_PATTERN, description, examples: [example] });
}

const QUIET = {
  from: timeOfDay('When they begin.', '22:30'),
  to: timeOfDay('When they end; over midnight when that is earlier.', '07:00'),
  time_zone: Type.String({
    maxLength: 64,
    description: 'The place whose clock counts, by its name in the IANA database.',
    examples: ['Europe/Berlin'],
  }),
};
const QUIET_DESCRIPTION = 'Hours of the day in which nothing is sent; what happens waits.';

const QUIET_HOURS = shapeOf<QuietHours>()('QuietHours', QUIET_DESCRIPTION, {
  from: field(QUIET.from, (of) => formatTimeOfDay(of.fromMinute)),
  to: field(QUIET.to, (of) => formatTimeOfDay(of.toMinute)),
  time_zone: field(QUIET.time_zone, (of) => of.timeZone),
});

function ids(description: string, example: string) {
  return Type.Array(Type.String(), { description, examples: [[example]] });
}

const BOT_ID = 'bot_01jd3f8k2m5q7r9t1v3x5z7b9c';
const ACCOUNT_ID = 'acc_01jd3f8k2m5q7r9t1v3x5z7b9c';
const CHANNEL_ID = 'nch_01jd3f8k2m5q7r9t1v3x5z7b9c';

export const RULE = shapeOf<NotificationRule>()(
  'NotificationRule',
  'Which events are sent, where, how often and when.',
  {
    rule_id: field(text('The rule.', 'nrl_01jd3f8k2m5q7r9t1v3x5z7b9c'), (of) => of.ruleId),
    name: field(text('Its name.', 'Problems'), (of) => of.name),
    types: field(
      Type.Array(Type.String(), { description: 'Types of events.', examples: [['bot.stopped']] }),
      (of) => [...of.types],
    ),
    problems_only: field(
      flag('Whether what went well is left out of these types.', false),
      (of) => of.isProblemsOnly,
    ),
    bot_ids: field(ids('Of which bots; empty: all.', BOT_ID), (of) => [...of.botIds]),
    account_ids: field(ids('Of which accounts; empty: all.', ACCOUNT_ID), (of) => [
      ...of.accountIds,
    ]),
    channel_ids: field(ids('To which channels; empty: all.', CHANNEL_ID), (of) => [
      ...of.channelIds,
    ]),
    every_minutes: field(
      countFrom(0, EVERY_MINUTES_MAX, 'A message comes at most so often; 0: at once.', 0),
      (of) => Math.round(of.everyMs / MINUTE_MS),
    ),
    quiet_hours: nullableShapeField(QUIET_HOURS, (of) => of.quietHours),
    is_enabled: field(flag('Whether it is applied.'), (of) => of.isEnabled),
    created_at: instantField('When it was made.', (of) => of.createdAtMs),
  },
);
export const RULE_LIST = listOf('NotificationRuleList', RULE);

function chosenIds(description: string, example: string) {
  return Type.Optional(
    Type.Array(identifier('One of them.', example), {
      maxItems: LIMITS.notificationRuleNamesMax,
      description,
      examples: [[example]],
    }),
  );
}

export const SaveRuleSchema = shape(
  'SaveNotificationRule',
  'A rule to make, or what one becomes.',
  {
    name: chosenName('Its name.', 'Problems'),
    types: Type.Array(Type.String({ maxLength: 100 }), {
      minItems: 1,
      maxItems: EVENT_TYPES.length,
      description: 'Types of events, or groups such as `order.*`.',
      examples: [['bot.stopped', 'order.*']],
    }),
    problems_only: Type.Optional(flag('Whether what went well is left out; left out: no.', false)),
    bot_ids: chosenIds('Of which bots; empty or left out: all.', BOT_ID),
    account_ids: chosenIds('Of which accounts; empty or left out: all.', ACCOUNT_ID),
    channel_ids: chosenIds('To which channels; empty or left out: all.', CHANNEL_ID),
    every_minutes: Type.Optional(
      countFrom(0, EVERY_MINUTES_MAX, 'A message comes at most so often; left out: at once.', 0),
    ),
    quiet_hours: Type.Optional(nullable(shape('ChosenQuietHours', QUIET_DESCRIPTION, QUIET))),
    is_enabled: Type.Optional(flag('Whether it is applied; left out: yes.')),
  },
);

/** The rejection is the name of a type that there is not. */
export function termsFromWire(wire: Static<typeof SaveRuleSchema>): Result<RuleTerms, string> {
  const types = new Set<EventType>();
  for (const name of wire.types) {
    const named = eventTypesNamed(name);
    if (named === null) return rejected(name);
    for (const type of named) types.add(type);
  }
  const { quiet_hours: quiet } = wire;
  return accepted({
    name: wire.name,
    types: [...types],
    isProblemsOnly: wire.problems_only ?? false,
    botIds: wire.bot_ids ?? [],
    accountIds: wire.account_ids ?? [],
    channelIds: wire.channel_ids ?? [],
    everyMs: (wire.every_minutes ?? 0) * MINUTE_MS,
    quietHours:
      quiet === undefined || quiet === null
        ? null
        : {
            fromMinute: parseTimeOfDay(quiet.from) ?? 0,
            toMinute: parseTimeOfDay(quiet.to) ?? 0,
            timeZone: quiet.time_zone,
          },
    isEnabled: wire.is_enabled ?? true,
  });
}
