// `tidemill history sync`.

import type { Command } from 'commander';
import { formatInstant } from '#lib/time.ts';
import { countText } from '#lib/group-thousands.ts';
import { listSyncedMarkets } from '#services/history/list-synced-markets.ts';
import type { SyncedHistory } from '#services/history/sync-history.ts';
import { syncHistory } from '#services/history/sync-history.ts';
import type { CommonOptions } from '#cli/command-base.ts';
import { baseCommand, withApplication, writeResult } from '#cli/command-base.ts';
import { minuteText } from '#cli/history/history-text.ts';
import type { Host, ServiceDeps } from '#cli/host.ts';
import { parseUntil } from '#cli/parse-argument.ts';
import { makeProgress } from '#cli/progress.ts';
import { refusedHistory } from '#cli/history/refused-history.ts';

type SyncOptions = CommonOptions & { market?: readonly string[]; from?: number };

export function historySyncCommand(host: Host): Command {
  return baseCommand('sync', 'fetch minutes from exchanges, on from where the last sync stopped')
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
  const tags = options.market ?? (await listSyncedMarkets(deps));
  const progress = makeProgress(host, options, deps.clock);
  const done: SyncedHistory[] = [];
  for (const marketTag of tags) {
    const command = { marketTag, fromMs: options.from ?? null };
    const result = await syncHistory(deps, command, ({ doneMinutes, totalMinutes }) => {
      const text = `${marketTag}: ${countText(doneMinutes)} of ${countText(totalMinutes)} minutes`;
      progress.show(text, doneMinutes / totalMinutes);
    });
    progress.end();
    if (!result.ok) throw refusedHistory(result.rejection, marketTag);
    done.push(result.value);
  }
  writeResult(host, options, { data: done.map(syncedToJson) }, () => syncedText(done));
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
