// Dependencies of running bots.

import type { BotStore } from '#ports/stores/bot-store.ts';
import type { BotInbox } from '#ports/stores/bot-inbox.ts';
import type { BotRunStore } from '#ports/stores/bot-run-store.ts';
import type { DataSeriesStore } from '#ports/stores/data-series-store.ts';
import type { MarketFeed } from '#venue-port/exchange/market-feed.ts';
import type { HistoryDeps } from '#services/history/history-deps.ts';
import type { LiveMinutes } from '#services/live/state/live-minutes.ts';
import type { Tracer } from '#venue-port/world/tracer.ts';
import type { OrderDeps } from '#services/orders/order-deps.ts';

export type LiveRunDeps = OrderDeps &
  HistoryDeps & {
    readonly bots: Pick<BotStore, 'findLoadedBrain'>;
    readonly dataSeries: Pick<DataSeriesStore, 'listDataSeries' | 'loadDataPoints'>;
    readonly runs: BotRunStore;
    readonly inbox: Pick<BotInbox, 'listWaiting' | 'endUnread'>;
    /** By the code of the exchange; absent: minutes are read from the store. */
    readonly marketFeeds?: ReadonlyMap<string, MarketFeed>;
    /** Of this process, as the feeds report them. */
    readonly liveMinutes?: LiveMinutes;
    /** Absent: updates are not traced. */
    readonly tracer?: Tracer | null;
  };
