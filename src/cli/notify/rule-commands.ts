// `tidemill notify rules`, `create-rule`, `enable-rule`, `disable-rule`, `delete-rule`: which events
// are sent, where, how often and when.

import { InvalidArgumentError, Option } from 'commander';
import type { Command } from 'commander';
import { DAY_MS, MINUTE_MS } from '#lib/time.ts';
import type { QuietHours } from '#domain/notification/quiet-hours.ts';
import { formatTimeOfDay, parseTimeOfDay } from '#domain/notification/quiet-hours.ts';
import type { NotificationRule, RuleTerms } from '#domain/notification/rule.ts';
import type { RuleRefusal } from '#services/notifications/manage-rules.ts';
import {
  createRule,
  deleteRule,
  listRules,
  replaceRule,
} from '#services/notifications/manage-rules.ts';
import { userOption, userWords } from '#cli/choose-user.ts';
import { baseCommand, derivationOf, withApplication, writeResult } from '#cli/command-base.ts';
import { CommandFailed } from '#cli/command-error.ts';
import { typesIn } from '#cli/events/named-types.ts';
import type { Host } from '#cli/host.ts';
import { callerOf, nameIn, RULE_ID_HELP } from '#cli/notify/channel-text.ts';
import type { UserOptions } from '#cli/notify/channel-text.ts';
import { wholeFrom } from '#cli/parse-argument.ts';
import { formatTable } from '#cli/table.ts';

/** Command `tidemill notify rules`. */
export function rulesCommand(host: Host): Command {
  return baseCommand('rules', 'show which events are sent, how often and when')
    .addOption(userOption('whose rules'))
    .action(async (options: UserOptions) => {
      await withApplication(host, options, async ({ deps }) => {
        const rules = await listRules(deps, await callerOf(deps, options));
        writeResult(host, options, { data: rules.map(ruleToJson) }, () =>
          formatTable(host.terminal, COLUMNS, rules, 'There are no rules.'),
        );
      });
    });
}

type CreateOptions = UserOptions & {
  readonly name: string;
  readonly types: string;
  readonly problemsOnly?: true;
  readonly bot?: readonly string[];
  readonly account?: readonly string[];
  readonly channel?: readonly string[];
  readonly everyMinutes: number;
  readonly quiet?: QuietHours;
};

/** Command `tidemill notify create-rule`. */
export function createRuleCommand(host: Host): Command {
  const everyHelp = 'at most one message in so many minutes, with all that came together';
  return baseCommand('create-rule', 'have events sent to channels')
    .addOption(userOption('whose rule it is'))
    .requiredOption('--name <NAME>', 'what you call it')
    .requiredOption('--types <A,B>', 'types of events, such as order.*,bot.stopped')
    .option('--problems-only', 'leave out what went well')
    .option('--bot <IDS...>', 'only of these bots')
    .option('--account <IDS...>', 'only of these accounts')
    .option('--channel <IDS...>', 'only to these channels (default: all)')
    .addOption(
      new Option('--every-minutes <N>', everyHelp)
        .argParser(wholeFrom(0, DAY_MS / MINUTE_MS))
        .default(0, 'at once'),
    )
    .option(
      '--quiet <HOURS>',
      'nothing is sent then, such as 22:30-07:00@Europe/Berlin (default: never)',
      parseQuiet,
    )
    .action(async (options: CreateOptions) => {
      const terms = termsIn(options);
      await withApplication(host, options, async ({ deps }) => {
        const caller = await callerOf(deps, options);
        const derivationId = derivationOf(deps);
        const made = await createRule(deps, { caller, terms, derivationId, completion: null });
        if (!made.ok) throw refusedRule(options, made.rejection);
        const { ruleId, name } = made.value;
        writeResult(host, options, ruleToJson(made.value), () => `Rule "${name}": ${ruleId}\n`);
      });
    });
}

function termsIn(options: CreateOptions): RuleTerms {
  const { types, problemsOnly, bot, account, channel, everyMinutes, quiet } = options;
  return {
    name: nameIn(options.name),
    types: [...new Set(typesIn(types))],
    isProblemsOnly: problemsOnly === true,
    botIds: bot ?? [],
    accountIds: account ?? [],
    channelIds: channel ?? [],
    everyMs: everyMinutes * MINUTE_MS,
    quietHours: quiet ?? null,
    isEnabled: true,
  };
}

/** `22:30-07:00@Europe/Berlin`; whether there is such a place is for the service to say. */
function parseQuiet(text: string): QuietHours {
  const [, from = '', to = '', timeZone = ''] = /^([\d:]+)-([\d:]+)@(.+)$/.exec(text) ?? [];
  const [fromMinute, toMinute] = [parseTimeOfDay(from), parseTimeOfDay(to)];
  if (fromMinute !== null && toMinute !== null) return { fromMinute, toMinute, timeZone };
  throw new InvalidArgumentError(`Expected such as 22:30-07:00@Europe/Berlin; found "${text}".`);
}

