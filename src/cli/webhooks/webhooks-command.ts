// `tidemill webhooks`: create, list, test, rotate, enable, delete, deliveries, resend.

import type { Command } from 'commander';
import { formatInstant } from '#lib/time.ts';
import type { Delivery, Webhook } from '#domain/webhook/webhook.ts';
import type { WebhookWithSecret } from '#services/webhooks/create-webhook.ts';
import { createWebhook, rotateWebhook } from '#services/webhooks/create-webhook.ts';
import {
  deleteWebhook,
  enableWebhook,
  listDeliveries,
  listWebhooks,
  resendDelivery,
  testWebhook,
} from '#services/webhooks/manage-webhooks.ts';
import { callerOfUser } from '#services/access/caller-of-user.ts';
import type { OfUser } from '#cli/choose-user.ts';
import { chooseUser, userOption } from '#cli/choose-user.ts';
import type { CommonOptions } from '#cli/command-base.ts';
import { baseCommand, groupCommand, withApplication, writeResult } from '#cli/command-base.ts';
import { CommandFailed } from '#cli/command-error.ts';
import { typesIn } from '#cli/events/named-types.ts';
import type { Host, ServiceDeps } from '#cli/host.ts';
import { formatRecord, formatTable } from '#cli/table.ts';
import { unknownUser } from '#cli/unknown-user.ts';

const DELIVERIES_SHOWN = 20;
const ID_HELP = 'the id that "tidemill webhooks list" shows';

/** Group `tidemill webhooks`. */
export function webhooksCommand(host: Host): Command {
  return groupCommand('webhooks', 'addresses that events are sent to', [
    createCommand(host),
    listCommand(host),
    testCommand(host),
    rotateCommand(host),
    enableCommand(host),
    deleteCommand(host),
    deliveriesCommand(host),
    resendCommand(host),
  ]);
}

type UserOptions = CommonOptions & OfUser;

function createCommand(host: Host): Command {
  return baseCommand('create', 'have events sent to an address, and print its secret, this once')
    .argument('<URL>', 'the address, which begins with https://')
    .addOption(userOption('whose events'))
    .option('--types <A,B>', 'types of events, such as order.*,fill.created (default: all)')
    .action(async (url: string, options: UserOptions & { types?: string }) => {
      await withApplication(host, options, async ({ deps }) => {
        const caller = await callerOf(deps, options);
        const types = typesIn(options.types);
        const derivationId = deps.random.bytes(16).join('-');
        const command = { caller, url, types, derivationId, completion: null };
        const made = await createWebhook(deps, command);
        if (made.ok) return writeSecret(host, options, made.value);
        const { rejection } = made;
        if (rejection.code === 'forbidden')
          throw new CommandFailed(rejection.detail, 'See them: tidemill webhooks list');
        throw new CommandFailed(
          `"${url}" cannot be the address of a webhook.`,
          `Name ${rejection.expected}.`,
        );
      });
    });
}

function listCommand(host: Host): Command {
  return baseCommand('list', 'show webhooks, without their secrets')
    .addOption(userOption('whose webhooks'))
    .action(async (options: UserOptions) => {
      await withApplication(host, options, async ({ deps }) => {
        const webhooks = await listWebhooks(deps, await callerOf(deps, options));
        const whenEmpty = 'There are no webhooks. Make one: tidemill webhooks create URL';
        writeResult(host, options, { data: webhooks.map(webhookToJson) }, () =>
          formatTable(host.terminal, COLUMNS, webhooks, whenEmpty),
        );
      });
    });
}

function testCommand(host: Host): Command {
  return baseCommand('test', 'have a test sent to a webhook by the running service')
    .argument('<ID>', ID_HELP)
    .addOption(userOption('whose webhook'))
    .action(async (webhookId: string, options: UserOptions) => {
      await withApplication(host, options, async ({ deps }) => {
        const caller = await callerOf(deps, options);
        const done = await testWebhook(deps, { caller, webhookId, claim: null });
        if (!done.ok) throw testRefused(webhookId, done.rejection);
        writeResult(host, options, deliveryToJson(done.value), () => {
          return `A test is sent. What became of it: tidemill webhooks deliveries ${webhookId}\n`;
        });
      });
    });
}

