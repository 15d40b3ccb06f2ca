// A probe of an exchange's promises, at its test net or at the loopback venue that stands in for
// it. It needs no database, and the key that it is given is stored nowhere.

import { createHash } from 'node:crypto';
import { systemClock, systemRandom } from '#adapters/system/system-ports.ts';
import { VENUE_CODES, loadDialect } from '#venues/dialects/load-dialect.ts';
import type { ProbeRun } from '#venues/probe/probe-venue.ts';
import { probeVenue } from '#venues/probe/probe-venue.ts';
import { CommandFailed } from '#cli/command-error.ts';
import type { Probe, ProbeRequest } from '#cli/host.ts';
import { identifierFromBytes } from '#lib/identifier.ts';
import {
  listMeasurements,
  readMeasurement,
  writeMeasurement,
} from '#main/opening/measured-promises.ts';
import type { Config } from '#main/settings/config.ts';
import { prepareDataDirectory } from '#main/settings/data-directory.ts';
import type { PromiseMeasurement } from '#venue-port/exchange/promise-measurement.ts';
import { Failure } from '#venue-port/world/failure.ts';
import { promiseClass } from '#services/exchanges/promise-class.ts';
import { promisesInUse } from '#services/exchanges/promises-in-use.ts';

const MARK_CHARACTERS = 12;
const NAME_BYTES = 16;

/** Throws CommandFailed, also when the test net does not take part. */
export async function probeExchange(
  config: Config,
  { code, marketTag, credentials }: ProbeRequest,
): Promise<Probe> {
  if (!VENUE_CODES.includes(code))
    throw new CommandFailed(
      `There is no real exchange "${code}".`,
      `Use one of: ${VENUE_CODES.join(', ')}.`,
    );
  const dialect = await loadDialect(code);
  const { testNetHosts, promises: claimed } = dialect;
  if (testNetHosts === undefined)
    throw new CommandFailed(
      `No test net of ${dialect.name} is known.`,
      'Nothing can be measured there; its promises stay those of its documentation.',
    );
  prepareDataDirectory(config.dataDir);
  const keyMark = markOf(credentials.apiKey);
  const earlier = listMeasurements(config, code).filter((each) => each.keyMark === keyMark);
  const measured = await explained(dialect.name, {
    dialect,
    hosts: testNetHosts,
    redirect: config.venueLoopback,
    clock: systemClock,
    credentials,
    newName: () => identifierFromBytes('ord', systemRandom.bytes(NAME_BYTES)).replace('_', ''),
    marketTag: marketTag ?? `${code.toUpperCase()}_BTC_USDT`,
    earlier: earlier.flatMap(({ endedOrders }) => endedOrders),
  });
  const measurement: PromiseMeasurement = {
    exchange: code,
    source: config.venueLoopback === null ? 'test_net' : 'loopback',
    measuredAtMs: systemClock.nowMs(),
    keyMark,
    ...measured,
  };
  const former = promisesInUse(claimed, formerOf(config, code));
  const file = writeMeasurement(config, measurement);
  const inUse = promisesInUse(claimed, measurement);
  return {
    file,
    measurement,
    promises: inUse,
    promiseClass: promiseClass(inUse),
    formerClass: promiseClass(former),
  };
}

async function explained(name: string, run: ProbeRun): ReturnType<typeof probeVenue> {
  try {
    return await probeVenue(run);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new CommandFailed(
      `The probe of ${name} was broken off: ${error.message}`,
      'Nothing was written. A test net has accounts, keys and money of its own.',
      { cause: error },
    );
  }
}

function formerOf(config: Config, code: string): PromiseMeasurement | null {
  const read = readMeasurement(config, code, systemClock.nowMs());
  return read.ok ? (read.value?.measurement ?? null) : null;
}

function markOf(apiKey: string): string {
  return createHash('sha256').update(`probe ${apiKey}`).digest('hex').slice(0, MARK_CHARACTERS);
}
