// `tidemill notify`: channels, rules, test, deliveries.

import type { Command } from 'commander';
import type { NotificationChannel } from '#domain/notification/channel.ts';
import { channelStateAt } from '#domain/notification/channel.ts';
import type { NotificationDelivery } from '#domain/notification/delivery.ts';
import { plainTextOf, subjectOfMessage } from '#domain/notification/message.ts';
import { formatTimeOfDay } from '#domain/notification/quiet-hours.ts';
import type { NotificationRule } from '#domain/notification/rule.ts';
import { formatInstant, MINUTE_MS } from '#lib/time.ts';
import { callerOfUser } from '#services/access/caller-of-user.ts';
import {
  listChannels,
  listNotifications,
  testChannel,
} from '#services/notifications/manage-channels.ts';
import { listRules } from '#services/notifications/manage-rules.ts';
import type { OfUser } from '#cli/choose-user.ts';
import { chooseUser, userOption } from '#cli/choose-user.ts';
import type { CommonOptions } from '#cli/command-base.ts';
import { baseCommand, groupCommand, withApplication, writeResult } from '#cli/command-base.ts';
import { CommandFailed } from '#cli/command-error.ts';
import type { Host, ServiceDeps } from '#cli/host.ts';
import { formatRecord, formatTable } from '#cli/table.ts';
import { unknownUser } from '#cli/unknown-user.ts';

const DELIVERIES_SHOWN = 20;

export function notifyCommand(host: Host): Command {
  return groupCommand('notify', 'notifications to people', [
    channelsCommand(host),
    rulesCommand(host),
    testCommand(host),
    deliveriesCommand(host),
  ]);
}

type UserOptions = CommonOptions & OfUser;

function channelsCommand(host: Host): Command {
  return baseCommand('channels', 'show where notifications are sent, and whether they arrive')
    .addOption(userOption('whose channels'))
    .action(async (options: UserOptions) => {
      await withApplication(host, options, async ({ deps }) => {
        const nowMs = deps.clock.nowMs();
        const channels = await listChannels(deps, await callerOf(deps, options));
        const rows = channels.map((channel) => ({ channel, nowMs }));
        const whenEmpty = 'There are no channels. Make one in the console or by the API.';
        writeResult(host, options, { data: rows.map(channelToJson) }, () =>
          formatTable(host.terminal, CHANNEL_COLUMNS, rows, whenEmpty),
        );
      });
    });
}

function rulesCommand(host: Host): Command {
  return baseCommand('rules', 'show which events are sent, how often and when')
    .addOption(userOption('whose rules'))
    .action(async (options: UserOptions) => {
      await withApplication(host, options, async ({ deps }) => {
        const rules = await listRules(deps, await callerOf(deps, options));
        writeResult(host, options, { data: rules.map(ruleToJson) }, () =>
          formatTable(host.terminal, RULE_COLUMNS, rules, 'There are no rules.'),
        );
      });
    });
}

function testCommand(host: Host): Command {
  return baseCommand('test', 'have a message sent to a channel by the running service')
    .argument('<ID>', 'the id that "tidemill notify channels" shows')
    .addOption(userOption('whose channel'))
    .action(async (channelId: string, options: UserOptions) => {
      await withApplication(host, options, async ({ deps }) => {
        const caller = await callerOf(deps, options);
        const done = await testChannel(deps, { caller, channelId, claim: null });
        if (!done.ok) throw whyNotTested(done.rejection, channelId);
        writeResult(host, options, deliveryToJson(done.value), () =>
          formatRecord(host.terminal, [
            ['Delivery', String(done.value.deliveryId)],
            ['Note', 'See what became of it: tidemill notify deliveries'],
          ]),
        );
      });
    });
}

function deliveriesCommand(host: Host): Command {
  return baseCommand('deliveries', 'show what was sent last, and why it failed')
    .addOption(userOption('whose notifications'))
    .option('--channel <ID>', 'only of this channel')
    .action(async (options: UserOptions & { channel?: string }) => {
      await withApplication(host, options, async ({ deps }) => {
        const caller = await callerOf(deps, options);
        const channelId = options.channel ?? null;
        const query = { caller, channelId, beforeId: null, limit: DELIVERIES_SHOWN };
        const { deliveries } = await listNotifications(deps, query);
        writeResult(host, options, { data: deliveries.map(deliveryToJson) }, () =>
          formatTable(host.terminal, DELIVERY_COLUMNS, deliveries, 'Nothing was sent yet.'),
        );
      });
    });
}

