// `tidemill bracket`: an order with its stop and targets as one, placed, listed, shown and ended.

import type { Command } from 'commander';
import { Option } from 'commander';
import { present } from '#lib/assert.ts';
import type { Decimal } from '#lib/decimal.ts';
import { formatDecimal } from '#lib/decimal.ts';
import type { Json } from '#lib/json.ts';
import type { StopHolder } from '#venue-port/order/order-terms.ts';
import { STOP_HOLDERS } from '#venue-port/order/order-terms.ts';
import { endBracket } from '#services/brackets/end-bracket.ts';
import { listBrackets } from '#services/brackets/list-brackets.ts';
import { moveBracket } from '#services/brackets/move-bracket.ts';
import { placeBracket } from '#services/brackets/place-bracket.ts';
import type { ShownBracket } from '#services/brackets/show-brackets.ts';
import { showBrackets, shownBracket } from '#services/brackets/show-brackets.ts';
import type { ExitKey, ShownExit } from '#services/brackets/shown-exits.ts';
import { EXIT_KEYS } from '#services/brackets/shown-exits.ts';
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

/** Group `tidemill bracket`. */
export function bracketCommand(host: Host): Command {
  return groupCommand('bracket', 'orders with a stop and targets, as one', [
    placeCommand(host),
    listCommand(host),
    showCommand(host),
    moveCommand(host),
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

type MoveOptions = OfBracket & Pick<PlaceOptions, 'stop' | 'target' | 'secondTarget'>;

function moveCommand(host: Host): Command {
  return baseCommand('move', 'move its stop or its targets, or add one')
    .argument('<ID>', 'the id that "tidemill bracket list" shows')
    .addOption(userOption('whose'))
    .option('--stop <PRICE>', 'of the stop; not of one that trails', parsePositive)
    .option('--target <PRICE>', 'of the target', parsePositive)
    .option('--second-target <PRICE>', 'of the second, where there is one', parsePositive)
    .action(async (id: string, options: MoveOptions) => {
      const { stop, target, secondTarget } = options;
      const prices = {
        ...(stop === undefined ? {} : { stop_price: stop }),
        ...(target === undefined ? {} : { target_price: target }),
        ...(secondTarget === undefined ? {} : { second_target_price: secondTarget }),
      };
      if (Object.keys(prices).length === 0)
        throw new CommandFailed('Nothing is to be moved.', 'Name --stop, --target or both.');
      await withRiskApplication(host, options, async ({ deps }) => {
        const caller = await ownerOf(deps, options);
        const { accountId } = (await named(deps, options, id)).bracket;
        const moved = await moveBracket(deps, { caller, accountId, bracketId: id, prices });
        if (!moved.ok) {
          const { rejection } = moved;
          const detail =
            rejection.code === 'invalid_config'
              ? rejection.problems.map(({ message }) => `${message}.`).join('\n')
              : `There is no bracket "${id}".`;
          throw new CommandFailed(detail, `See it: tidemill bracket show ${id}`);
        }
        const [shown] = await showBrackets(deps, [moved.value]);
        const result = toJson(present(shown, 'each bracket is shown'));
        writeResult(host, options, result, () => `Bracket ${id}: its exits are being moved.\n`);
      });
    });
}

function setting({ bracket }: ShownBracket, key: string): string {
  const { config } = bracket.brain;
  const value = config[key] ?? null;
  return typeof value === 'string' ? value : '';
}

/** `61000 -> 61500` while it works at the first and is to be at the second. */
function exitText({ exits }: ShownBracket, key: ExitKey): string {
  const { price, movesTo } = exits[key];
  const works = price === null ? '' : formatDecimal(price);
  return movesTo === null ? works : `${works} -> ${formatDecimal(movesTo)}`.trim();
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
  { title: 'STOP', cell: (of: ShownBracket) => exitText(of, 'stop_price') },
  { title: 'TARGET', cell: (of: ShownBracket) => exitText(of, 'target_price') },
];

function textOf(shown: ShownBracket): string {
  const { bracket, state, outcome, reason, protectedAmount, orders } = shown;
  const facts: readonly (readonly [string, string])[] = [
    ['market', bracket.marketTag ?? ''],
    ['state', outcome === null ? state : `${state}: ${outcome}`],
    ['reason', reason ?? ''],
    ['held', heldText(shown)],
    ['protected', shortDecimal(protectedAmount, COIN_PLACES)],
    ['stop', exitText(shown, 'stop_price')],
    ['target', exitText(shown, 'target_price')],
    ['second target', exitText(shown, 'second_target_price')],
    ['open orders', String(orders.length)],
  ];
  const lines = facts.filter(([, value]) => value !== '');
  return lines.map(([name, value]) => `${name.padEnd(14)} ${value}\n`).join('');
}

function toJson(shown: ShownBracket): object {
  const { bracket, state, outcome, reason, protectedAmount, orders } = shown;
  const { bracket: standing } = bracket;
  const settings = Object.entries(bracket.brain.config).filter(
    ([key]) => !key.startsWith('moved_'),
  );
  const pricesOf = (of: keyof ShownExit): object =>
    Object.fromEntries(
      EXIT_KEYS.map((key) => {
        const price = shown.exits[key][of];
        return [key, price === null ? null : formatDecimal(price)];
      }),
    );
  const moves = EXIT_KEYS.some((key) => shown.exits[key].movesTo !== null);
  return {
    bracket_id: bracket.botId,
    account_id: bracket.accountId,
    ...Object.fromEntries(settings),
    ...pricesOf('price'),
    moves_to: moves ? pricesOf('movesTo') : null,
    state,
    outcome,
    reason,
    held_amount: standing === null ? '0' : formatDecimal(standing.heldAmount),
    protected_amount: formatDecimal(protectedAmount),
    order_ids: orders.map(({ orderId }) => orderId),
  };
}
