// `tidemill hooks`: secret addresses at which signals for a bot come in from outside.

import type { Command } from 'commander';
import { LIMITS } from '#lib/limits.ts';
import { formatInstant } from '#lib/time.ts';
import type {
  CreateHookRejection,
  Hook,
  HookCall,
  HookWithSecret,
} from '#services/hooks/manage-hooks.ts';
import { createHook, rotateHook, TRADINGVIEW_ADDRESSES } from '#services/hooks/manage-hooks.ts';
import { ownerOf, unknownBot } from '#cli/bot-text.ts';
import type { OfUser } from '#cli/choose-user.ts';
import { userOption, userWords } from '#cli/choose-user.ts';
import type { CommonOptions } from '#cli/command-base.ts';
import {
  baseCommand,
  derivationOf,
  groupCommand,
  withApplication,
  writeResult,
} from '#cli/command-base.ts';
import { CommandFailed } from '#cli/command-error.ts';
import type { Host } from '#cli/host.ts';
import { formatRecord, formatTable } from '#cli/table.ts';

type HookOptions = CommonOptions & OfUser;
type CreateOptions = HookOptions & {
  readonly bot: string;
  readonly signal: string;
  readonly template?: string;
  readonly fromTradingview?: true;
  readonly sellsEnterShort?: true;
  readonly repeatWindow: string;
  readonly signed?: true;
};

const CALLS_SHOWN_MAX = 50;

/** Group `tidemill hooks`. */
export function hooksCommand(host: Host): Command {
  return groupCommand('hooks', 'hooks: secret addresses for signals, such as TradingView alerts', [
    createCommand(host),
    listCommand(host),
    rotateCommand(host),
    deleteCommand(host),
    traceCommand(host),
  ]);
}

function createCommand(host: Host): Command {
  return baseCommand('create', 'make a hook and print its address, this once')
    .addOption(userOption('whose hook it is'))
    .requiredOption('--bot <ID>', 'the bot that gets the signals')
    .requiredOption(
      '--signal <NAME>',
      'what the bot listens to: its token, or what its script asks for',
    )
    .option('--template <TEXT>', 'the form of texts, with {{action}} and other names in it')
    .option('--from-tradingview', 'only calls from the addresses that TradingView publishes')
    .option('--sells-enter-short', 'a text that says only "sell" may open a short')
    .option('--repeat-window <SECONDS>', 'equal messages without an id are repetitions', '0')
    .option('--signed', 'messages have to be signed')
    .action(async (options: CreateOptions) => {
      await withApplication(host, options, async ({ deps, baseUrl }) => {
        const { userId } = await ownerOf(deps, options);
        const { bot: botId, signal, template = null } = options;
        const addresses = options.fromTradingview === true ? TRADINGVIEW_ADDRESSES : [];
        const rules = {
          template,
          addresses,
          sellsEnterShort: options.sellsEnterShort === true,
          repeatWindowMs: windowMs(options.repeatWindow),
          isSigned: options.signed === true,
        };
        const chosen = { userId, botId, signal, ...rules };
        const derivationId = derivationOf(deps);
        const made = await createHook(deps, { ...chosen, derivationId, completion: null });
        if (!made.ok) throw refusedHook(options, made.rejection);
        showSecret(host, options, baseUrl, made.value);
      });
    });
}

function windowMs(seconds: string): number {
  const most = LIMITS.hookRepeatWindowMsMax / 1_000;
  if (/^\d{1,5}$/.test(seconds) && Number(seconds) <= most) return Number(seconds) * 1_000;
  throw new CommandFailed(
    `A window for repetitions has 0 to ${most} seconds.`,
    'For example --repeat-window 60.',
  );
}

function refusedHook(options: CreateOptions, rejection: CreateHookRejection): CommandFailed {
  switch (rejection.code) {
    case 'bot_not_found':
      return unknownBot(options, options.bot);
    case 'signal_invalid':
      return new CommandFailed(
        'The name of a signal has 1 to 150 characters.',
        'Use the id that the script passes to GetRemoteSignal, for example --signal trend.',
      );
    case 'signal_unheard':
      return rejection.heard.length === 0
        ? new CommandFailed(
            `Bot "${options.bot}" listens to no signals.`,
            'Use a signal bot, an averaging bot with a signal token, or a script that calls GetRemoteSignal.',
          )
        : new CommandFailed(
            `Bot "${options.bot}" does not listen to "${options.signal}".`,
            `It listens to: ${rejection.heard.join(', ')}.`,
          );
    case 'template_invalid':
      return new CommandFailed(
        `A template has {{action}} in it once, something between its placeholders, and at most ${LIMITS.hookTemplateMax} characters.`,
        "For example --template '{{action}} {{ticker}} at {{price}}'.",
      );
    case 'too_many_hooks':
      return new CommandFailed(
        `A user has at most ${LIMITS.hooksPerUserMax} hooks.`,
        'Delete one first: tidemill hooks delete ID',
      );
  }
}

