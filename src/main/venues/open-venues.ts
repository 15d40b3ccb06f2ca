// The drivers of the real exchanges of this installation, in the process that holds credentials.

import type { AccountCredentials } from '#services/exchanges/account-credentials.ts';
import { VENUE_CODES, loadDialect } from '#venues/dialects/load-dialect.ts';
import type { Venue } from '#venues/open-venue.ts';
import { openVenue } from '#venues/open-venue.ts';
import { systemTimer } from '#adapters/system/system-ports.ts';
import type { Recordings } from '#main/venues/record-calls.ts';
import { promisesOf } from '#main/opening/measured-promises.ts';
import type { Config } from '#main/settings/config.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import type { Log } from '#venue-port/world/log.ts';
import type { Tracer } from '#venue-port/world/tracer.ts';

/** With which a request was refused; whether the key itself is remains to be checked. */
export type RefusedKey = {
  readonly exchange: Exchange;
  readonly accountId: string;
  /** Of the credentials: they may have been replaced meanwhile. */
  readonly version: number;
};

type Parts = {
  readonly clock: Clock;
  readonly log: Log;
  readonly tracer: Tracer | null;
  readonly credentials: AccountCredentials;
  /** Until when this process may send for the account. */
  readonly sendByMs: (accountId: string) => number;
  readonly recordings: Pick<Recordings, 'recorderOf'>;
  /** Hears that a venue refuses requests of a key that it had accepted. */
  readonly onRefused: (refused: RefusedKey) => void;
};

/**
 * Opens the drivers of the exchanges that are offered; measured promises replace the claimed ones
 * where they are valid.
 */
export async function openVenues(
  config: Config,
  { clock, log, tracer, credentials, sendByMs, recordings, onRefused }: Parts,
): Promise<readonly Venue[]> {
  const opened = (config.venues ?? VENUE_CODES).map(async (code) => {
    const claimed = await loadDialect(code);
    const promises = promisesOf(config, claimed, clock.nowMs(), (reason) =>
      log.warn('venue.measurement_refused', { exchange: code, reason }),
    );
    const dialect = { ...claimed, promises };
    const venue: Venue = openVenue({
      dialect,
      redirect: config.venueLoopback,
      clock,
      timer: systemTimer,
      log,
      tracer,
      sendByMs,
      record: recordings.recorderOf(code),
      credentials: {
        credentialsOf: (accountId) => credentials.find(accountId),
        credentialsToCheck: (accountId, candidate) => credentials.findToCheck(accountId, candidate),
        onRefused: (accountId, refused) => {
          const version = credentials.versionOf(refused);
          if (version !== null) onRefused({ exchange: venue.exchange, accountId, version });
        },
      },
    });
    return venue;
  });
  return Promise.all(opened);
}
