// `tidemill bracket`: an order with its stop and targets as one, placed, listed, shown and ended.

import type { Command } from 'commander';
import { Option } from 'commander';
import type { Decimal } from '#lib/decimal.ts';
import { formatDecimal } from '#lib/decimal.ts';
import type { Json } from '#lib/json.ts';
import type { StopHolder } from '#domain/order/order-terms.ts';
import { STOP_HOLDERS } from '#domain/order/order-terms.ts';
import { endBracket } from '#services/brackets/end-bracket.ts';
import { listBrackets } from '#services/brackets/list-brackets.ts';
import { placeBracket } from '#services/brackets/place-bracket.ts';
import type { ShownBracket } from '#services/brackets/show-brackets.ts';
import { shownBracket } from '#services/brackets/show-brackets.ts';
import { COIN_PLACES, shortDecimal } from '#services/reports/shown-decimals.ts';
import type { OfAccount } from '#cli/choose-account.ts';
import { chooseAccountFor, chooseAccounts } from '#cli/choose-account.ts';
import { ownerOf } from '#cli/bot-text.ts';
import type { OfUser } from '#cli/choose-user.ts';
import { userOption, userWords } from '#cli/choose-user.ts';
import type { CommonOptions } from '#cli/command-base.ts';
import {
  baseCommand,
  derivationOf,
  groupCommand,
  withRiskApplication,
  writeResult,
} from '#cli/command-base.ts';
import { CommandFailed } from '#cli/command-error.ts';
import type { Host, RiskApplication } from '#cli/host.ts';
import { namedMarket } from '#cli/markets/named-market.ts';
import { parsePositive } from '#cli/parse-argument.ts';
import { formatTable } from '#cli/table.ts';

type OfBracket = CommonOptions & OfUser & OfAccount;
type PlaceOptions = OfBracket & {
  readonly market: string;
  readonly direction: 'long' | 'short';
  readonly amount: Decimal;
  readonly price?: Decimal;
  readonly stop?: Decimal;
  readonly trailing?: true;
  readonly target?: Decimal;
  readonly secondTarget?: Decimal;
  readonly leverage?: Decimal;
  readonly stops?: StopHolder;
};
type ListOptions = OfBracket & { readonly all?: true };
type CancelOptions = OfBracket & { readonly closePosition?: true };
type Deps = RiskApplication['deps'];

const PAGE = 100;

export function bracketCommand(host: Host): Command {
  return groupCommand('bracket', 'orders with a stop and targets, as one', [
    placeCommand(host),
    listCommand(host),
    showCommand(host),
    cancelCommand(host),
  ]);
}

function placeCommand(host: Host): Command {
  return baseCommand('place', 'place an order with its stop and targets')
    .addOption(userOption('whose it is'))
    .requiredOption('--market <TAG>', 'a market that "tidemill markets" shows')
    .addOption(
      new Option('--amount <AMOUNT>', 'of the entry, in base or in contracts')
        .argParser(parsePositive)
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--direction <WAY>', 'of the position; short on futures alone')
        .choices(['long', 'short'])
        .default('long'),
    )
    .option('--price <PRICE>', 'limit of the entry (default: at market)', parsePositive)
    .option('--stop <PRICE>', 'where what is held is closed at market', parsePositive)
    .option('--trailing', 'the stop follows the best price')
    .option('--target <PRICE>', 'limit of the exit with a profit', parsePositive)
    .option('--second-target <PRICE>', 'of half of it, beyond the first', parsePositive)
    .option('--leverage <TIMES>', 'of a futures position', parsePositive)
    .addOption(
      new Option('--stops <HOLDER>', 'who holds the stop, where the exchange can')
        .choices([...STOP_HOLDERS])
        .default('service'),
    )
    .option('--account <ID>', 'where (default: the only account that can trade the market)')
    .action(async (options: PlaceOptions) => {
      await withRiskApplication(host, options, async ({ deps }) => {
        const caller = await ownerOf(deps, options);
        const market = await namedMarket(deps, options.market);
        const placed = await placeBracket(deps, {
          caller,
          accountId: await chooseAccountFor(deps, caller, market, options),
          config: configOf(options),
          stops: options.stops ?? null,
          derivationId: derivationOf(deps),
        });
        if (!placed.ok) {
          const { rejection } = placed;
          const detail =
            rejection.code === 'invalid_config'
              ? rejection.problems.map(({ message }) => `${message}.`).join('\n')
              : rejection.detail;
          throw new CommandFailed(detail, 'See what the market takes: tidemill markets');
        }
        const shown = shownBracket(placed.value, []);
        const next = `tidemill bracket show ${placed.value.botId}${userWords(options)}`;
        writeResult(host, options, toJson(shown), () => {
          return `Bracket ${placed.value.botId} is placed. See what it does: ${next}\n`;
        });
      });
    });
}

/** By the keys of its settings. */
function configOf(options: PlaceOptions): Readonly<Record<string, Json>> {
  const { price, stop, target, secondTarget, leverage } = options;
  const decimals = {
    amount: options.amount,
    entry_price: price,
    stop_price: stop,
    target_price: target,
    second_target_price: secondTarget,
    leverage,
  };
  const given = Object.entries(decimals).flatMap(([key, value]): [string, Json][] =>
    value === undefined ? [] : [[key, formatDecimal(value)]],
  );
  const { market, direction, trailing } = options;
  const chosen = { market_tag: market, direction, stop_trails: trailing === true };
  return { ...chosen, ...Object.fromEntries(given) };
}

