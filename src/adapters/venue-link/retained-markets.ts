// The last list of markets of each exchange, in files: after a restart it is known also while the
// exchange does not respond. A file that cannot be read or written is as none: the list comes from
// the exchange again.

import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isRoot, ownerOf } from '#adapters/system/service-user.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { Market } from '#venue-port/market/market.ts';
import { decodeLine, textOf } from '#adapters/venue-link/link-message.ts';

export type DatedMarkets = {
  readonly markets: readonly Market[];
  /** When the exchange listed them. */
  readonly asOfMs: number;
};

export type RetainedMarkets = {
  read(code: string): Promise<DatedMarkets | null>;
  write(code: string, dated: DatedMarkets): Promise<void>;
};

/** Changes with the fields of a market: a list of other fields is not read. */
export const MARKETS_FORMAT = 1;
/** A list has megabytes, and hardly changes. */
const WRITTEN_EVERY_MS = 10 * MINUTE_MS;

type MarketsFile = DatedMarkets & { readonly format: number; readonly exchange: string };

/**
 * Files of a folder, one an exchange; reading gives null for what is missing, damaged or of another
 * format.
 */
export function retainedMarkets(folder: string, nowMs: () => number): RetainedMarkets {
  const pathOf = (code: string): string => join(folder, `${code}.json`);
  return {
    async read(code) {
      try {
        const text = await readFile(pathOf(code), 'utf8');
        const { format, exchange, markets, asOfMs } = decodeLine(text) as MarketsFile;
        const isOurs = format === MARKETS_FORMAT && exchange === code;
        return isOurs && Array.isArray(markets) ? { markets, asOfMs } : null;
      } catch {
        return null;
      }
    },
    async write(code, dated) {
      // A command of root's leaves nothing that the service could not replace.
      if (isRoot() && ownerOf(dirname(folder))?.userId !== 0) return;
      const path = pathOf(code);
      const unfinished = `${path}.${process.pid}`;
      try {
        if (nowMs() - (await writtenAtMs(path)) < WRITTEN_EVERY_MS) return;
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const retained: MarketsFile = { format: MARKETS_FORMAT, exchange: code, ...dated };
        await writeFile(unfinished, textOf(retained), { mode: 0o600 });
        await rename(unfinished, path);
      } catch {
        await rm(unfinished, { force: true }).catch(() => undefined);
      }
    },
  };
}

async function writtenAtMs(path: string): Promise<number> {
  try {
    return (await stat(path)).mtimeMs;
  } catch {
    return -Infinity;
  }
}
