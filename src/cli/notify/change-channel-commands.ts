// `tidemill notify code`, `verify`, `mute`, `unmute`, `enable`, `delete`: what becomes of a channel
// that was made.

import { Option } from 'commander';
import type { Command } from 'commander';
import { formatInstant } from '#lib/time.ts';
import type { NotificationChannel } from '#domain/notification/channel.ts';
import type { Result } from '#lib/result.ts';
import { TOO_MANY_CODES } from '#services/notifications/create-channel.ts';
import type { NotificationCaller } from '#services/notifications/notification-deps.ts';
import {
  changeChannel,
  deleteChannel,
  enableChannel,
  sendCode,
  verifyChannel,
} from '#services/notifications/manage-channels.ts';
import { userOption, userWords } from '#cli/choose-user.ts';
import { baseCommand, withApplication, writeResult } from '#cli/command-base.ts';
import { CommandFailed } from '#cli/command-error.ts';
import type { Host, ServiceDeps } from '#cli/host.ts';
import {
  callerOf,
  CHANNEL_ID_HELP,
  channelToJson,
  unknownChannel,
} from '#cli/notify/channel-text.ts';
import type { UserOptions } from '#cli/notify/channel-text.ts';
import { parseUntil } from '#cli/parse-argument.ts';

type ChannelQuery = {
  readonly caller: NotificationCaller;
  readonly channelId: string;
  readonly claim: null;
};

function oneChannel(name: string, description: string): Command {
  return baseCommand(name, description)
    .argument('<ID>', CHANNEL_ID_HELP)
    .addOption(userOption('whose channel'));
}

/** Carries out one change and shows the channel as it is then. */
async function change(
  host: Host,
  channelId: string,
  options: UserOptions,
  act: (deps: ServiceDeps, wanted: ChannelQuery) => Promise<NotificationChannel>,
  text: (channel: NotificationChannel) => string,
): Promise<void> {
  await withApplication(host, options, async ({ deps }) => {
    const caller = await callerOf(deps, options);
    const channel = await act(deps, { caller, channelId, claim: null });
    const shown = channelToJson({ channel, nowMs: deps.clock.nowMs() });
    writeResult(host, options, shown, () => `${text(channel)}\n`);
  });
}

/** Throws CommandFailed. */
function knownChannel(
  done: Result<NotificationChannel, 'channel_not_found'>,
  options: UserOptions,
  channelId: string,
): NotificationChannel {
  if (done.ok) return done.value;
  throw unknownChannel(options, channelId);
}

/** Command `tidemill notify code`. */
export function sendCodeCommand(host: Host): Command {
  return oneChannel('code', 'have another code sent to a channel; the one before ends').action(
    async (channelId: string, options: UserOptions) => {
      await withApplication(host, options, async ({ deps }) => {
        const caller = await callerOf(deps, options);
        const done = await sendCode(deps, { caller, channelId, claim: null });
        if (!done.ok && done.rejection === 'channel_not_found')
          throw unknownChannel(options, channelId);
        if (!done.ok) throw new CommandFailed(TOO_MANY_CODES, 'The code before may still be good.');
        writeResult(host, options, { channel_id: channelId, is_sent: true }, () => {
          const verify = `tidemill notify verify ${channelId} CODE${userWords(options)}`;
          return `The running service sends a code there. Enter it: ${verify}\n`;
        });
      });
    },
  );
}

/** Command `tidemill notify verify`; spaces in the code are ignored. */
export function verifyChannelCommand(host: Host): Command {
  return oneChannel('verify', 'enter the code that came on a channel, from when on events come')
    .argument('<CODE>', 'the six digits')
    .action(async (channelId: string, code: string, options: UserOptions) => {
      const act = async (deps: ServiceDeps, wanted: ChannelQuery): Promise<NotificationChannel> => {
        const done = await verifyChannel(deps, { ...wanted, code: code.replaceAll(' ', '') });
        if (done.ok) return done.value;
        if (done.rejection === 'channel_not_found') throw unknownChannel(options, channelId);
        throw new CommandFailed(
          'That is not the code, or it is good no more.',
          `Have another sent: tidemill notify code ${channelId}${userWords(options)}`,
        );
      };
      await change(
        host,
        channelId,
        options,
        act,
        ({ name }) => `Events are sent to "${name}" now.`,
      );
    });
}

/** Command `tidemill notify mute`. */
export function muteChannelCommand(host: Host): Command {
  return oneChannel('mute', 'send nothing to a channel; what happens meanwhile is not sent later')
    .addOption(
      new Option('--until <TIME>', 'when it ends (default: when it is unmuted)').argParser(
        parseUntil,
      ),
    )
    .action(async (channelId: string, options: UserOptions & { readonly until?: number }) => {
      const mute = { untilMs: options.until ?? null };
      const act = async (deps: ServiceDeps, wanted: ChannelQuery) =>
        knownChannel(
          await changeChannel(deps, { ...wanted, name: undefined, mute }),
          options,
          channelId,
        );
      const until = mute.untilMs === null ? 'it is unmuted' : formatInstant(mute.untilMs);
      await change(
        host,
        channelId,
        options,
        act,
        ({ name }) => `"${name}" is mute until ${until}.`,
      );
    });
}

/** Command `tidemill notify unmute`. */
export function unmuteChannelCommand(host: Host): Command {
  return oneChannel('unmute', 'send what happens from now on to a channel that is muted').action(
    async (channelId: string, options: UserOptions) => {
      const act = async (deps: ServiceDeps, wanted: ChannelQuery) =>
        knownChannel(
          await changeChannel(deps, { ...wanted, name: undefined, mute: null }),
          options,
          channelId,
        );
      await change(host, channelId, options, act, ({ name }) => `"${name}" is muted no more.`);
    },
  );
}

/** Command `tidemill notify enable`. */
export function enableChannelCommand(host: Host): Command {
  return oneChannel('enable', 'send again to a channel that failed for too long').action(
    async (channelId: string, options: UserOptions) => {
      const act = async (deps: ServiceDeps, wanted: ChannelQuery) =>
        knownChannel(await enableChannel(deps, wanted), options, channelId);
      await change(host, channelId, options, act, ({ name }) => {
        return `"${name}" is enabled; what waited is sent now.`;
      });
    },
  );
}

/** Command `tidemill notify delete`. */
export function deleteChannelCommand(host: Host): Command {
  return oneChannel('delete', 'delete a channel with all that waits to be sent').action(
    async (channelId: string, options: UserOptions) => {
      await withApplication(host, options, async ({ deps }) => {
        const caller = await callerOf(deps, options);
        const done = await deleteChannel(deps, { caller, channelId });
        if (!done.ok) throw unknownChannel(options, channelId);
        writeResult(host, options, { channel_id: channelId, is_deleted: true }, () => {
          return `Channel ${channelId} is deleted.\n`;
        });
      });
    },
  );
}
