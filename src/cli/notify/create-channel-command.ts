// `tidemill notify create`: a channel of any kind. What is secret of it is no option, because other
// users of the machine can see those: it is typed at a prompt, or read from a file.

import { Argument, Option } from 'commander';
import type { Command } from 'commander';
import type { ChannelAddress, ChannelKind, SmtpServer } from '#domain/notification/channel.ts';
import { CHANNEL_KINDS } from '#domain/notification/channel.ts';
import { createChannel } from '#services/notifications/create-channel.ts';
import type { CreateChannelRejection } from '#services/notifications/create-channel.ts';
import { userOption, userWords } from '#cli/choose-user.ts';
import { baseCommand, derivationOf, withApplication, writeResult } from '#cli/command-base.ts';
import { CommandFailed, WrongUse } from '#cli/command-error.ts';
import type { Host } from '#cli/host.ts';
import { callerOf, channelToJson, nameIn } from '#cli/notify/channel-text.ts';
import type { UserOptions } from '#cli/notify/channel-text.ts';
import { readTextFile } from '#cli/read-text-file.ts';
import { formatRecord } from '#cli/table.ts';

type CreateOptions = UserOptions & {
  readonly name: string;
  readonly chat?: string;
  readonly to?: string;
  readonly smtp?: string;
  readonly tls?: SmtpServer['tls'];
  readonly from?: string;
  readonly login?: string;
  readonly secretFile?: string;
};

const STANDARD_INPUT = '-';
const SECRET_HELP =
  'a file with the token of the bot, the address of the webhook or the password, ' +
  `"${STANDARD_INPUT}" for standard input (default: asks for it)`;

/** Command `tidemill notify create`; secrets are typed or read from a file. */
export function createChannelCommand(host: Host): Command {
  return baseCommand('create', 'make a channel; a code is sent there, which proves it')
    .addArgument(new Argument('<KIND>', 'what leads there').choices(CHANNEL_KINDS))
    .addOption(userOption('whose channel it is'))
    .requiredOption('--name <NAME>', 'what you call it')
    .option('--chat <ID>', 'telegram: the number of the chat, or the @name of a channel')
    .option('--to <ADDRESS>', 'email: the mailbox')
    .option('--smtp <HOST:PORT>', 'email: your own mail server (default: that of the installation)')
    .addOption(
      new Option('--tls <HOW>', 'email: how that server encrypts (default: by its port)').choices([
        'starttls',
        'implicit',
      ]),
    )
    .option('--from <ADDRESS>', 'email: who that server lets you be (default: the login)')
    .option('--login <USER>', 'email: the user of that server (default: it asks for none)')
    .option('--secret-file <FILE>', SECRET_HELP)
    .action(async (kind: ChannelKind, options: CreateOptions) => {
      refuseForeignOptions(kind, options);
      const name = nameIn(options.name);
      const address = await addressIn(host, kind, options);
      await withApplication(host, options, async ({ deps }) => {
        const caller = await callerOf(deps, options);
        const derivationId = derivationOf(deps);
        const command = { caller, name, address, derivationId, completion: null };
        const made = await createChannel(deps, command);
        if (!made.ok) throw refusedChannel(options, made.rejection);
        const channel = made.value;
        const shown = channelToJson({ channel, nowMs: deps.clock.nowMs() });
        const verify = `tidemill notify verify ${channel.channelId} CODE${userWords(options)}`;
        writeResult(host, options, shown, () =>
          formatRecord(host.terminal, [
            ['Id', channel.channelId],
            ['Leads to', channel.destination],
            ['Note', `The running service sends a code there. Enter it: ${verify}`],
          ]),
        );
      });
    });
}

const OPTIONS_OF: { readonly [Kind in ChannelKind]: readonly (keyof CreateOptions)[] } = {
  telegram: ['chat'],
  discord: [],
  slack: [],
  email: ['to', 'smtp', 'tls', 'from', 'login'],
};

