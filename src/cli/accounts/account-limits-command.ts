// `tidemill accounts limits`, `set-limits` and `reset-losses`: what an account may do at most.

import type { Command } from 'commander';
import { Option } from 'commander';
import { formatDecimal, parseDecimal, ZERO } from '#lib/decimal.ts';
import type { Decimal } from '#lib/decimal.ts';
import type { AccountLimits, SetLimitsRejection } from '#services/risk/account-limits.ts';
import { NO_LIMITS, setAccountLimits } from '#services/risk/account-limits.ts';
import type { CommonOptions } from '#cli/command-base.ts';
import { baseCommand, writeResult } from '#cli/command-base.ts';
import { CommandFailed, WrongUse } from '#cli/command-error.ts';
import { withOwnAccount } from '#cli/accounts/with-own-account.ts';
import type { Host } from '#cli/host.ts';

type CurrencyLimits = AccountLimits['currencies'][number];

type SetOptions = CommonOptions & {
  readonly ordersPerMinute?: number;
  readonly limit?: readonly CurrencyLimits[];
  readonly none?: true;
};

const ID_HELP = 'the id that "tidemill accounts list" shows';
const FORM = 'expected CURRENCY:order=AMOUNT,exposure=AMOUNT,loss=AMOUNT with one of them at least';

/** Command `tidemill accounts limits`. */
export function showLimitsCommand(host: Host): Command {
  return baseCommand('limits', 'show what an account may do at most')
    .argument('<ID>', ID_HELP)
    .action(async (accountId: string, options: CommonOptions) => {
      await withOwnAccount(host, options, accountId, async ({ deps }) => {
        const limits = (await deps.orders.findLimits(accountId)) ?? NO_LIMITS;
        writeResult(host, options, limitsToJson(limits), () => inWords(limits));
      });
    });
}

/** Command `tidemill accounts set-limits`; limits that are not named are taken away. */
export function setLimitsCommand(host: Host): Command {
  return baseCommand('set-limits', 'set what an account may do at most; replaces all its limits')
    .argument('<ID>', ID_HELP)
    .addOption(
      new Option('--orders-per-minute <N>', 'orders of people and bots together').argParser(
        parseCount,
      ),
    )
    .addOption(
      new Option(
        '--limit <CURRENCY:order=A,exposure=B,loss=C>',
        'largest value of an order, open exposure, loss a day; may be repeated',
      ).argParser(collectLimits),
    )
    .option('--none', 'take all limits away')
    .action(async (accountId: string, options: SetOptions) => {
      const limits = limitsOf(options);
      await withOwnAccount(host, options, accountId, async ({ deps }, userId) => {
        const set = await setAccountLimits(deps, { caller: { userId }, accountId, limits });
        if (!set.ok) throw new CommandFailed(whyNot(set.rejection.code), `Give ${FORM}.`);
        writeResult(host, options, limitsToJson(limits), () => inWords(limits));
      });
    });
}

/** Command `tidemill accounts reset-losses`; it starts no bot again. */
export function resetLossesCommand(host: Host): Command {
  return baseCommand('reset-losses', "count an account's losses of today from now on")
    .argument('<ID>', ID_HELP)
    .action(async (accountId: string, options: CommonOptions) => {
      await withOwnAccount(host, options, accountId, async ({ deps }) => {
        await deps.orders.resetLosses(accountId);
        const said = 'The losses of the account count from now on. Its bots stay stopped.\n';
        writeResult(host, options, { account_id: accountId, is_reset: true }, () => said);
      });
    });
}

function whyNot(code: SetLimitsRejection['code']): string {
  return code === 'currency_repeated' ? 'A currency stands twice.' : 'The account is gone.';
}

function limitsOf({ ordersPerMinute, limit, none }: SetOptions): AccountLimits {
  const hasSome = ordersPerMinute !== undefined || limit !== undefined;
  if (hasSome === (none === true))
    throw new WrongUse('give --orders-per-minute and --limit, or --none');
  return { maxOrdersPerMinute: ordersPerMinute ?? null, currencies: limit ?? [] };
}

function parseCount(text: string): number {
  const count = Number(text);
  if (Number.isSafeInteger(count) && count > 0) return count;
  throw new WrongUse(`--orders-per-minute: expected a whole number above zero, found "${text}"`);
}

const NAMES = { order: 'maxOrderValue', exposure: 'maxExposure', loss: 'maxDailyLoss' } as const;

function collectLimits(
  text: string,
  before: readonly CurrencyLimits[] = [],
): readonly CurrencyLimits[] {
  const [currency = '', list = ''] = text.split(':');
  const limits = { maxOrderValue: null, maxExposure: null, maxDailyLoss: null } as {
    -readonly [name in (typeof NAMES)[keyof typeof NAMES]]: Decimal | null;
  };
  for (const part of list.split(',')) {
    const [word = '', amount = ''] = part.split('=');
    const value = parseDecimal(amount);
    if (!Object.hasOwn(NAMES, word) || value === null || value < ZERO)
      throw new WrongUse(`--limit: ${FORM}, found "${text}"`);
    limits[NAMES[word as keyof typeof NAMES]] = value;
  }
  return [...before, { currency, ...limits }];
}

function limitsToJson({ maxOrdersPerMinute, currencies }: AccountLimits): object {
  const text = (value: Decimal | null): string | null =>
    value === null ? null : formatDecimal(value);
  return {
    max_orders_per_minute: maxOrdersPerMinute,
    currencies: currencies.map((each) => ({
      currency: each.currency,
      max_order_value: text(each.maxOrderValue),
      max_exposure: text(each.maxExposure),
      max_daily_loss: text(each.maxDailyLoss),
    })),
  };
}

function inWords({ maxOrdersPerMinute, currencies }: AccountLimits): string {
  if (maxOrdersPerMinute === null && currencies.length === 0) return 'The account has no limits.\n';
  const lines = maxOrdersPerMinute === null ? [] : [`Orders a minute: ${maxOrdersPerMinute}.`];
  for (const { currency, maxOrderValue, maxExposure, maxDailyLoss } of currencies) {
    const parts = [
      ['value of an order', maxOrderValue],
      ['exposure', maxExposure],
      ['loss a day', maxDailyLoss],
    ] as const;
    const said = parts.flatMap(([name, value]) =>
      value === null ? [] : [`${name} ${formatDecimal(value)}`],
    );
    lines.push(`${currency}: ${said.join(', ') || 'no limit'}.`);
  }
  return `${lines.join('\n')}\n`;
}
