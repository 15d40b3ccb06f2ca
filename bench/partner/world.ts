// A partner with end users, each with an account at the simulated exchange, and bots of strategies;
// and the API on the same database.

import { openExchanges } from '#main/opening/open-exchanges.ts';
import { systemClock, systemDigest, systemRandom } from '#adapters/system/system-ports.ts';
import { postgresPartnerBotStore } from '#adapters/postgres/stores/partner-bot-store.ts';
import { makePostgresSimStore } from '#adapters/postgres/stores/postgres-sim-store.ts';
import { makeSimulatedVenue } from '#adapters/sim/sim-wallets.ts';
import type { Ticks } from '#venue-port/market/market-grid.ts';
import { marketGrid, priceOf, ticksOf } from '#venue-port/market/market-grid.ts';
import type { Market } from '#venue-port/market/market.ts';
import type { StrategyType } from '#domain/strategy/strategy-type.ts';
import type { ConfigRecord } from '#strategies/read-config.ts';
import { readConfig } from '#strategies/read-config.ts';
import { assert, present } from '#lib/assert.ts';
import { decimal, formatDecimal } from '#lib/decimal.ts';
import { coalesce } from '#lib/coalesce.ts';
import type { StrategyBot } from '#ports/stores/bot-store.ts';
import type { EndUser } from '#ports/stores/partner-store.ts';
import { sampleAccount, sampleId, sampleKey, sampleUser } from '#ports/stores/store.fixture.ts';
import { mintKey } from '#services/keys/mint-key.ts';
import type { ServiceProcess } from '../../test/support/service-process.ts';
import { freePort } from '../../test/support/free-port.ts';
import { startServiceProcess } from '../../test/support/service-process.ts';
import type { BenchWorld } from '../bots/world.ts';
import { makeWorld } from '../bots/world.ts';
import { NEVER_RUN, UNCHOSEN_SETTINGS } from '#ports/stores/bot-store.ts';

const MADE_TOGETHER = 8;
const MONEY = decimal('1000000');
// So many requests that no window ends the benchmark.
const RATE_LIMITS = 'reads=100000000/60,writes=100000000/60,trading=100000000/60';

export type PartnerBotKind = 'grid' | 'dca' | 'signal';

export type PartnerWorld = BenchWorld & {
  readonly service: ServiceProcess;
  /** Of the partner, with all that its end users have. */
  readonly key: string;
  /** Starts bots of these kinds in turn, spread over so many end users. */
  startPartnerBots(
    count: number,
    usersCount: number,
    kinds: readonly PartnerBotKind[],
  ): Promise<void>;
};

type Place = { readonly endUser: EndUser; readonly accountId: string };
type PricedMarket = { readonly market: Market; readonly priceTicks: Ticks };

/** The API is served by a process of its own; nobody runs the bots yet. */
export async function makePartnerWorld(databaseSettings: readonly string[]): Promise<PartnerWorld> {
  const world = await makeWorld(databaseSettings);
  try {
    const { store, dataDir } = world;
    const partner = sampleUser({ plan: 'unlimited' });
    await store.insertUser(partner);
    const partnerId = partner.userId;
    const offer = { exchanges: ['sim'], marketTags: [] };
    await store.insertPartner({ partnerId, ...offer, createdAtMs: Date.now() });
    const { key, prefix } = mintKey(systemRandom);
    const row = sampleKey(partnerId, { prefix, scopes: ['whitelabel'] });
    await store.insertKey(row, systemDigest.sha256(key), null);
    const service = await startServiceProcess({
      dataDir,
      port: await freePort(),
      roles: ['--api'],
      // What is measured is the service, not what one user may take of it.
      environment: { TIDEMILL_RATE_LIMITS: RATE_LIMITS, TIDEMILL_TENANT_REQUESTS: '64/64' },
    });
    return {
      ...world,
      service,
      key,
      startPartnerBots: (count, usersCount, kinds) =>
        startPartnerBots(world, partnerId, count, usersCount, kinds),
      async end() {
        await service.end('SIGTERM');
        await world.end();
      },
    };
  } catch (error) {
    await world.end();
    throw error;
  }
}

