// The process that trades at real exchanges: it holds credentials, request budgets and streams,
// runs no scripts and serves no requests but those of the installation's other processes. Several
// of them share the accounts, and take over those of one that dies.

import type { AccountCredentials } from '#services/exchanges/account-credentials.ts';
import { accountCredentials } from '#services/exchanges/account-credentials.ts';
import { systemTimer } from '#adapters/system/system-ports.ts';
import { openVenueKey } from '#main/opening/open-venue-key.ts';
import { backgroundDefects } from '#main/process/background-defects.ts';
import { showStatus } from '#main/process/process-figures.ts';
import type { RoleParts } from '#main/run-role.ts';
import { runRole } from '#main/run-role.ts';
import type { Config, Environment } from '#main/settings/config.ts';
import type { RefusedKey } from '#main/venues/open-venues.ts';
import { openRecordings } from '#main/venues/record-calls.ts';
import { openVenues } from '#main/venues/open-venues.ts';
import { openFeeds } from '#main/venues/open-feeds.ts';
import type { HolderPlace } from '#main/venues/trade-accounts.ts';
import { tradeAccounts } from '#main/venues/trade-accounts.ts';
import { venueStatus } from '#main/venues/venue-figures.ts';
import { Failure, OutcomeUnknown } from '#venue-port/world/failure.ts';
import type { Log } from '#venue-port/world/log.ts';
import type { CredentialRecheck } from '#services/credentials/recheck-credentials.ts';
import { credentialRecheck } from '#services/credentials/recheck-credentials.ts';

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
    await runUntilStopped(config, { ...parts, version }, credentials);
  };
  await runRole(config, { role: 'venues', version }, run, () => forget());
}

async function runUntilStopped(
  config: Config,
  parts: RoleParts & { readonly version: string },
  credentials: AccountCredentials,
): Promise<void> {
  const { core, log, shutdownSignal, version } = parts;
  // What one account provokes, such as a damaged row, must not end the trading of all others.
  const defects = backgroundDefects(log);
  const recheck = credentialRecheck({ ...core.deps, riskSwitch: core.store, log });
  const place: HolderPlace = { holder: null };
  const { clock } = core;
  const { accountOf } = credentials;
  const { dataDir } = config;
  const recordings = openRecordings({ dataDir, clock, timer: systemTimer, log, accountOf });
  const venues = await openVenues(config, {
    clock,
    tracer: core.tracer,
    recordings,
    log,
    credentials,
    sendByMs: (accountId) => place.holder?.sendByMs(accountId) ?? -Infinity,
    onRefused: (key) =>
      void noteRefused({ credentials, recheck, log }, key).catch((error: unknown) =>
        defects.note({ work: 'note_refusal', account_id: key.accountId }, error),
      ),
  });
  const feeds = openFeeds(venues, {
    history: core.exchanges.history,
    log,
    onDefect: (error) => defects.note({ work: 'market_feed' }, error),
  });
  const trading = await tradeAccounts(config, {
    feeds,
    database: core.database,
    tracer: core.tracer,
    log,
    venues,
    place,
    onCallDefect: (method, error) => defects.note({ work: 'venue_call', method }, error),
    onDefect: shutdownSignal.onDefect,
  });
  const hide = await showStatus(config, 'venues', venueStatus(venues, trading.holder, feeds), {
    core,
    log,
    version,
  });
  const exchanges = venues.map(({ exchange }) => exchange.code).join(', ');
  log.info('venues.serving', { owner: trading.owner, exchanges });
  const reason = await shutdownSignal.reason;
  log.info('venues.stopping', { reason: reason.kind === 'signal' ? reason.signal : reason.kind });
  recordings.stop();
  for (const feed of feeds.values()) feed.close();
  await trading.stop();
  for (const venue of venues) venue.close();
  await hide();
  if (reason.kind === 'defect') throw reason.error;
}

type RefusalParts = {
  readonly credentials: AccountCredentials;
  readonly recheck: CredentialRecheck;
  readonly log: Log;
};

async function noteRefused(
  { credentials, recheck, log }: RefusalParts,
  key: RefusedKey,
): Promise<void> {
  credentials.forget();
  try {
    await recheck(key);
  } catch (error) {
    if (!(error instanceof Failure || error instanceof OutcomeUnknown)) throw error;
    // A later refused request has it checked again.
    log.warn('account.key_not_checked', { account_id: key.accountId, cause: error.message });
  }
}
