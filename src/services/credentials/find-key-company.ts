// The company that a key is of which its exchange refuses: companies of one group look alike to
// their customers, and keys of one are unknown to the others.

import type { Exchange, VenueAccount } from '#venue-port/exchange/exchange.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { ExchangeRegistry } from '#services/exchanges/exchange-registry.ts';

type Candidate = NonNullable<Parameters<Exchange['checkCredentials']>[1]>;

/** Asks all others of the group at once; null: none of them says that the key is one of its own. */
export async function findKeyCompany(
  exchanges: Pick<ExchangeRegistry, 'list'>,
  refusing: Exchange,
  account: VenueAccount,
  candidate: Candidate,
): Promise<Exchange | null> {
  const group = groupOf(refusing);
  const others = exchanges
    .list()
    .filter((each) => each.code !== refusing.code && groupOf(each) === group);
  const requested = others.map(async (each) =>
    (await takes(each, account, candidate)) ? each : null,
  );
  return (await Promise.all(requested)).find((each) => each !== null) ?? null;
}

function groupOf({ code, companyOf }: Exchange): string {
  return companyOf ?? code;
}

async function takes(
  exchange: Exchange,
  account: VenueAccount,
  candidate: Candidate,
): Promise<boolean> {
  try {
    await exchange.checkCredentials(account, candidate);
    return true;
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}
