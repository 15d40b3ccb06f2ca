// Market prices, streamed into the queries that pages read. Pages out of view are not fed: a
// browser has few connections, and they are for pages in view.

import type { Candle, MarketMessage } from '@tidemill/client';
import type { QueryClient } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api } from './api.ts';
import { whileInView } from './in-view.ts';
import { priceQuery, tickerQuery } from './queries.ts';

/** Between two tries of a stream that was refused. */
const REFUSED_MS = 10_000;

/** `onMinute` is called with each minute as it closes. Null: no market is followed. */
export function useMarketStream(
  marketTag: string | null,
  onMinute?: (minute: Candle) => void,
): void {
  const client = useQueryClient();
  const listener = useRef(onMinute);
  useEffect(() => {
    listener.current = onMinute;
  });
  useEffect(() => {
    if (marketTag === null) return;
    return whileInView((signal) => {
      void follow(client, marketTag, signal, (minute) => listener.current?.(minute));
    });
  }, [client, marketTag]);
}

async function follow(
  client: QueryClient,
  marketTag: string,
  signal: AbortSignal,
  onMinute: (minute: Candle) => void,
): Promise<void> {
  while (!signal.aborted) {
    try {
      for await (const news of api.market(marketTag, { signal })) take(client, news, onMinute);
    } catch {
      if (signal.aborted) return;
      await new Promise((resolve) => setTimeout(resolve, REFUSED_MS));
    }
  }
}

function take(client: QueryClient, news: MarketMessage, onMinute: (minute: Candle) => void): void {
  if (news.type === 'minute') onMinute(news.data);
  if (news.type !== 'ticker') return;
  const { day, ...price } = news.data;
  client.setQueryData(priceQuery(price.market_tag).queryKey, price);
  client.setQueryData(tickerQuery(price.market_tag).queryKey, { ...price, day });
}