function listCommand(host: Host): Command {
  return baseCommand('list', 'show those that have not ended')
    .addOption(userOption('whose'))
    .option('--account <ID>', 'only those of one account')
    .option('--all', 'those that have ended, too')
    .action(async (options: ListOptions) => {
      await withRiskApplication(host, options, async ({ deps }) => {
        const brackets = await bracketsOf(deps, options, options.all === true);
        const data = brackets.map(toJson);
        writeResult(host, options, { data }, () =>
          formatTable(host.terminal, COLUMNS, brackets, 'There is no bracket.'),
        );
      });
    });
}

async function bracketsOf(
  deps: Deps,
  options: OfBracket,
  all: boolean,
): Promise<readonly ShownBracket[]> {
  const caller = await ownerOf(deps, options);
  const found: ShownBracket[] = [];
  for (const { accountId } of await chooseAccounts(deps, caller, options)) {
    let afterId: string | null = null;
    do {
      const request = { userId: caller.userId, accountId, isOpen: !all, afterId, limit: PAGE };
      const page = await listBrackets(deps, request);
      // An account that was deleted meanwhile has none.
      if (!page.ok) break;
      found.push(...page.value.brackets);
      afterId = page.value.lastId;
    } while (afterId !== null);
  }
  return found;
}

async function named(deps: Deps, options: OfBracket, id: string): Promise<ShownBracket> {
  const brackets = await bracketsOf(deps, options, true);
  const shown = brackets.find(({ bracket }) => bracket.botId === id);
  if (shown !== undefined) return shown;
  const advice = `See those that there are: tidemill bracket list --all${userWords(options)}`;
  throw new CommandFailed(`There is no bracket "${id}".`, advice);
}

function showCommand(host: Host): Command {
  return baseCommand('show', 'show what is held of one, and what protects it')
    .argument('<ID>', 'the id that "tidemill bracket list" shows')
    .addOption(userOption('whose'))
    .action(async (id: string, options: OfBracket) => {
      await withRiskApplication(host, options, async ({ deps }) => {
        const shown = await named(deps, options, id);
        writeResult(host, options, toJson(shown), () => textOf(shown));
      });
    });
}

function cancelCommand(host: Host): Command {
  return baseCommand('cancel', 'cancel its entry, its stop and its targets')
    .argument('<ID>', 'the id that "tidemill bracket list" shows')
    .addOption(userOption('whose'))
    .option('--close-position', 'close what it holds at market; else that stays without a stop')
    .action(async (id: string, options: CancelOptions) => {
      await withRiskApplication(host, options, async ({ deps }) => {
        const { bracket } = await named(deps, options, id);
        const { userId, accountId } = bracket;
        const closesPosition = options.closePosition === true;
        await endBracket(deps, { userId, accountId, bracketId: id, closesPosition });
        const isOver = !bracket.isActivated;
        const result = { bracket_id: id, status: isOver ? 'ended' : 'ending' };
        writeResult(host, options, result, () => {
          return isOver ? `Bracket ${id} had ended.\n` : `Bracket ${id} ends.\n`;
        });
      });
    });
}

function setting({ bracket }: ShownBracket, key: string): string {
  const value = bracket.brain.config[key] ?? null;
  return typeof value === 'string' ? value : '';
}

function heldText({ bracket: { bracket } }: ShownBracket): string {
  return bracket === null ? '0' : shortDecimal(bracket.heldAmount, COIN_PLACES);
}

const COLUMNS = [
  { title: 'ID', cell: ({ bracket }: ShownBracket) => bracket.botId },
  { title: 'MARKET', cell: ({ bracket }: ShownBracket) => bracket.marketTag ?? '' },
  { title: 'WAY', cell: (of: ShownBracket) => setting(of, 'direction') },
  { title: 'STATE', cell: ({ state, outcome }: ShownBracket) => outcome ?? state },
  { title: 'AMOUNT', cell: (of: ShownBracket) => setting(of, 'amount') },
  { title: 'HELD', cell: heldText },
  { title: 'STOP', cell: (of: ShownBracket) => setting(of, 'stop_price') },
  { title: 'TARGET', cell: (of: ShownBracket) => setting(of, 'target_price') },
];

function textOf(shown: ShownBracket): string {
  const { bracket, state, outcome, reason, protectedAmount, orders } = shown;
  const facts: readonly (readonly [string, string])[] = [
    ['market', bracket.marketTag ?? ''],
    ['state', outcome === null ? state : `${state}: ${outcome}`],
    ['reason', reason ?? ''],
    ['held', heldText(shown)],
    ['protected', shortDecimal(protectedAmount, COIN_PLACES)],
    ['stop', setting(shown, 'stop_price')],
    ['target', setting(shown, 'target_price')],
    ['second target', setting(shown, 'second_target_price')],
    ['open orders', String(orders.length)],
  ];
  const lines = facts.filter(([, value]) => value !== '');
  return lines.map(([name, value]) => `${name.padEnd(14)} ${value}\n`).join('');
}

function toJson(shown: ShownBracket): object {
  const { bracket, state, outcome, reason, protectedAmount, orders } = shown;
  const { bracket: standing } = bracket;
  return {
    bracket_id: bracket.botId,
    account_id: bracket.accountId,
    ...bracket.brain.config,
    state,
    outcome,
    reason,
    held_amount: standing === null ? '0' : formatDecimal(standing.heldAmount),
    protected_amount: formatDecimal(protectedAmount),
    order_ids: orders.map(({ orderId }) => orderId),
  };
}
