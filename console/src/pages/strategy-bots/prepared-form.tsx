// Waits for the price and the money that the first settings of a new bot follow from.

import type { Market, PartnerStrategy } from '@tidemill/client';
import type { UseQueryResult } from '@tanstack/react-query';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { priceQuery } from '../../api/queries.ts';
import type { PlanOwner } from '../../api/strategy-queries.ts';
import { whatKeeps } from '../../parts/states.tsx';
import { usualSettings } from './chosen-settings.ts';
import { StrategyForm } from './strategy-form.tsx';

type Props = {
  readonly owner: PlanOwner;
  readonly strategy: PartnerStrategy;
  readonly market: Market;
  /** Where the bot trades. */
  readonly head: ReactNode;
  readonly balance: UseQueryResult<{
    readonly data: readonly { readonly currency: string; readonly available: string }[];
  }>;
};

export function PreparedForm({ owner, strategy, market, head, balance }: Props) {
  const price = useQuery(priceQuery(market.market_tag));
  if (price.data === undefined || balance.data === undefined)
    return whatKeeps([price, balance], { lines: 8 });
  const currency = market.contract?.margin_currency ?? market.quote;
  const usual = usualSettings(strategy.type, {
    price: Number(price.data.price ?? 0),
    priceDecimals: market.price_decimals,
    free: Number(balance.data.data.find((of) => of.currency === currency)?.available ?? 0),
  });
  return (
    <StrategyForm owner={owner} strategy={strategy} market={market} usual={usual} head={head} />
  );
}
