// Doctor's checks of real exchanges, through the process for exchanges of a running service:
// whether they can be reached, how far their clocks are from ours, and the files of probes.

import { existsSync } from 'node:fs';
import { VENUE_CODES } from '#venues/dialects/load-dialect.ts';
import { systemClock } from '#adapters/system/system-ports.ts';
import type { Check } from '#cli/host.ts';
import { LIMITS } from '#lib/limits.ts';
import { fail, ok, warn } from '#main/checks/check.ts';
import { linkVenues } from '#main/opening/link-venues.ts';
import { readMeasurement } from '#main/opening/measured-promises.ts';
import { listVenueSockets } from '#main/opening/venue-socket.ts';
import type { Config } from '#main/settings/config.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import { Failure } from '#venue-port/world/failure.ts';

const NAME = 'real exchanges';

/** Checks of the exchanges that are offered; without a running process, only their measurements. */
export async function* diagnoseVenues(config: Config): AsyncGenerator<Check> {
  const codes = config.venues ?? VENUE_CODES;
  if (codes.length === 0) {
    yield ok(NAME, 'none are offered (TIDEMILL_VENUES)');
    return;
  }
  yield* checkMeasurements(config, codes);
  const sockets = existsSync(config.dataDir) ? listVenueSockets(config.dataDir) : [];
  if (sockets.length === 0) {
    yield ok(NAME, 'no process for exchanges runs here; the service starts one');
    return;
  }
  const processes = sockets.map((socket) => ({ ...socket, endpoint: null, egress: '' }));
  // What concerns no account can be asked of any process, also without a database.
  const findAccountRoutes = async () => ({ processes, owners: new Map<number, string>() });
  const { exchanges, close } = await linkVenues(config, systemClock, {
    leases: { findAccountRoutes },
    installation: { listProcesses: async () => [] },
  });
  try {
    for (const exchange of exchanges) yield await checkVenue(exchange);
  } finally {
    close();
  }
}

function* checkMeasurements(config: Config, codes: readonly string[]): Generator<Check> {
  for (const code of codes) {
    const read = readMeasurement(config, code, systemClock.nowMs());
    if (read.ok) continue;
    const advice = `Measure it again: tidemill exchanges probe ${code} --test-net`;
    yield warn(`promises of ${code}`, `they do not count: ${read.rejection}`, advice);
  }
}

/** Orders are refused while the clocks differ, whichever of them is wrong. */
async function checkVenue(exchange: Exchange): Promise<Check> {
  const name = `exchange ${exchange.code}`;
  let reached: string;
  try {
    const markets = await exchange.listMarkets();
    reached = `${markets.length} markets`;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    reached = `it cannot be reached: ${error.message}`;
  }
  const skewMs = exchange.clockSkewMs();
  if (skewMs !== null && Math.abs(skewMs) > LIMITS.venueClockSkewMsMax) {
    const direction = skewMs > 0 ? 'ahead of' : 'behind';
    const detail = `its clock is ${Math.abs(skewMs)} ms ${direction} ours: orders are refused`;
    const advice =
      'Set the clocks of this machine and of the database by a time server (NTP). ' +
      'If they are right, wait for the exchange.';
    return fail(name, detail, advice);
  }
  const health = exchange.health();
  const clock =
    skewMs === null ? 'its clock was not measured' : `its clock differs by ${skewMs} ms`;
  const detail = `${reached}; ${clock}`;
  if (health === 'open') return ok(name, detail);
  const advice = 'Read the log of the process for exchanges, and what the exchange says of itself.';
  return warn(name, `${health}: ${detail}`, advice);
}