function rotateCommand(host: Host): Command {
  return baseCommand('rotate', 'make a new secret; for a day both sign')
    .argument('<ID>', ID_HELP)
    .addOption(userOption('whose webhook'))
    .action(async (webhookId: string, options: UserOptions) => {
      await withApplication(host, options, async ({ deps }) => {
        const caller = await callerOf(deps, options);
        const done = await rotateWebhook(deps, { caller, webhookId, completion: null });
        if (!done.ok) throw unknownWebhook(webhookId);
        writeSecret(host, options, done.value);
      });
    });
}

function enableCommand(host: Host): Command {
  return baseCommand('enable', 'send again what a webhook waits with that failed for too long')
    .argument('<ID>', ID_HELP)
    .addOption(userOption('whose webhook'))
    .action(async (webhookId: string, options: UserOptions) => {
      await withApplication(host, options, async ({ deps }) => {
        const caller = await callerOf(deps, options);
        const done = await enableWebhook(deps, { caller, webhookId, claim: null });
        if (!done.ok) throw unknownWebhook(webhookId);
        writeResult(host, options, webhookToJson(done.value), () => {
          return `Webhook ${webhookId} is enabled; what waited is sent now.\n`;
        });
      });
    });
}

function deleteCommand(host: Host): Command {
  return baseCommand('delete', 'delete a webhook with all that waits to be sent')
    .argument('<ID>', ID_HELP)
    .addOption(userOption('whose webhook'))
    .action(async (webhookId: string, options: UserOptions) => {
      await withApplication(host, options, async ({ deps }) => {
        const caller = await callerOf(deps, options);
        const done = await deleteWebhook(deps, { caller, webhookId });
        if (!done.ok) throw unknownWebhook(webhookId);
        writeResult(host, options, { webhook_id: webhookId, is_deleted: true }, () => {
          return `Webhook ${webhookId} is deleted.\n`;
        });
      });
    });
}

function resendCommand(host: Host): Command {
  return baseCommand('resend', 'send a delivery again, also one that was delivered')
    .argument('<ID>', ID_HELP)
    .argument('<DELIVERY>', 'the id that "tidemill webhooks deliveries" shows')
    .addOption(userOption('whose webhook'))
    .action(async (webhookId: string, delivery: string, options: UserOptions) => {
      await withApplication(host, options, async ({ deps }) => {
        const caller = await callerOf(deps, options);
        const deliveryId = /^\d{1,15}$/.test(delivery) ? Number(delivery) : -1;
        const done = await resendDelivery(deps, { caller, webhookId, deliveryId, claim: null });
        if (!done.ok) throw unknownDelivery(webhookId, delivery);
        writeResult(host, options, { delivery_id: delivery, status: 'waiting' }, () => {
          return `Delivery ${delivery} is sent again.\n`;
        });
      });
    });
}

function deliveriesCommand(host: Host): Command {
  return baseCommand('deliveries', 'show what was sent last, and why it failed')
    .argument('<ID>', ID_HELP)
    .addOption(userOption('whose webhook'))
    .action(async (webhookId: string, options: UserOptions) => {
      await withApplication(host, options, async ({ deps }) => {
        const caller = await callerOf(deps, options);
        const wanted = { caller, webhookId, beforeId: null, limit: DELIVERIES_SHOWN };
        const page = await listDeliveries(deps, wanted);
        if (!page.ok) throw unknownWebhook(webhookId);
        const { deliveries } = page.value;
        writeResult(host, options, { data: deliveries.map(deliveryToJson) }, () =>
          formatTable(host.terminal, DELIVERY_COLUMNS, deliveries, 'Nothing was sent yet.'),
        );
      });
    });
}

