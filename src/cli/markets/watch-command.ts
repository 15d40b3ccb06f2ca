// `tidemill watch`: the watch list of a user, and `tidemill prices`: what several markets trade at.

import type { Command } from 'commander';
import { formatDecimal } from '#lib/decimal.ts';
import { LIMITS } from '#lib/limits.ts';
import { formatInstant } from '#lib/time.ts';
import type { PriceRow } from '#services/history/show-prices.ts';
import { showPrices } from '#services/history/show-prices.ts';
import { listWatchedMarkets, unwatchMarket, watchMarket } from '#services/history/watch-list.ts';
import { fixedDecimal } from '#services/reports/shown-decimals.ts';
import { ownerOf } from '#cli/bot-text.ts';
import type { OfUser } from '#cli/choose-user.ts';
import { userOption } from '#cli/choose-user.ts';
import type { CommonOptions } from '#cli/command-base.ts';
import { baseCommand, groupCommand, withApplication, writeResult } from '#cli/command-base.ts';
import { CommandFailed } from '#cli/command-error.ts';
import type { Host, ServiceDeps } from '#cli/host.ts';
import { unknownMarket } from '#cli/markets/named-market.ts';
import { formatTable } from '#cli/table.ts';

type WatchOptions = CommonOptions & OfUser;

/** Group `tidemill watch`. */
export function watchCommand(host: Host): Command {
  return groupCommand('watch', 'a watch list: markets of several exchanges with their prices', [
    listCommand(host),
    addCommand(host),
    removeCommand(host),
  ]);
}

/** Command `tidemill prices`. */
export function pricesCommand(host: Host): Command {
  return baseCommand('prices', 'show what several markets trade at now')
    .argument('<MARKET...>', 'as "tidemill markets" shows them')
    .action(async (marketTags: readonly string[], options: CommonOptions) => {
      await withApplication(host, options, async ({ deps }) => {
        writeRows(host, options, await rowsOf(deps, marketTags), 'No market was named.');
      });
    });
}

function listCommand(host: Host): Command {
  return baseCommand('list', 'show the watched markets with their prices')
    .addOption(userOption('whose list it is'))
    .action(async (options: WatchOptions) => {
      await withApplication(host, options, async ({ deps }) => {
        const { userId } = await ownerOf(deps, options);
        const watched = await listWatchedMarkets(deps, userId);
        const rows = await rowsOf(
          deps,
          watched.map(({ marketTag }) => marketTag),
        );
        writeRows(host, options, rows, 'No market is watched: tidemill watch add MARKET');
      });
    });
}

function addCommand(host: Host): Command {
  return baseCommand('add', 'watch a market')
    .argument('<MARKET>', 'as "tidemill markets" shows it')
    .addOption(userOption('whose list it is'))
    .action(async (marketTag: string, options: WatchOptions) => {
      await withApplication(host, options, async ({ deps }) => {
        const { userId } = await ownerOf(deps, options);
        const done = await watchMarket(deps, userId, marketTag);
        if (!done.ok && done.rejection === 'market_not_found') throw unknownMarket(marketTag);
        if (!done.ok)
          throw new CommandFailed(
            `A watch list has at most ${LIMITS.watchedMarketsMax} markets.`,
            'Take one off first: tidemill watch remove MARKET',
          );
        const result = { market_tag: marketTag, is_watched: true };
        writeResult(host, options, result, () => `${marketTag} is watched.\n`);
      });
    });
}

function removeCommand(host: Host): Command {
  return baseCommand('remove', 'watch a market no more')
    .argument('<MARKET>', 'as "tidemill watch list" shows it')
    .addOption(userOption('whose list it is'))
    .action(async (marketTag: string, options: WatchOptions) => {
      await withApplication(host, options, async ({ deps }) => {
        const { userId } = await ownerOf(deps, options);
        if (!(await unwatchMarket(deps, userId, marketTag)))
          throw new CommandFailed(
            `"${marketTag}" is not on the watch list.`,
            'See what is: tidemill watch list',
          );
        const result = { market_tag: marketTag, is_watched: false };
        writeResult(host, options, result, () => `${marketTag} is watched no more.\n`);
      });
    });
}

/** So many at once as one request may name. */
async function rowsOf(deps: ServiceDeps, marketTags: readonly string[]): Promise<PriceRow[]> {
  const rows: PriceRow[] = [];
  for (let from = 0; from < marketTags.length; from += LIMITS.pricesPerRequestMax) {
    const named = marketTags.slice(from, from + LIMITS.pricesPerRequestMax);
    rows.push(...(await showPrices(deps, named)));
  }
  return rows;
}

const GAPS = {
  market_not_found: 'no such market',
  market_closed: 'closed',
  exchange_unreachable: 'exchange not reached',
} as const;

const COLUMNS = [
  { title: 'MARKET', cell: ({ marketTag }: PriceRow) => marketTag },
  {
    title: 'PRICE',
    cell: ({ price, gap }: PriceRow) =>
      price === null ? (gap === null ? '' : GAPS[gap]) : formatDecimal(price),
  },
  { title: '24 H %', figure: ({ changePercent }: PriceRow) => changePercent ?? '', places: 2 },
  { title: '24 H VOLUME', figure: ({ volume }: PriceRow) => volume ?? '' },
] as const;

function writeRows(
  host: Host,
  options: CommonOptions,
  rows: readonly PriceRow[],
  whenNone: string,
): void {
  writeResult(host, options, { data: rows.map(rowToJson) }, () =>
    formatTable(host.terminal, COLUMNS, rows, whenNone),
  );
}

function rowToJson(row: PriceRow): object {
  const { price, change, changePercent, volume, atMs } = row;
  return {
    market_tag: row.marketTag,
    price: price === null ? null : formatDecimal(price),
    at: atMs === null ? null : formatInstant(atMs),
    gap: row.gap,
    change: change === null ? null : formatDecimal(change),
    change_percent: changePercent === null ? null : fixedDecimal(changePercent, 8),
    volume: volume === null ? null : formatDecimal(volume),
  };
}