/** Command `tidemill notify enable-rule` or `disable-rule`. */
export function switchRuleCommand(host: Host, isEnabled: boolean): Command {
  const [name, description] = isEnabled
    ? ['enable-rule', 'apply a rule again that was disabled']
    : ['disable-rule', 'apply a rule no more until it is enabled'];
  return oneRule(name, description).action(async (ruleId: string, options: UserOptions) => {
    await withApplication(host, options, async ({ deps }) => {
      const caller = await callerOf(deps, options);
      const rule = (await listRules(deps, caller)).find((each) => each.ruleId === ruleId);
      if (rule === undefined) throw unknownRule(options, ruleId);
      const terms = { ...rule, isEnabled };
      const done = await replaceRule(deps, { caller, ruleId, terms, claim: null });
      if (!done.ok) throw refusedRule(options, done.rejection, ruleId);
      const state = isEnabled ? 'enabled' : 'disabled';
      writeResult(host, options, ruleToJson(done.value), () => `"${rule.name}" is ${state}.\n`);
    });
  });
}

/** Command `tidemill notify delete-rule`. */
export function deleteRuleCommand(host: Host): Command {
  return oneRule('delete-rule', 'delete a rule with what waits by it').action(
    async (ruleId: string, options: UserOptions) => {
      await withApplication(host, options, async ({ deps }) => {
        const caller = await callerOf(deps, options);
        const done = await deleteRule(deps, { caller, ruleId });
        if (!done.ok) throw unknownRule(options, ruleId);
        writeResult(host, options, { rule_id: ruleId, is_deleted: true }, () => {
          return `Rule ${ruleId} is deleted.\n`;
        });
      });
    },
  );
}

function oneRule(name: string, description: string): Command {
  return baseCommand(name, description)
    .argument('<ID>', RULE_ID_HELP)
    .addOption(userOption('whose rule'));
}

type Refusal =
  | RuleRefusal
  | { readonly code: 'forbidden'; readonly detail: string }
  | { readonly code: 'rule_not_found' };

const FIELDS: { readonly [field: string]: string } = {
  types: '--types',
  channel_ids: '--channel',
  'quiet_hours.to': '--quiet',
  'quiet_hours.time_zone': '--quiet',
};

function refusedRule(options: UserOptions, rejection: Refusal, ruleId = ''): CommandFailed {
  if (rejection.code === 'rule_not_found') return unknownRule(options, ruleId);
  const advice = `See what there is: tidemill notify rules${userWords(options)}`;
  if (rejection.code === 'forbidden') return new CommandFailed(rejection.detail, advice);
  const { field, expected } = rejection;
  const message = `${FIELDS[field] ?? field} cannot be used: expected ${expected}.`;
  return new CommandFailed(message, 'docs/notifications.md says what rules are.');
}

function unknownRule(options: UserOptions, ruleId: string): CommandFailed {
  return new CommandFailed(
    `There is no rule with the id "${ruleId}".`,
    `See the ids that exist: tidemill notify rules${userWords(options)}`,
  );
}

const COLUMNS = [
  { title: 'ID', cell: (of: NotificationRule) => of.ruleId },
  { title: 'NAME', cell: (of: NotificationRule) => of.name },
  { title: 'TYPES', cell: (of: NotificationRule) => of.types.join(', ') },
  { title: 'EVERY', cell: (of: NotificationRule) => everyOf(of) },
  { title: 'QUIET', cell: quietOf },
  { title: 'STATE', cell: (of: NotificationRule) => (of.isEnabled ? 'enabled' : 'disabled') },
] as const;

function everyOf({ everyMs }: NotificationRule): string {
  return everyMs === 0 ? 'at once' : `${everyMs / MINUTE_MS} min`;
}

function quietOf({ quietHours }: NotificationRule): string {
  if (quietHours === null) return '';
  const { fromMinute, toMinute, timeZone } = quietHours;
  return `${formatTimeOfDay(fromMinute)}-${formatTimeOfDay(toMinute)} ${timeZone}`;
}

function ruleToJson(of: NotificationRule) {
  return {
    rule_id: of.ruleId,
    name: of.name,
    types: of.types,
    problems_only: of.isProblemsOnly,
    bot_ids: of.botIds,
    account_ids: of.accountIds,
    channel_ids: of.channelIds,
    every_minutes: of.everyMs / MINUTE_MS,
    is_enabled: of.isEnabled,
  };
}
