// A star that puts a market on the watch list, and takes it off.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Market } from '@tidemill/client';
import { api } from '../../api/api.ts';
import { watchedQuery } from '../../api/price-queries.ts';
import { sessionQuery } from '../../api/session-query.ts';
import '../../styles/prices.css';
import { MARKETS } from '../../words/markets.ts';

const STAR =
  'M12 3.500l2.600 5.600 6.100.700-4.500 4.200 1.200 6-5.400-3-5.400 3 1.200-6-4.500-4.200 6.100-.700z';

type Props = { readonly market: Market };

export function WatchStar({ market }: Props) {
  const { data: session } = useQuery(sessionQuery);
  const { data: watched } = useQuery(watchedQuery);
  const change = useChange(market);
  if (session?.role === 'read_only' || watched === undefined) return null;
  const tag = market.market_tag;
  const isWatched = watched.some((of) => of.market_tag === tag);
  const name = `${market.base}/${market.quote}`;
  return (
    <>
      <button
        type="button"
        className="star"
        aria-pressed={isWatched}
        aria-label={MARKETS.watch(name)}
        title={isWatched ? MARKETS.onYourWatchList : MARKETS.putOnYourWatch}
        disabled={change.isPending}
        onClick={() => change.mutate(!isWatched)}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d={STAR} />
        </svg>
      </button>
      {change.isError ? (
        <span role="alert" className="hint fall">
          {change.error.message}
        </span>
      ) : null}
    </>
  );
}

function useChange(market: Market) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (isWanted: boolean) => {
      const params = { market_tag: market.market_tag };
      if (isWanted) await api.watchMarket(params);
      else await api.unwatchMarket(params);
    },
    onSettled: () => client.invalidateQueries(watchedQuery),
  });
}
