// Changes the offer of a partner to its end users: exchanges, and of an exchange either all markets
// or those that are enabled one by one.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Partner, PartnerStore } from '#ports/stores/partner-store.ts';
import type { ExchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { findMarketAnywhere } from '#services/history/history-coverage.ts';
import type { FindPartnerDeps, NoPartner } from '#services/partners/find-partner-of.ts';
import { findPartnerOf } from '#services/partners/find-partner-of.ts';

export type ChangeOfferDeps = FindPartnerDeps & {
  readonly partners: Pick<PartnerStore, 'setPartnerOffer'>;
  readonly exchanges: ExchangeRegistry;
};

export type ExchangeChange = {
  readonly userName: string;
  readonly exchange: string;
  readonly isEnabled: boolean;
};

export type MarketChange = {
  readonly userName: string;
  readonly marketTag: string;
  readonly isEnabled: boolean;
};

/** The partner as it is then. Bots that exist go on. */
export async function changeExchange(
  deps: ChangeOfferDeps,
  { userName, exchange, isEnabled }: ExchangeChange,
): Promise<Result<Partner, NoPartner | 'exchange_not_found'>> {
  const found = await findPartnerOf(deps, userName);
  if (!found.ok) return found;
  const known = deps.exchanges.find(exchange);
  if (known === null) return rejected('exchange_not_found');
  const { exchanges } = found.value;
  return keep(deps, { ...found.value, exchanges: changed(exchanges, known.code, isEnabled) });
}

/** The partner as it is then. Bots that exist go on. */
export async function changeMarket(
  deps: ChangeOfferDeps,
  { userName, marketTag, isEnabled }: MarketChange,
): Promise<Result<Partner, NoPartner | 'market_not_found'>> {
  const found = await findPartnerOf(deps, userName);
  if (!found.ok) return found;
  const { exchanges, marketTags } = found.value;
  const listed = await findMarketAnywhere(deps, marketTag);
  if (listed === null || !exchanges.includes(listed.exchange.code))
    return rejected('market_not_found');
  return keep(deps, { ...found.value, marketTags: changed(marketTags, marketTag, isEnabled) });
}

async function keep(
  { partners }: ChangeOfferDeps,
  partner: Partner,
): Promise<Result<Partner, 'not_a_partner'>> {
  const isRetained = await partners.setPartnerOffer(partner.partnerId, partner);
  return isRetained ? accepted(partner) : rejected('not_a_partner');
}

function changed(list: readonly string[], item: string, isIn: boolean): readonly string[] {
  const others = list.filter((each) => each !== item);
  return isIn ? [...others, item].toSorted() : others;
}
