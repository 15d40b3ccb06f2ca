// Waits for the price and the money that the first settings of a new bot follow from.

import type { Market, PartnerStrategy } from '@tidemill/client';
import type { UseQueryResult } from '@tanstack/react-query';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { priceQuery } from '../../api/queries.ts';
import type { PlanOwner, StrategyType } from '../../api/strategy-queries.ts';
import { rangeQuery } from '../../api/strategy-queries.ts';
import type { StrategyAddress } from '../../app/strategy-address.ts';
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
  /** What the address has of the form. */
  readonly retained: StrategyAddress;
  readonly onKeep: (next: StrategyAddress) => void;
};

export function PreparedForm({ balance, ...shown }: Props) {
  const { strategy, market } = shown;
  const price = useQuery(priceQuery(market.market_tag));
  const range = useQuery({
    ...rangeQuery(market.market_tag, RANGE_DAYS),
    enabled: hasRange(strategy.type),
  });
  if (price.data === undefined || balance.data === undefined || range.isLoading)
    return whatKeeps([price, balance, ...(range.isLoading ? [range] : [])], { lines: 8 });
  const currency = market.contract?.margin_currency ?? market.quote;
  const usual = usualSettings(strategy.type, {
    price: Number(price.data.price ?? 0),
    priceDecimals: market.price_decimals,
    free: Number(balance.data.data.find((of) => of.currency === currency)?.available ?? 0),
    range: range.data ?? null,
  });
  return <StrategyForm {...shown} usual={usual} />;
}

/** Of the prices that a range is proposed from. */
const RANGE_DAYS = 30;

const hasRange = (type: StrategyType): boolean => type.endsWith('_grid');
