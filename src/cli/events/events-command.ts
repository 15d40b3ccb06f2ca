// `tidemill events tail`: what happens to a user, as it happens.

import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from 'commander';
import type { EventType } from '#domain/event-log/event-catalogue.ts';
import { placeBefore, tailEvents } from '#services/events/tail-events.ts';
import { userOption } from '#cli/choose-user.ts';
import type { OfUser } from '#cli/choose-user.ts';
import { ownerOf } from '#cli/bot-text.ts';
import type { CommonOptions } from '#cli/command-base.ts';
import { baseCommand, groupCommand, withApplication } from '#cli/command-base.ts';
import { CommandFailed } from '#cli/command-error.ts';
import { eventLine, eventToJson } from '#cli/events/event-text.ts';
import { typesIn } from '#cli/events/named-types.ts';
import type { Host, ServiceDeps } from '#cli/host.ts';
import { parseWhole, wholeFrom } from '#cli/parse-argument.ts';
import { formatJson } from '#cli/table.ts';
import { plainText } from '#cli/terminal.ts';

const POLL_MS = 500;
const LAST_DEFAULT = 10;
const LAST_MAX = 1_000;

type TailOptions = CommonOptions &
  OfUser & {
    readonly types?: string;
    readonly after?: number;
    readonly last: number;
    readonly once?: true;
  };

/** Group `tidemill events`. */
export function eventsCommand(host: Host): Command {
  return groupCommand('events', 'what happens to orders, bots, accounts and all the rest', [
    tailCommand(host),
  ]);
}

function tailCommand(host: Host): Command {
  return baseCommand('tail', 'show the newest events, and then each as it happens')
    .addOption(userOption('whose events'))
    .option('--types <A,B>', 'types of events, such as order.*,fill.created (default: all)')
    .option('--last <N>', 'begin with so many of them', wholeFrom(0, LAST_MAX), LAST_DEFAULT)
    .option('--after <ID>', 'begin behind this event, in place of --last', parseWhole)
    .option('--once', 'end after those that there are')
    .action(async (options: TailOptions) => {
      await withApplication(host, options, async ({ deps }) => tail(host, options, deps));
    });
}

async function tail(host: Host, options: TailOptions, deps: ServiceDeps): Promise<void> {
  const caller = await ownerOf(deps, options);
  const named = typesIn(options.types);
  const types: readonly EventType[] | null = named.length === 0 ? null : named;
  let after = options.after ?? (await placeBefore(deps, { caller, types }, options.last));
  for (;;) {
    const page = await tailEvents(deps, { caller, types, after });
    if (!page.ok) throw cannotGoOn(page.rejection, after);
    for (const event of page.value.events)
      host.terminal.write(
        options.json === true ? formatJson(eventToJson(event)) : `${plainText(eventLine(event))}\n`,
      );
    after = page.value.lastSequence;
    if (options.once === true) return;
    await pause(POLL_MS);
  }
}

function cannotGoOn(refusal: 'expired' | 'ahead', after: number): CommandFailed {
  if (refusal === 'ahead')
    return new CommandFailed(
      `There is no event ${after} yet.`,
      'Leave out --after to begin with the newest.',
    );
  return new CommandFailed(
    `Not all events behind ${after} are retained.`,
    'Begin with the newest: leave out --after.',
  );
}
