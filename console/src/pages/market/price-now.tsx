// Price of a market, with the instant; grey, with its age, once that is over.

import type { Market } from '@tidemill/client';
import { useQuery } from '@tanstack/react-query';
import { priceQuery } from '../../api/queries.ts';
import { formatFixed } from '../../parts/format.ts';
import { useNowMs } from '../../parts/now.ts';
import { isOldPrice } from '../../parts/price-age.ts';
import { Time } from '../../parts/widgets.tsx';
import { MARKET } from '../../words/market.ts';

type Props = { readonly marketTag: string; readonly market: Market | null };

export function PriceNow({ marketTag, market }: Props) {
  const { data } = useQuery(priceQuery(marketTag));
  const nowMs = useNowMs(1_000);
  const isOld = isOldPrice(data?.at, nowMs);
  const shown = data?.price;
  return (
    <div className="quote-now" data-old={isOld}>
      <span className="price-now number">
        {typeof shown === 'string' ? formatFixed(shown, market?.price_decimals ?? 2) : '–'}
      </span>{' '}
      <span className="faint">{market?.quote}</span>
      <div className="hint">
        {isOld ? MARKET.lastPrice : null}
        <Time at={data?.at ?? null} isExact={!isOld} ago={isOld} />
      </div>
    </div>
  );
}
