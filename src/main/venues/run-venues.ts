// The process that trades at real exchanges: it holds credentials, request budgets and streams,
// runs no scripts and serves no requests but those of the other processes of this machine. A second
// one of the same data directory waits, and takes over when the first one dies.

import { serveVenueLink } from '#adapters/venue-link/serve-venue-link.ts';
import type { AccountCredentials } from '#adapters/venues/account-credentials.ts';
import { accountCredentials } from '#adapters/venues/account-credentials.ts';
import type { Venue } from '#adapters/venues/open-venue.ts';
import type { ProcessStatus } from '#api/http/callers/status-server.ts';
import { openVenueKey } from '#main/opening/open-venue-key.ts';
import { backgroundDefects } from '#main/process/background-defects.ts';
import { showStatus } from '#main/process/process-figures.ts';
import type { RoleParts } from '#main/run-role.ts';
import { runRole } from '#main/run-role.ts';
import type { Config, Environment } from '#main/settings/config.ts';
import { machineMonotonicMs } from '#main/opening/machine-monotonic.ts';
import type { RefusedKey } from '#main/venues/open-venues.ts';
import { openVenues } from '#main/venues/open-venues.ts';
import { takeVenueRole, venueSocketPath } from '#main/opening/venue-socket.ts';
import { Failure, OutcomeUnknown } from '#ports/world/failure.ts';
import { credentialRecheck } from '#services/credentials/recheck-credentials.ts';

const STATUS_EVERY_MS = 1_000;

/** See runRole. Throws CommandFailed when stored credentials need a key that is not here. */
export async function runVenues(
  config: Config,
  version: string,
  environment: Environment,
): Promise<void> {
  let forget = (): void => undefined;
  const run = async (parts: RoleParts): Promise<void> => {
    parts.log.info('venues.started', { version });
    const { dataDir } = config;
    const opener = await openVenueKey(parts.core.store, { environment, dataDir, log: parts.log });
    const credentials = accountCredentials(parts.core.store, opener);
    forget = credentials.forget;
    await runUntilStopped(config, parts, credentials);
  };
  await runRole(config, 'venues', run, () => forget());
}

async function runUntilStopped(
  config: Config,
  parts: RoleParts,
  credentials: AccountCredentials,
): Promise<void> {
  const { log, shutdownSignal } = parts;
  const stopping = new AbortController();
  const reason = shutdownSignal.reason.finally(() => stopping.abort());
  const role = await takeVenueRole(config.dataDir, stopping.signal);
  if (role !== null) await serveVenues(config, parts, credentials, stopping.signal);
  const ended = await reason;
  role?.release();
  log.info('venues.stopping', { reason: ended.kind === 'signal' ? ended.signal : ended.kind });
  if (ended.kind === 'defect') throw ended.error;
}

async function serveVenues(
  config: Config,
  { core, log }: RoleParts,
  credentials: AccountCredentials,
  stopping: AbortSignal,
): Promise<void> {
  const { clock } = core;
  const deps = { ...core.deps, riskSwitch: core.store, log };
  // What one account provokes, such as a damaged row, must not end the trading of all others.
  const defects = backgroundDefects(log);
  const recheck = credentialRecheck(deps);
  const noteRefused = async (key: RefusedKey): Promise<void> => {
    credentials.forget();
    try {
      await recheck(key);
    } catch (error) {
      if (!(error instanceof Failure || error instanceof OutcomeUnknown)) throw error;
      // A later refused request has it checked again.
      const { accountId } = key;
      log.warn('account.key_not_checked', { account_id: accountId, cause: error.message });
    }
  };
  const venues = await openVenues(config, {
    clock,
    log,
    credentials,
    onRefused: (key) =>
      void noteRefused(key).catch((error: unknown) =>
        defects.note({ work: 'note_refusal', account_id: key.accountId }, error),
      ),
  });
  const link = await serveVenueLink({
    socketPath: venueSocketPath(config.dataDir),
    exchanges: venues.map(({ exchange }) => exchange),
    monotonicMs: machineMonotonicMs,
    statusEveryMs: STATUS_EVERY_MS,
    onDefect: (method, error) => defects.note({ work: 'venue_call', method }, error),
  });
  const hide = await showStatus(config, 'venues', venueStatus(venues));
  log.info('venues.serving', { exchanges: venues.map(({ exchange }) => exchange.code).join(', ') });
  if (!stopping.aborted)
    await new Promise((resolve) => stopping.addEventListener('abort', resolve, { once: true }));
  await link.close();
  for (const venue of venues) venue.close();
  await hide();
}

function venueStatus(venues: readonly Venue[]): ProcessStatus {
  const labelled = (valueOf: (venue: Venue) => number) =>
    venues.map((venue) => ({ labels: { exchange: venue.exchange.code }, value: valueOf(venue) }));
  return {
    // A venue that is down is no reason to restart the process.
    whyNotReady: () => null,
    figures: () => [
      {
        name: 'tidemill_venue_up',
        kind: 'gauge',
        help: 'Whether the exchange could be reached with the last requests.',
        samples: labelled(({ exchange }) => (exchange.health() === 'down' ? 0 : 1)),
      },
      {
        name: 'tidemill_venue_clock_skew_seconds',
        kind: 'gauge',
        help: "The exchange's clock less ours; zero before the first measurement.",
        samples: labelled(({ exchange }) => (exchange.clockSkewMs() ?? 0) / 1_000),
      },
    ],
  };
}
