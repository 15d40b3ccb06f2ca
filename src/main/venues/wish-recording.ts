// The operator's wish for a recording, handed to the process for exchanges of this data directory.

import { VENUE_CODES } from '#venues/dialects/load-dialect.ts';
import { systemClock } from '#adapters/system/system-ports.ts';
import { CommandFailed } from '#cli/command-error.ts';
import type { CallRecording } from '#cli/host.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { Config } from '#main/settings/config.ts';
import { prepareDataDirectory } from '#main/settings/data-directory.ts';
import { writeWish } from '#main/venues/record-calls.ts';

/** Null ends what is recorded. Returns the folder of the files. Throws CommandFailed. */
export async function wishRecording(
  { dataDir }: Pick<Config, 'dataDir'>,
  recording: CallRecording | null,
): Promise<string> {
  prepareDataDirectory(dataDir);
  if (recording === null) return writeWish(dataDir, null);
  const { code: exchange, accountId, minutes } = recording;
  if (!VENUE_CODES.includes(exchange))
    throw new CommandFailed(
      `There is no real exchange "${exchange}".`,
      `Use one of: ${VENUE_CODES.join(', ')}.`,
    );
  const untilMs = systemClock.nowMs() + minutes * MINUTE_MS;
  return writeWish(dataDir, { exchange, accountId, untilMs });
}