function showSecret(
  host: Host,
  options: HookOptions,
  baseUrl: string,
  { hookId, secret, signingSecret }: HookWithSecret,
): void {
  const url = `${baseUrl}/hooks/${secret}`;
  const signing = signingSecret === null ? {} : { signing_secret: signingSecret };
  writeResult(host, options, { hook_id: hookId, url, ...signing }, () =>
    formatRecord(host.terminal, [
      ['Address', url],
      ...(signingSecret === null ? [] : [['Signed by', signingSecret] as const]),
      ['Id', hookId],
      ['Note', 'Keep the address now: it is a secret, is not stored and cannot be shown again.'],
    ]),
  );
}

function listCommand(host: Host): Command {
  return baseCommand('list', 'show hooks, without their secrets')
    .addOption(userOption('whose hooks'))
    .action(async (options: HookOptions) => {
      await withApplication(host, options, async ({ deps }) => {
        const { userId } = await ownerOf(deps, options);
        const hooks = await deps.hooks.listHooks(userId);
        writeResult(host, options, { data: hooks.map(hookToJson) }, () =>
          formatTable(host.terminal, HOOK_COLUMNS, hooks, 'There are no hooks.'),
        );
      });
    });
}

const HOOK_COLUMNS = [
  { title: 'ID', cell: (hook: Hook) => hook.hookId },
  { title: 'BOT', cell: (hook: Hook) => hook.botId },
  { title: 'SIGNAL', cell: (hook: Hook) => hook.signal },
  { title: 'TEMPLATE', cell: (hook: Hook) => hook.template ?? '' },
  { title: 'FROM', cell: (hook: Hook) => hook.addresses.join(', ') || 'anywhere' },
  { title: 'MADE', cell: (hook: Hook) => formatInstant(hook.createdAtMs) },
  {
    title: 'ROTATED',
    cell: ({ rotatedAtMs }: Hook) => (rotatedAtMs === null ? '' : formatInstant(rotatedAtMs)),
  },
] as const;

function hookToJson(hook: Hook): object {
  return {
    hook_id: hook.hookId,
    bot_id: hook.botId,
    signal: hook.signal,
    template: hook.template,
    addresses: hook.addresses,
    sells_enter_short: hook.sellsEnterShort,
    repeat_window_seconds: hook.repeatWindowMs / 1_000,
    is_signed: hook.isSigned,
    created_at: formatInstant(hook.createdAtMs),
    rotated_at: hook.rotatedAtMs === null ? null : formatInstant(hook.rotatedAtMs),
  };
}

function oneHook(name: string, description: string): Command {
  return baseCommand(name, description)
    .argument('<ID>', 'the id that "tidemill hooks list" shows')
    .addOption(userOption('whose hook'));
}

function rotateCommand(host: Host): Command {
  return oneHook('rotate', 'give a hook another address; the former ends at once').action(
    async (hookId: string, options: HookOptions) => {
      await withApplication(host, options, async ({ deps, baseUrl }) => {
        const { userId } = await ownerOf(deps, options);
        const rotated = await rotateHook(deps, { userId, hookId, completion: null });
        if (!rotated.ok) throw unknownHook(options, hookId);
        showSecret(host, options, baseUrl, rotated.value);
      });
    },
  );
}

function deleteCommand(host: Host): Command {
  return oneHook('delete', 'delete a hook for good, with its trace').action(
    async (hookId: string, options: HookOptions) => {
      await withApplication(host, options, async ({ deps }) => {
        const { userId } = await ownerOf(deps, options);
        if (!(await deps.hooks.deleteHook(userId, hookId))) throw unknownHook(options, hookId);
        const forMachines = { hook_id: hookId, is_deleted: true };
        writeResult(host, options, forMachines, () => `Hook ${hookId} is deleted.\n`);
      });
    },
  );
}

function traceCommand(host: Host): Command {
  return oneHook('trace', `show what became of the last ${CALLS_SHOWN_MAX} messages`).action(
    async (hookId: string, options: HookOptions) => {
      await withApplication(host, options, async ({ deps }) => {
        const { userId } = await ownerOf(deps, options);
        const calls = await deps.hooks.listHookCalls(userId, hookId, CALLS_SHOWN_MAX);
        if (calls === null) throw unknownHook(options, hookId);
        writeResult(host, options, { data: calls.map(callToJson) }, () =>
          formatTable(host.terminal, CALL_COLUMNS, calls, 'Nothing has come in yet.'),
        );
      });
    },
  );
}

const CALL_COLUMNS = [
  { title: 'WHEN', cell: (call: HookCall) => formatInstant(call.atMs) },
  { title: 'FROM', cell: (call: HookCall) => call.address ?? '' },
  { title: 'ACTION', cell: (call: HookCall) => call.action ?? '' },
  { title: 'OUTCOME', cell: (call: HookCall) => call.outcome },
  { title: 'WHAT HAPPENED', cell: (call: HookCall) => call.detail },
] as const;

function callToJson({ atMs, ...call }: HookCall): object {
  return { at: formatInstant(atMs), ...call };
}

function unknownHook(options: HookOptions, hookId: string): CommandFailed {
  return new CommandFailed(
    `There is no hook "${hookId}".`,
    `See what there is: tidemill hooks list${userWords(options)}`,
  );
}