function refuseForeignOptions(kind: ChannelKind, options: CreateOptions): void {
  for (const [other, names] of Object.entries(OPTIONS_OF))
    for (const name of names)
      if (other !== kind && options[name] !== undefined)
        throw new WrongUse(`--${name} is for a channel of the kind ${other}, not ${kind}`);
}

function needed(kind: ChannelKind, name: string, text: string | undefined): string {
  if (text !== undefined) return text;
  throw new WrongUse(`a channel of the kind ${kind} needs --${name}`);
}

async function addressIn(
  host: Host,
  kind: ChannelKind,
  options: CreateOptions,
): Promise<ChannelAddress> {
  switch (kind) {
    case 'telegram': {
      const chatId = needed(kind, 'chat', options.chat);
      return { kind, chatId, token: await secretOf(host, options, 'Token of the bot') };
    }
    case 'discord':
    case 'slack':
      return { kind, url: await secretOf(host, options, 'Address of the webhook') };
    case 'email':
      return {
        kind,
        to: needed(kind, 'to', options.to),
        smtp: await smtpIn(host, options),
      };
  }
}

/** Where servers speak TLS from the first byte. */
const IMPLICIT_PORT = 465;

async function smtpIn(host: Host, options: CreateOptions): Promise<SmtpServer | null> {
  const { smtp, login, from = login, tls } = options;
  if (smtp === undefined) {
    const alone = (['tls', 'from', 'login', 'secretFile'] as const).find(
      (name) => options[name] !== undefined,
    );
    if (alone === undefined) return null;
    throw new WrongUse('a mail server of your own needs --smtp HOST:PORT');
  }
  const [, name = '', portText = ''] = /^\[?([^\]]+?)\]?:(\d{1,5})$/.exec(smtp) ?? [];
  if (name === '') throw new WrongUse(`--smtp: expected HOST:PORT, found "${smtp}"`);
  if (from === undefined) throw new WrongUse('a mail server of your own needs --from');
  const port = Number(portText);
  return {
    host: name,
    port,
    tls: tls ?? (port === IMPLICIT_PORT ? 'implicit' : 'starttls'),
    login:
      login === undefined
        ? null
        : { user: login, password: await secretOf(host, options, 'Password') },
    from,
  };
}

async function secretOf(host: Host, options: CreateOptions, what: string): Promise<string> {
  const { secretFile } = options;
  const text =
    secretFile === undefined
      ? await host.askSecret(`${what}, not shown: `)
      : secretFile === STANDARD_INPUT
        ? await host.readInput()
        : readTextFile(secretFile);
  if (text === null)
    throw new CommandFailed(
      'There is no terminal to ask for what is secret of the channel.',
      'Add --secret-file FILE, or --secret-file - to read standard input.',
    );
  if (text.trim() !== '') return text.trim();
  throw new CommandFailed('Nothing was given.', `Run the command again with: ${what}.`);
}

/** As fields of addresses are called here. */
const NAMES: { readonly [field: string]: string } = {
  'telegram.token': 'The token of the bot',
  'telegram.chat_id': '--chat',
  'discord.url': 'The address of the webhook',
  'slack.url': 'The address of the webhook',
  'email.to': '--to',
  'email.smtp': '--smtp',
  'email.smtp.host': '--smtp',
  'email.smtp.port': '--smtp',
  'email.smtp.from': '--from',
};

function refusedChannel(options: UserOptions, rejection: CreateChannelRejection): CommandFailed {
  if (rejection.code === 'forbidden')
    return new CommandFailed(
      rejection.detail,
      `See your channels: tidemill notify channels${userWords(options)}`,
    );
  const { field, expected } = rejection;
  return new CommandFailed(
    `${NAMES[field] ?? field} cannot be used: expected ${expected}.`,
    'docs/notifications.md says where each comes from.',
  );
}
