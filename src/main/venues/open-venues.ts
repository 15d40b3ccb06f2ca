// The drivers of the real exchanges of this installation, in the process that holds credentials.

import type { AccountCredentials } from '#adapters/venues/account-credentials.ts';
import { DIALECT_CODES, loadDialect } from '#adapters/venues/dialects/load-dialect.ts';
import type { Venue } from '#adapters/venues/open-venue.ts';
import { openVenue } from '#adapters/venues/open-venue.ts';
import { systemTimer } from '#adapters/system/system-ports.ts';
import { promisesOf } from '#main/opening/measured-promises.ts';
import type { Config } from '#main/settings/config.ts';
import type { Exchange } from '#ports/exchange/exchange.ts';
import type { Clock } from '#ports/world/clock.ts';
import type { Log } from '#ports/world/log.ts';

export type RefusedKey = {
  readonly exchange: Pick<Exchange, 'name'>;
  readonly accountId: string;
  /** Of the credentials: they may have been replaced meanwhile. */
  readonly version: number;
  /** In the venue's own words. */
  readonly refusal: string;
};

type Parts = {
  readonly clock: Clock;
  readonly log: Log;
  readonly credentials: AccountCredentials;
  /** Hears that a venue refuses a key that it had accepted. */
  readonly onRefused: (refused: RefusedKey) => void;
};

export async function openVenues(
  config: Config,
  { clock, log, credentials, onRefused }: Parts,
): Promise<readonly Venue[]> {
  const opened = (config.venues ?? DIALECT_CODES).map(async (code) => {
    const claimed = await loadDialect(code);
    const promises = promisesOf(config, claimed, clock.nowMs(), (reason) =>
      log.warn('venue.measurement_refused', { exchange: code, reason }),
    );
    const dialect = { ...claimed, promises };
    return openVenue({
      dialect,
      redirect: config.venueLoopback,
      clock,
      timer: systemTimer,
      log,
      credentials: {
        credentialsOf: (accountId) => credentials.find(accountId),
        credentialsToCheck: (accountId, candidate) => credentials.findToCheck(accountId, candidate),
        onRefused: (accountId, refused, refusal) => {
          const version = credentials.versionOf(refused);
          if (version !== null) onRefused({ exchange: dialect, accountId, version, refusal });
        },
      },
    });
  });
  return Promise.all(opened);
}
