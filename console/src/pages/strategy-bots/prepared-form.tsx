// Waits for the price and the money that the first settings of a new bot follow from.

import type { Market, PartnerStrategy } from '@tidemill/client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { priceQuery } from '../../api/queries.ts';
import type { PlanOwner } from '../../api/strategy-queries.ts';
import { Loading } from '../../parts/states.tsx';
import { usualSettings } from './chosen-settings.ts';
import { StrategyForm } from './strategy-form.tsx';

type Props = {
  readonly owner: PlanOwner;
  readonly strategy: PartnerStrategy;
  readonly market: Market;
  /** Where the bot trades. */
  readonly head: ReactNode;
  /** Undefined while they are read. */
  readonly balances:
    | readonly { readonly currency: string; readonly available: string }[]
    | undefined;
};

export function PreparedForm({ owner, strategy, market, head, balances }: Props) {
  const { data: price } = useQuery(priceQuery(market.market_tag));
  if (price === undefined || balances === undefined) return <Loading lines={8} />;
  const currency = market.contract?.margin_currency ?? market.quote;
  const usual = usualSettings(strategy.type, {
    price: Number(price.price ?? 0),
    priceDecimals: market.price_decimals,
    free: Number(balances.find((of) => of.currency === currency)?.available ?? 0),
  });
  return (
    <StrategyForm owner={owner} strategy={strategy} market={market} usual={usual} head={head} />
  );
}
