// What running bots needs of the world.

import type { BotStore } from '#ports/stores/bot-store.ts';
import type { BotInbox } from '#ports/stores/bot-inbox.ts';
import type { BotRunStore } from '#ports/stores/bot-run-store.ts';
import type { HistoryDeps } from '#services/history/history-deps.ts';
import type { OrderDeps } from '#services/orders/order-deps.ts';

export type LiveRunDeps = OrderDeps &
  HistoryDeps & {
    readonly bots: Pick<BotStore, 'findLoadedBrain'>;
    readonly runs: BotRunStore;
    readonly inbox: Pick<BotInbox, 'listWaiting'>;
  };
