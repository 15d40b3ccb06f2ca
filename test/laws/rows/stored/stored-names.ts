// The lists that the stores have, by their methods: a new one without a cell fails the law.

import type { Database } from '#adapters/postgres/connection/database.ts';
import { postgresBotRunStore } from '#adapters/postgres/stores/bot-run-store.ts';
import { postgresInstallationStore } from '#adapters/postgres/stores/installation-store.ts';
import { postgresPartnerSignalStore } from '#adapters/postgres/stores/partner-signal-store.ts';
import type { AnyJobs } from './stored-stores.ts';
import { storesOver } from './stored-stores.ts';

const OF_IDS = 'it lists ids, words or counts, each in a column of its own kind';
const AS_SHOWN = 'its rows are read as those of another list, which has the cells';
const OF_WORK = 'an account or a bot is worked by it, which needs every row or fails';
const PLAIN = 'its columns are of their own kinds, and it has no document';
const OF_ONE_RUN = 'its rows are of one run, which is read whole or not at all';

/** Methods without cells of their own, and why. */
export const WITHOUT_CELLS: Readonly<Record<string, string>> = {
  listAccountsInDoubt: AS_SHOWN,
  listAccountsInReach: AS_SHOWN,
  listAccountsToReconcile: AS_SHOWN,
  listAccountsWithLossLimit: AS_SHOWN,
  listDataSeries: OF_IDS,
  listDeniedOrders: AS_SHOWN,
  listEquity: PLAIN,
  listEquityOfAccounts: PLAIN,
  listExpiring: AS_SHOWN,
  listHookCalls: PLAIN,
  listKnownUsers: PLAIN,
  listLibraries: AS_SHOWN,
  listMarketsOfOrders: OF_IDS,
  listPasskeys: PLAIN,
  listSealedOtherwise: AS_SHOWN,
  listSealingKeyIds: OF_IDS,
  listWatchedMarkets: OF_IDS,
  'history.listCorrections': PLAIN,
  'installation.listProcesses': 'its rows are of processes that run, which write them anew',
  'installation.listQueues': OF_IDS,
  'labs.listResults': AS_SHOWN,
  'partnerBots.listFollowers': OF_WORK,
  'runs.listBotEquity': PLAIN,
  'runs.listClosedPositions': OF_ONE_RUN,
  'runs.listEvents': OF_ONE_RUN,
  'runs.listFilledOrders': OF_WORK,
  'runs.listHolders': OF_WORK,
  'runs.listLines': OF_ONE_RUN,
  'runs.listOrdersFilledWithin': OF_WORK,
  'runs.listRunnableBots': AS_SHOWN,
  'runs.listSubscribed': OF_IDS,
  'runs.listWorkingBotOrders': OF_WORK,
  'signals.listSignals': PLAIN,
  'webhooks.listBotDeliveries': AS_SHOWN,
  'webhooks.listDeliveriesAbout': AS_SHOWN,
};

/** Nothing is read from it: the stores are made, and their methods counted. */
const NOWHERE = new Proxy({} as Database, {
  get: () => () => {
    throw new Error('no database is read here');
  },
});

export async function STORED_NAMES(): Promise<readonly string[]> {
  const over = storesOver(NOWHERE, {} as AnyJobs);
  const { webhooks, notifications, labs, backtests, partnerBots, inbox, history, ...store } = over;
  const stores = [
    ['', store],
    ['webhooks', webhooks],
    ['notifications', notifications],
    ['labs', labs],
    ['backtests', backtests],
    ['partnerBots', partnerBots],
    ['signals', postgresPartnerSignalStore(NOWHERE)],
    ['runs', postgresBotRunStore(NOWHERE)],
    ['inbox', inbox],
    ['history', history],
    ['installation', postgresInstallationStore(NOWHERE, [])],
  ] as const;
  return stores.flatMap(([name, methods]) =>
    Object.keys(methods)
      .filter(
        (method) =>
          method.startsWith('list') || method === 'readEvents' || method === 'readResults',
      )
      .map((method) => (name === '' ? method : `${name}.${method}`)),
  );
}