const COLUMNS = [
  { title: 'ID', cell: (of: Webhook) => of.webhookId },
  { title: 'URL', cell: (of: Webhook) => of.url },
  { title: 'TYPES', cell: (of: Webhook) => typesInWords(of) },
  { title: 'STATE', cell: stateOf },
] as const;

const DELIVERY_COLUMNS = [
  { title: 'ID', cell: (of: Delivery) => String(of.deliveryId) },
  { title: 'QUEUED', cell: (of: Delivery) => formatInstant(of.queuedAtMs) },
  { title: 'TYPE', cell: (of: Delivery) => of.type },
  { title: 'STATE', cell: (of: Delivery) => of.state.replaceAll('_', ' ') },
  { title: 'ATTEMPTS', cell: (of: Delivery) => String(of.attemptsCount) },
  { title: 'PROBLEM', cell: (of: Delivery) => of.problem ?? '' },
] as const;

function stateOf({ disabled, failingSinceMs, failingReason }: Webhook): string {
  if (disabled !== null) return `disabled: ${disabled.reason}`;
  if (failingSinceMs === null) return 'enabled';
  const since = `failing since ${formatInstant(failingSinceMs)}`;
  return failingReason === null ? since : `${since}: ${failingReason}`;
}

function typesInWords({ types }: Pick<Webhook, 'types'>): string {
  return types.length === 0 ? 'all' : types.join(', ');
}

function writeSecret(host: Host, options: CommonOptions, made: WebhookWithSecret): void {
  const forMachines = { ...webhookToJson(made), secret: made.secret };
  writeResult(host, options, forMachines, () =>
    formatRecord(host.terminal, [
      ['Secret', made.secret],
      ['Id', made.webhookId],
      ['Address', made.url],
      ['Types', typesInWords(made)],
      ['Note', 'Keep the secret now: it cannot be shown again.'],
    ]),
  );
}

function webhookToJson(of: Webhook) {
  const { webhookId, url, types, disabled, failingSinceMs, failingReason } = of;
  return {
    webhook_id: webhookId,
    url,
    types,
    is_enabled: disabled === null,
    disabled_reason: disabled?.reason ?? null,
    failing_since: failingSinceMs === null ? null : formatInstant(failingSinceMs),
    failing_reason: failingReason,
  };
}

function deliveryToJson(of: Delivery) {
  return {
    delivery_id: String(of.deliveryId),
    user_id: of.userId,
    event_id: String(of.sequence),
    type: of.type,
    status: of.state,
    attempts: of.attemptsCount,
    http_status: of.status,
    problem: of.problem,
    queued_at: formatInstant(of.queuedAtMs),
  };
}

async function callerOf(deps: ServiceDeps, options: OfUser) {
  const userName = await chooseUser(deps, options);
  const caller = await callerOfUser(deps, userName);
  if (!caller.ok) throw await unknownUser(deps, userName);
  return caller.value;
}

function testRefused(
  webhookId: string,
  rejection: 'webhook_not_found' | 'webhook_disabled' | 'test_waits',
): CommandFailed {
  if (rejection === 'webhook_not_found') return unknownWebhook(webhookId);
  return rejection === 'webhook_disabled'
    ? new CommandFailed(
        `The webhook "${webhookId}" is disabled.`,
        `Enable it: tidemill webhooks enable ${webhookId}`,
      )
    : new CommandFailed(
        'A test waits to be sent already.',
        'The service sends it; start it with "tidemill serve" where it does not run.',
      );
}

function unknownWebhook(webhookId: string): CommandFailed {
  return new CommandFailed(
    `There is no webhook with the id "${webhookId}".`,
    'See the ids that exist: tidemill webhooks list',
  );
}

function unknownDelivery(webhookId: string, delivery: string): CommandFailed {
  return new CommandFailed(
    `The webhook "${webhookId}" has no delivery "${delivery}".`,
    `See those that it has: tidemill webhooks deliveries ${webhookId}`,
  );
}
