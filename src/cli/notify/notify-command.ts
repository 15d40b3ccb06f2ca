// `tidemill notify`: channels and rules of notifications, and what became of messages.

import type { Command } from 'commander';
import { channelStateAt } from '#domain/notification/channel.ts';
import type { NotificationDelivery } from '#domain/notification/delivery.ts';
import { plainTextOf, subjectOfMessage } from '#domain/notification/message.ts';
import { formatInstant } from '#lib/time.ts';
import {
  listChannels,
  listNotifications,
  resendNotification,
  testChannel,
} from '#services/notifications/manage-channels.ts';
import { userOption, userWords } from '#cli/choose-user.ts';
import { baseCommand, groupCommand, withApplication, writeResult } from '#cli/command-base.ts';
import { CommandFailed } from '#cli/command-error.ts';
import type { Host } from '#cli/host.ts';
import {
  deleteChannelCommand,
  enableChannelCommand,
  muteChannelCommand,
  sendCodeCommand,
  unmuteChannelCommand,
  verifyChannelCommand,
} from '#cli/notify/change-channel-commands.ts';
import {
  callerOf,
  CHANNEL_ID_HELP,
  channelToJson,
  unknownChannel,
} from '#cli/notify/channel-text.ts';
import type { ShownChannel, UserOptions } from '#cli/notify/channel-text.ts';
import { createChannelCommand } from '#cli/notify/create-channel-command.ts';
import {
  createRuleCommand,
  deleteRuleCommand,
  rulesCommand,
  switchRuleCommand,
} from '#cli/notify/rule-commands.ts';
import { formatRecord, formatTable } from '#cli/table.ts';

const DELIVERIES_SHOWN = 20;

/** Group `tidemill notify`. */
export function notifyCommand(host: Host): Command {
  return groupCommand('notify', 'notifications to people', [
    channelsCommand(host),
    createChannelCommand(host),
    sendCodeCommand(host),
    verifyChannelCommand(host),
    testCommand(host),
    muteChannelCommand(host),
    unmuteChannelCommand(host),
    enableChannelCommand(host),
    deleteChannelCommand(host),
    rulesCommand(host),
    createRuleCommand(host),
    switchRuleCommand(host, true),
    switchRuleCommand(host, false),
    deleteRuleCommand(host),
    deliveriesCommand(host),
    resendCommand(host),
  ]);
}

function channelsCommand(host: Host): Command {
  return baseCommand('channels', 'show where notifications are sent, and whether they arrive')
    .addOption(userOption('whose channels'))
    .action(async (options: UserOptions) => {
      await withApplication(host, options, async ({ deps }) => {
        const nowMs = deps.clock.nowMs();
        const channels = await listChannels(deps, await callerOf(deps, options));
        const rows = channels.map((channel) => ({ channel, nowMs }));
        const whenEmpty = 'There are no channels. Make one: tidemill notify create KIND';
        writeResult(host, options, { data: rows.map(channelToJson) }, () =>
          formatTable(host.terminal, CHANNEL_COLUMNS, rows, whenEmpty),
        );
      });
    });
}

function testCommand(host: Host): Command {
  return baseCommand('test', 'have a message sent to a channel by the running service')
    .argument('<ID>', CHANNEL_ID_HELP)
    .addOption(userOption('whose channel'))
    .action(async (channelId: string, options: UserOptions) => {
      await withApplication(host, options, async ({ deps }) => {
        const caller = await callerOf(deps, options);
        const done = await testChannel(deps, { caller, channelId, claim: null });
        if (!done.ok) throw whyNotTested(options, done.rejection, channelId);
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

function resendCommand(host: Host): Command {
  return baseCommand('resend', 'send a message again, also one that arrived')
    .argument('<DELIVERY>', 'the id that "tidemill notify deliveries" shows')
    .addOption(userOption('whose message'))
    .action(async (delivery: string, options: UserOptions) => {
      await withApplication(host, options, async ({ deps }) => {
        const caller = await callerOf(deps, options);
        const deliveryId = /^\d{1,15}$/.test(delivery) ? Number(delivery) : -1;
        const done = await resendNotification(deps, { caller, deliveryId, claim: null });
        if (!done.ok)
          throw new CommandFailed(
            `There is no message "${delivery}" that can be sent again.`,
            `See those that there are: tidemill notify deliveries${userWords(options)}`,
          );
        writeResult(host, options, { delivery_id: delivery, status: 'waiting' }, () => {
          return `Message ${delivery} is sent again.\n`;
        });
      });
    });
}

const CHANNEL_COLUMNS = [
  { title: 'ID', cell: ({ channel }: ShownChannel) => channel.channelId },
  { title: 'NAME', cell: ({ channel }: ShownChannel) => channel.name },
  { title: 'KIND', cell: ({ channel }: ShownChannel) => channel.kind },
  { title: 'TO', cell: ({ channel }: ShownChannel) => channel.destination },
  { title: 'STATE', cell: stateOf },
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
  options: UserOptions,
  rejection: 'channel_not_found' | 'channel_unproven' | 'test_waits',
  channelId: string,
): CommandFailed {
  switch (rejection) {
    case 'channel_not_found':
      return unknownChannel(options, channelId);
    case 'channel_unproven':
      return new CommandFailed(
        'Nothing is sent before the code of the channel was entered.',
        `Enter it: tidemill notify verify ${channelId} CODE${userWords(options)}`,
      );
    case 'test_waits':
      return new CommandFailed(
        'A test waits to be sent already.',
        'The service has to run: tidemill notify deliveries shows what became of it.',
      );
  }
}
