// Lists that running bots and backtests are worked by: what waits in the inboxes of bots, and the
// markets that exist only with their history.

import { MINUTE_MS } from '#lib/time.ts';
import { decimal } from '#lib/decimal.ts';
import { spotMarket } from '#venue-port/market/market.fixture.ts';
import { BOT_SHARDS_COUNT } from '#ports/stores/bot-run-store.ts';
import { sampleBot } from '#ports/stores/store.fixture.ts';
import type { StoredList, Surroundings } from './stored-stores.ts';
import { NOW_MS, shown } from './stored-stores.ts';

const SHARDS = Array.from({ length: BOT_SHARDS_COUNT }, (_, shard) => shard);
const STEPS = { priceStep: decimal('0.01'), amountStep: decimal('0.001') };
const START_MS = NOW_MS - (NOW_MS % MINUTE_MS);

export async function running(around: Surroundings): Promise<readonly StoredList[]> {
  return [...(await inboxes(around)), ...(await histories(around))];
}

async function inboxes({ stores, account, userId }: Surroundings): Promise<readonly StoredList[]> {
  const bots = [sampleBot(account), sampleBot(account)];
  for (const bot of bots) {
    await stores.insertBot(bot, null);
    const loaded = { kind: 'script', source: '', libraries: [] } as const;
    const { botId } = bot;
    await stores.activateBot({ userId, botId, loaded, runningMax: null, atMs: NOW_MS });
    const signal = { kind: 'signal', name: 'go', action: 'buy', signalAtMs: NOW_MS } as const;
    await stores.inbox.send([{ botId, input: { ...signal, payload: null } }], NOW_MS, null);
  }
  const list = shown(
    'inbox.listWaiting',
    'bot_inbox',
    { bot_id: bots[0]?.botId ?? '' },
    (each) => each.inbox.listWaiting(SHARDS, 100),
    ['activation'],
  );
  return [list];
}

async function histories({ stores }: Surroundings): Promise<readonly StoredList[]> {
  const tags = ['LAW_A_USDT', 'LAW_B_USDT'];
  for (const marketTag of tags)
    await stores.history.writeHistory({
      marketTag,
      steps: STEPS,
      candleMinutes: 1,
      days: [],
      covered: { fromMs: START_MS, toMs: START_MS + MINUTE_MS },
      onDifference: 'refuse',
      market: { ...spotMarket({}), marketTag },
    });
  const [marketTag = ''] = tags;
  const row = { market_tag: marketTag };
  return [
    {
      ...shown('history.listHistoryMarkets', 'market_histories', row, (each) =>
        each.history.listHistoryMarkets(),
      ),
      chosenBy: 'market',
    },
    shown('history.listHistory', 'market_histories', row, (each) => each.history.listHistory()),
  ];
}
