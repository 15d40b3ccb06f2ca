// Commands that speak to services of others. They are accepted and do nothing; the log says so
// once, and keeps the texts.

import type { CommandImplementations } from '#commands/definition/command-implementation.ts';
import type { CommandContext } from '#engine/run-api/command-context.ts';
import { OUTSIDE_SERVICES } from '#commands/outside/outside-services.ts';
import { logText } from '#commands/values/log-text.ts';

const REASONS: ReadonlyMap<string, string> = new Map(
  OUTSIDE_SERVICES.map(({ name, inertReason }) => [name, inertReason]),
);

function noteOnce({ log }: CommandContext, command: string): void {
  log.writeOnce(`inert ${command}`, 'warning', `${command}: ${REASONS.get(command) ?? ''}`);
}

function broadcast(command: string): (context: CommandContext, message: string) => undefined {
  return (context, message) => {
    noteOnce(context, command);
    context.log.write('info', logText(message));
  };
}

export const OUTSIDE_IMPLEMENTATIONS = {
  BroadcastToDiscord: broadcast('BroadcastToDiscord'),
  BroadcastToSlack: broadcast('BroadcastToSlack'),
  BroadcastToTelegram: broadcast('BroadcastToTelegram'),
  BroadcastToTwitter: broadcast('BroadcastToTwitter'),
  IsAbnormal: (context) => {
    noteOnce(context, 'IsAbnormal');
    return false;
  },
  SendNotification: (context, title: string, message: string) => {
    noteOnce(context, 'SendNotification');
    context.log.write('info', logText(`${title}: ${message}`));
    return undefined;
  },
  SimpleForecastBySsa: (context) => {
    noteOnce(context, 'SimpleForecastBySsa');
    return context.series.fromNumbers([]);
  },
} satisfies CommandImplementations;
