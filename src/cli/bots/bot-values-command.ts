// `tidemill bots values`: what each block of a running visual script gave in its newest update. The
// first request has them recorded, so that the command waits for an update.

import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';
import { formatInstant } from '#lib/time.ts';
import type { BotOptions } from '#cli/bot-text.ts';
import { oneBot, unknownBot, userIdOf } from '#cli/bot-text.ts';
import { withApplication, writeResult } from '#cli/command-base.ts';
import { CommandFailed } from '#cli/command-error.ts';
import type { Host, ServiceDeps } from '#cli/host.ts';
import { formatTable } from '#cli/table.ts';
import type { BotValues, UpdateValue } from '#services/bots/bot-values.ts';
import { readBotValues } from '#services/bots/bot-values.ts';

type ValuesOptions = BotOptions & { readonly wait: number };

const POLL_MS = 1_000;
/** A script is updated each minute. */
const WAIT_SECONDS = 90;

/** Command `tidemill bots values`; it fails when no update comes in time. */
export function valuesCommand(host: Host): Command {
  return oneBot('values', 'show what blocks of its visual script gave in its newest update')
    .option('--wait <SECONDS>', 'how long to wait for an update', parseSeconds, WAIT_SECONDS)
    .action(async (botId: string, options: ValuesOptions) => {
      await withApplication(host, options, async ({ deps }) => {
        const userId = await userIdOf(deps, options);
        const found = await awaitValues(deps, { userId, botId }, options.wait);
        if (found === null) throw unknownBot(options, botId);
        if (found.missing !== null) throw new CommandFailed(found.missing, '');
        if (found.updatedAtMs === null)
          throw new CommandFailed(
            `The bot was not updated within ${options.wait} s.`,
            `See whether it is paused: tidemill bots show ${botId}`,
          );
        writeResult(host, options, toJson(found), () => {
          const table = formatTable(host.terminal, COLUMNS, found.values, 'It has no blocks.');
          return `Update of ${formatInstant(found.updatedAtMs ?? 0)}\n${table}`;
        });
      });
    });
}

function parseSeconds(text: string): number {
  if (/^\d{1,4}$/.test(text)) return Number(text);
  throw new InvalidArgumentError(`Expected a number of seconds; found "${text}".`);
}

/** Null: there is no such bot. */
async function awaitValues(
  deps: ServiceDeps,
  query: { readonly userId: string; readonly botId: string },
  seconds: number,
): Promise<BotValues | null> {
  for (let left = (seconds * 1_000) / POLL_MS; ; left -= 1) {
    const found = await readBotValues(deps, query);
    if (!found.ok) return null;
    const { updatedAtMs, missing } = found.value;
    if (updatedAtMs !== null || missing !== null || left <= 0) return found.value;
    await pause(POLL_MS);
  }
}

function toJson({ updatedAtMs, scriptVersion, values }: BotValues): object {
  return {
    updated_at: updatedAtMs === null ? null : formatInstant(updatedAtMs),
    script_version: scriptVersion,
    data: values,
  };
}

const COLUMNS = [
  {
    title: 'BLOCK',
    cell: ({ block, port }: UpdateValue) => (port === '' ? block : `${block}:${port}`),
  },
  { title: 'KIND', cell: ({ kind }: UpdateValue) => kind },
  { title: 'VALUE', cell: ({ value }: UpdateValue) => value ?? '' },
] as const;