async function startPartnerBots(
  world: BenchWorld,
  partnerId: string,
  count: number,
  usersCount: number,
  kinds: readonly PartnerBotKind[],
): Promise<void> {
  const markets = await pricedMarkets(world);
  const places = await eachOf(usersCount, () => makePlace(world, partnerId));
  const partnerBots = postgresPartnerBotStore(world.database);
  await eachOf(count, async (index) => {
    const kind = present(kinds[index % kinds.length], 'there is a kind');
    const place = present(places[index % usersCount], 'there is an end user');
    const priced = present(
      markets[Math.floor(index / kinds.length) % markets.length],
      'there is a market',
    );
    const { bot, signalToken } = newBot(place, priced, kind, index);
    const { exchange, userId } = place.endUser;
    const request = { bot, partnerId, exchange, signalToken };
    const unused = { source: null, botsMax: null, completion: null };
    const outcome = await partnerBots.insertPartnerBot({ ...request, ...unused });
    assert(outcome === 'inserted', 'each bot is new');
    const { botId, brain: loaded } = bot;
    const activation = { userId, botId, loaded, runningMax: null, atMs: Date.now() };
    await world.store.activateBot(activation);
  });
}

/** Returns in the order of the indexes. */
async function eachOf<T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> {
  const grouped = coalesce(async ([index = 0]: readonly number[]) => [await make(index)], {
    itemsMax: 1,
    groupsMax: MADE_TOGETHER,
  });
  return Promise.all(Array.from({ length: count }, (_, index) => grouped(index)));
}

async function pricedMarkets({ database }: BenchWorld): Promise<readonly PricedMarket[]> {
  const exchange = present(
    openExchanges(database, systemClock).registry.find('sim'),
    'there is a simulated exchange',
  );
  const markets = (await exchange.listMarkets()).filter(
    ({ marketType, quote, isOpen }) => marketType === 'spot' && quote === 'USDT' && isOpen,
  );
  return Promise.all(
    markets.map(async (market) => {
      const { price } = await exchange.fetchPrice(market.marketTag);
      return { market, priceTicks: ticksOf(marketGrid(market), price, 'floor') };
    }),
  );
}

async function makePlace({ store, database }: BenchWorld, partnerId: string): Promise<Place> {
  const userId = sampleId('usr');
  const endUser: EndUser = {
    userId,
    partnerId,
    externalId: `customer ${userId}`,
    exchange: 'sim',
    isSimulated: true,
    createdAtMs: Date.now(),
  };
  const account = sampleAccount(userId, { exchange: 'sim' });
  await store.insertEndUser(endUser, [{ account, deposits: null, credentials: null }], null);
  const venue = makeSimulatedVenue(makePostgresSimStore(database), 'sim');
  await venue.openWallet(account, [{ currency: 'USDT', amount: MONEY }], Date.now());
  return { endUser, accountId: account.accountId };
}

/** Name of the token that the signal bot of this index listens to. */
export function tokenOf(index: number): string {
  return `token-${index}`;
}

function newBot(
  { endUser, accountId }: Place,
  priced: PricedMarket,
  kind: PartnerBotKind,
  index: number,
) {
  const { market } = priced;
  const { type, config } = settingsOf(kind, priced, index);
  const read = readConfig(type, { market_tag: market.marketTag, ...config }, market);
  if (!read.ok) throw new Error(`Settings do not fit: ${JSON.stringify(read.rejection)}`);
  const bot: StrategyBot = {
    botId: sampleId('bot'),
    userId: endUser.userId,
    name: kind,
    accountId,
    marketTag: market.marketTag,
    brain: { kind: 'strategy', type, config: read.value.record },
    settings: UNCHOSEN_SETTINGS,
    ...NEVER_RUN,
    createdAtMs: Date.now(),
  };
  return { bot, signalToken: kind === 'signal' ? tokenOf(index) : null };
}

/**
 * Lines and steps so close to the price that many are crossed in each minute, and the orders that
 * fill are followed by others at the minute's close.
 */
function settingsOf(
  kind: PartnerBotKind,
  { market, priceTicks }: PricedMarket,
  index: number,
): { readonly type: StrategyType; readonly config: ConfigRecord } {
  switch (kind) {
    case 'grid': {
      // Any nearer, and a step between lines of a cheap market may not pay its fees.
      const perMille = BigInt(12 + (index % 5));
      const priceAt = (share: bigint): string =>
        formatDecimal(priceOf(marketGrid(market), ((priceTicks * share) / 1_000n) as Ticks));
      const config = {
        lower_price: priceAt(1_000n - perMille),
        upper_price: priceAt(1_000n + perMille),
        grid_count: 8,
        investment: '800',
      };
      return { type: 'spot_grid', config };
    }
    case 'dca': {
      const config = {
        base_order_size: '50',
        averaging_order_size: '50',
        price_deviation_percent: '0.3',
        take_profit_percent: '0.3',
      };
      return { type: 'spot_dollar_cost_averaging', config };
    }
    case 'signal':
      return { type: 'webhook', config: { signal_token: tokenOf(index), order_size: '6' } };
  }
}