type ShownChannel = { readonly channel: NotificationChannel; readonly nowMs: number };

const CHANNEL_COLUMNS = [
  { title: 'ID', cell: ({ channel }: ShownChannel) => channel.channelId },
  { title: 'NAME', cell: ({ channel }: ShownChannel) => channel.name },
  { title: 'KIND', cell: ({ channel }: ShownChannel) => channel.kind },
  { title: 'TO', cell: ({ channel }: ShownChannel) => channel.destination },
  { title: 'STATE', cell: stateOf },
] as const;

const RULE_COLUMNS = [
  { title: 'ID', cell: (of: NotificationRule) => of.ruleId },
  { title: 'NAME', cell: (of: NotificationRule) => of.name },
  { title: 'TYPES', cell: (of: NotificationRule) => of.types.join(', ') },
  { title: 'EVERY', cell: (of: NotificationRule) => everyOf(of) },
  { title: 'QUIET', cell: quietOf },
  { title: 'STATE', cell: (of: NotificationRule) => (of.isEnabled ? 'enabled' : 'disabled') },
] as const;

const DELIVERY_COLUMNS = [
  { title: 'ID', cell: (of: NotificationDelivery) => String(of.deliveryId) },
  { title: 'QUEUED', cell: (of: NotificationDelivery) => formatInstant(of.queuedAtMs) },
  { title: 'CHANNEL', cell: (of: NotificationDelivery) => of.channelId },
  { title: 'SUBJECT', cell: (of: NotificationDelivery) => subjectOfMessage(of.message) },
  { title: 'STATE', cell: (of: NotificationDelivery) => of.state.replaceAll('_', ' ') },
  { title: 'ATTEMPTS', cell: (of: NotificationDelivery) => String(of.attemptsCount) },
  { title: 'PROBLEM', cell: (of: NotificationDelivery) => of.problem ?? '' },
] as const;

function stateOf({ channel, nowMs }: ShownChannel): string {
  const state = channelStateAt(channel, nowMs);
  const why = channel.disabled?.reason ?? channel.lastProblem;
  return why === null ? state : `${state}: ${why}`;
}

function everyOf({ everyMs }: NotificationRule): string {
  return everyMs === 0 ? 'at once' : `${everyMs / MINUTE_MS} min`;
}

function quietOf({ quietHours }: NotificationRule): string {
  if (quietHours === null) return '';
  const { fromMinute, toMinute, timeZone } = quietHours;
  return `${formatTimeOfDay(fromMinute)}-${formatTimeOfDay(toMinute)} ${timeZone}`;
}

function channelToJson({ channel, nowMs }: ShownChannel) {
  return {
    channel_id: channel.channelId,
    kind: channel.kind,
    name: channel.name,
    destination: channel.destination,
    status: channelStateAt(channel, nowMs),
    last_problem: channel.lastProblem,
    disabled_reason: channel.disabled?.reason ?? null,
  };
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

function deliveryToJson(of: NotificationDelivery) {
  return {
    delivery_id: String(of.deliveryId),
    channel_id: of.channelId,
    kind: of.kind,
    text: plainTextOf(of.message),
    status: of.state,
    attempts: of.attemptsCount,
    problem: of.problem,
    queued_at: formatInstant(of.queuedAtMs),
  };
}

function whyNotTested(
  rejection: 'channel_not_found' | 'channel_unproven' | 'test_waits',
  channelId: string,
): CommandFailed {
  switch (rejection) {
    case 'channel_not_found':
      return new CommandFailed(
        `There is no channel with the id "${channelId}".`,
        'See the ids that exist: tidemill notify channels',
      );
    case 'channel_unproven':
      return new CommandFailed(
        'Nothing is sent before the code of the channel was entered.',
        'Enter it in the console, or by the API.',
      );
    case 'test_waits':
      return new CommandFailed(
        'A test waits to be sent already.',
        'The service has to run: tidemill notify deliveries shows what became of it.',
      );
  }
}

async function callerOf(deps: ServiceDeps, options: OfUser) {
  const userName = await chooseUser(deps, options);
  const caller = await callerOfUser(deps, userName);
  if (!caller.ok) throw await unknownUser(deps, userName);
  return caller.value;
}
