// Explains why something could not be done with a market's history, and what to do next.

import { unreachable } from '#lib/assert.ts';
import { formatInstant } from '#lib/time.ts';
import { intervalText } from '#domain/candle/interval.ts';
import type { LoadHistoryRejection } from '#services/history/load-history.ts';
import { describeLoadRejection } from '#services/history/load-history.ts';
import type { DeleteHistoryRejection } from '#services/history/delete-history.ts';
import type { SyncHistoryRejection } from '#services/history/sync-history.ts';
import { CommandFailed } from '#cli/command-error.ts';

const SEE_LIST = 'See what there is: tidemill history list';

/** Failure of a command, with what to do next. */
export function refusedHistory(
  rejection: LoadHistoryRejection | SyncHistoryRejection | DeleteHistoryRejection,
  marketTag: string,
): CommandFailed {
  switch (rejection.code) {
    case 'from_in_future':
      return new CommandFailed('--from lies in the future.', 'Give a time in the past.');
    case 'nothing_to_fetch':
      return new CommandFailed(
        `The history of market "${marketTag}" is not fetched from anywhere.`,
        'Minutes of the simulated exchange are always there; imported ones are extended by ' +
          'another import: tidemill history import --help',
      );
    case 'minutes_gone':
      return new CommandFailed(
        `The exchange lists the newest minutes only: those of "${marketTag}" from ` +
          `${formatInstant(rejection.fromMs)} to ${formatInstant(rejection.toMs)} are gone.`,
        'Import them (tidemill history import --help), or begin anew: tidemill history delete ' +
          `--market ${marketTag}`,
      );
    case 'candles_longer':
      return new CommandFailed(
        `Market "${marketTag}" holds candles of ${intervalText(rejection.candleMinutes)}, ` +
          'to which no minutes can be added.',
        `To begin anew with minutes: tidemill history delete --market ${marketTag}`,
      );
    case 'nothing_stored':
      return new CommandFailed(`Market "${marketTag}" has no stored history.`, SEE_LIST);
    case 'no_history':
      return new CommandFailed(
        `${describeLoadRejection(rejection, marketTag)}.`,
        `Get some: tidemill history sync --market ${marketTag}, or tidemill history import --help`,
      );
    case 'steps_changed':
      return new CommandFailed(
        `${describeLoadRejection(rejection, marketTag)}.`,
        `Delete it and get it anew: tidemill history delete --market ${marketTag}`,
      );
    case 'market_not_found':
    case 'window_empty':
    case 'window_too_long':
    case 'not_covered':
      return new CommandFailed(`${describeLoadRejection(rejection, marketTag)}.`, SEE_LIST);
    default:
      return unreachable(rejection);
  }
}
