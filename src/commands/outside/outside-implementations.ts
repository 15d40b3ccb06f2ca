// Commands that speak to services of others. Texts to the owner of a live bot are notifications;
// what there is no service for is accepted and does nothing, and the log says so once.

import type { CommandImplementations } from '#commands/definition/command-implementation.ts';
import type { RunNotice } from '#domain/event-log/event.ts';
import type { CommandContext } from '#engine/run-api/command-context.ts';
import { OUTSIDE_SERVICES } from '#commands/outside/outside-services.ts';
import { logText } from '#commands/values/log-text.ts';

const REASONS: ReadonlyMap<string, string> = new Map(
  OUTSIDE_SERVICES.flatMap((command) =>
    'inertReason' in command ? [[command.name, command.inertReason] as const] : [],
  ),
);

function noteOnce({ log }: CommandContext, command: string): void {
  log.writeOnce(`inert ${command}`, 'warning', `${command}: ${REASONS.get(command) ?? ''}`);
}

type Service = NonNullable<RunNotice['service']>;

function broadcast(service: Service): (context: CommandContext, message: string) => undefined {
  return ({ log }, message) => {
    log.notify({ service, title: null, message: logText(message) });
  };
}

export const OUTSIDE_IMPLEMENTATIONS = {
  BroadcastToDiscord: broadcast('discord'),
  BroadcastToSlack: broadcast('slack'),
  BroadcastToTelegram: broadcast('telegram'),
  BroadcastToTwitter: (context, message: string) => {
    noteOnce(context, 'BroadcastToTwitter');
    context.log.write('info', logText(message));
    return undefined;
  },
  IsAbnormal: (context) => {
    noteOnce(context, 'IsAbnormal');
    return false;
  },
  SendNotification: ({ log }, title: string, message: string) => {
    log.notify({ service: null, title: logText(title), message: logText(message) });
    return undefined;
  },
  SimpleForecastBySsa: (context) => {
    noteOnce(context, 'SimpleForecastBySsa');
    return context.series.fromNumbers([]);
  },
} satisfies CommandImplementations;
