// `tidemill history sync`.

import { setTimeout } from 'node:timers/promises';
import type { Command } from 'commander';
import { formatInstant } from '#lib/time.ts';
import { visibleText } from '#lib/visible-text.ts';
import { countText } from '#lib/group-thousands.ts';
import type { Market } from '#venue-port/market/market.ts';
import { listSyncedMarkets } from '#services/history/list-synced-markets.ts';
import type { SyncOutcome } from '#services/history/sync-histories.ts';
import { syncHistories } from '#services/history/sync-histories.ts';
import type { SyncedHistory } from '#services/history/sync-history.ts';
import { canFetch } from '#services/history/sync-history.ts';
import { CommandFailed } from '#cli/command-error.ts';
import type { CommonOptions } from '#cli/command-base.ts';
import { baseCommand, withApplication, writeResult } from '#cli/command-base.ts';
import { minuteText } from '#cli/history/history-text.ts';
import type { Host, ServiceDeps } from '#cli/host.ts';
import { parseUntil } from '#cli/parse-argument.ts';
import { makeProgress } from '#cli/progress.ts';
import { refusedHistory } from '#cli/history/refused-history.ts';

type SyncOptions = CommonOptions & {
  exchange?: string;
  market?: readonly string[];
  from?: number;
};

/** Command `tidemill history sync`. */
export function historySyncCommand(host: Host): Command {
  return baseCommand('sync', 'fetch minutes from exchanges, on from where the last sync stopped')
    .option('--exchange <CODE>', 'only its markets, which --market may then name as BTC/USDT')
    .option(
      '--market <TAG>',
      'may be repeated; default every market that was synced before',
      (tag: string, earlier: readonly string[] | undefined) => [...(earlier ?? []), tag],
    )
    .option(
      '--from <TIME>',
      'fetch back to here; default on from what is there, or thirty days',
      parseUntil,
    )
    .action(async (options: SyncOptions) => {
      await withApplication(host, options, ({ deps }) => runSync(host, deps, options));
    });
}

async function runSync(host: Host, deps: ServiceDeps, options: SyncOptions): Promise<void> {
  const marketTags = await marketTagsOf(deps, options);
  const progress = makeProgress(host, options, deps.clock);
  let share = 0;
  const command = {
    marketTags,
    fromMs: options.from ?? null,
    pause: async (durationMs: number, reason: string) => {
      progress.show(`waiting up to ${durationMs / 1_000} s: ${visibleText(reason)}`, share);
      await setTimeout(durationMs);
    },
  };
  const outcomes = await syncHistories(deps, command, (all) => {
    const { doneMinutes, totalMinutes, marketsCount } = all;
    const on = marketsCount === 1 ? '' : ` of ${marketsCount} markets`;
    const text = `${countText(doneMinutes)} of ${countText(totalMinutes)} minutes${on}`;
    share = doneMinutes / totalMinutes;
    progress.show(text, share);
  });
  progress.end();
  const done = outcomes.flatMap((each) =>
    each.kind === 'ended' && each.result.ok ? [each.result.value] : [],
  );
  const refusal = refusedSyncs(outcomes);
  // What was done is shown beside what was not.
  if (refusal === null || done.length > 0)
    writeResult(host, options, { data: done.map(syncedToJson) }, () => syncedText(done));
  if (refusal !== null) throw refusal;
}

async function marketTagsOf(
  deps: ServiceDeps,
  { exchange: code, market: named }: SyncOptions,
): Promise<readonly string[]> {
  const synced = async (): Promise<readonly string[]> => listSyncedMarkets(deps);
  if (code === undefined) return named ?? synced();
  const exchange = deps.exchanges.find(code);
  if (exchange === null) {
    const codes = deps.exchanges.list().map((each) => each.code);
    throw new CommandFailed(
      `There is no exchange "${code}".`,
      `Use one of: ${codes.filter((each) => canFetch(deps, each)).join(', ')}.`,
    );
  }
  const markets = await exchange.listMarkets();
  if (named === undefined) {
    const listed = new Set(markets.map(({ marketTag }) => marketTag));
    return (await synced()).filter((tag) => listed.has(tag));
  }
  return named.flatMap((name) => tagsNamed(markets, name, exchange.code));
}

/** A symbol may be that of a spot market and of a contract; the tag names one of them. */
function tagsNamed(markets: readonly Market[], name: string, code: string): readonly string[] {
  const upper = name.toUpperCase();
  const symbolOf = ({ base, quote }: Market): string => `${base}/${quote}`.toUpperCase();
  const tagged = markets.filter(({ marketTag }) => marketTag === upper);
  const found = tagged.length > 0 ? tagged : markets.filter((each) => symbolOf(each) === upper);
  const [only] = found;
  if (only !== undefined && found.length === 1) return [only.marketTag];
  if (only === undefined)
    throw new CommandFailed(
      `The exchange "${code}" has no market "${name}".`,
      `See its markets: tidemill markets list --exchange ${code}`,
    );
  throw new CommandFailed(
    `"${name}" is the symbol of ${found.length} markets.`,
    `Name one of: ${found.map(({ marketTag }) => marketTag).join(', ')}.`,
  );
}

/** The first reason and what to do; null when all were synced. */
function refusedSyncs(outcomes: readonly SyncOutcome[]): CommandFailed | null {
  const failed = outcomes.filter((each) => each.kind === 'failed');
  for (const each of outcomes)
    if (each.kind === 'ended' && !each.result.ok)
      return refusedHistory(each.result.rejection, each.marketTag);
  if (failed.length === 0) return null;
  const lines = failed.map(({ marketTag, reason }) => `${marketTag}: ${reason}`);
  return new CommandFailed(
    lines.join('\n'),
    'What was fetched is stored. Run the same command again: it continues from there.',
  );
}

function syncedText(done: readonly SyncedHistory[]): string {
  if (done.length === 0)
    return (
      'No market was synced before. To sync one: tidemill history sync --market TAG\n' +
      'Markets of the simulated exchange need no sync; imported ones are extended by import.\n'
    );
  return done
    .map(({ market, addedCount, covered }) => {
      const reach = covered === null ? 'nothing yet' : `up to ${minuteText(covered.toMs)}`;
      return `${market.marketTag}: ${countText(addedCount)} new candles, ${reach}.\n`;
    })
    .join('');
}

function syncedToJson({ market, addedCount, replacedCount, covered }: SyncedHistory): object {
  return {
    market_tag: market.marketTag,
    added_candles: addedCount,
    replaced_candles: replacedCount,
    from: covered === null ? null : formatInstant(covered.fromMs),
    to: covered === null ? null : formatInstant(covered.toMs),
  };
}
