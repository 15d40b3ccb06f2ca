// The market that a command names.

import { findMarketAnywhere } from '#services/history/history-coverage.ts';
import { CommandFailed } from '#cli/command-error.ts';
import type { ServiceDeps } from '#cli/host.ts';

type Market = NonNullable<Awaited<ReturnType<typeof findMarketAnywhere>>>['market'];

/** Throws CommandFailed when no exchange has it. */
export async function namedMarket(
  deps: Pick<ServiceDeps, 'exchanges'>,
  marketTag: string,
): Promise<Market> {
  const found = await findMarketAnywhere(deps, marketTag);
  if (found !== null) return found.market;
  throw unknownMarket(marketTag);
}

/** Failure of a command that names no market. */
export function unknownMarket(marketTag: string): CommandFailed {
  return new CommandFailed(
    `There is no market "${marketTag}".`,
    'See what there is: tidemill markets',
  );
}
