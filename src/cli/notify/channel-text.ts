// Parts shared by the commands about channels and rules of notifications: whose they are, how they
// are shown, and what cannot be one.

import type { NotificationChannel } from '#domain/notification/channel.ts';
import { channelStateAt } from '#domain/notification/channel.ts';
import { LIMITS } from '#lib/limits.ts';
import { visibleText } from '#lib/visible-text.ts';
import { callerOfUser } from '#services/access/caller-of-user.ts';
import type { OfUser } from '#cli/choose-user.ts';
import { chooseUser, userWords } from '#cli/choose-user.ts';
import type { CommonOptions } from '#cli/command-base.ts';
import { CommandFailed, WrongUse } from '#cli/command-error.ts';
import type { ServiceDeps } from '#cli/host.ts';
import { unknownUser } from '#cli/unknown-user.ts';

export type UserOptions = CommonOptions & OfUser;

export const CHANNEL_ID_HELP = 'the id that "tidemill notify channels" shows';
export const RULE_ID_HELP = 'the id that "tidemill notify rules" shows';

/** Caller that the options name, or the only user. Throws when it is not clear. */
export async function callerOf(deps: ServiceDeps, options: OfUser) {
  const userName = await chooseUser(deps, options);
  const caller = await callerOfUser(deps, userName);
  if (!caller.ok) throw await unknownUser(deps, userName);
  return caller.value;
}

export type ShownChannel = { readonly channel: NotificationChannel; readonly nowMs: number };

/** Channel as machines read it, without its secrets. */
export function channelToJson({ channel, nowMs }: ShownChannel) {
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

/** Failure of a command that names a channel of nobody, or of another user. */
export function unknownChannel(options: OfUser, channelId: string): CommandFailed {
  return new CommandFailed(
    `There is no channel with the id "${channelId}".`,
    `See the ids that exist: tidemill notify channels${userWords(options)}`,
  );
}

/** Of `--name`. Throws WrongUse. */
export function nameIn(text: string): string {
  const name = text.trim();
  const { nameCharactersMax } = LIMITS;
  if (name !== '' && name.length <= nameCharactersMax && visibleText(name) === name) return name;
  throw new WrongUse(`--name: expected 1 to ${nameCharactersMax} characters of one line`);
}
