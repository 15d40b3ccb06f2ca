// Clients that place, cancel and list, repeat a request until it has a response, and remember what
// was acknowledged.

import type { Decimal } from '#lib/decimal.ts';
import { decimal } from '#lib/decimal.ts';
import { present } from '#lib/assert.ts';
import { marketGrid, priceOf, ticksOf } from '#venue-port/market/market-grid.ts';
import type { Fleet } from './fleet.ts';
import { noteDefects } from './fleet.ts';
import type { PlaceWish, Reply, Server } from './gateway.ts';
import { cancel, list, place } from './gateway.ts';
import type { SimWorld } from './world.ts';

/** What clients know from responses alone. */
export type Acknowledgements = {
  /** Order ids by request. */
  readonly placed: Map<string, { readonly orderId: string; readonly wish: PlaceWish }>;
  /** Requests that were refused for good. */
  readonly refused: Map<string, string>;
  readonly cancelled: Set<string>;
  /** Requests that were begun. */
  readonly begun: Set<string>;
  /** Ids that a list showed. */
  readonly listed: Set<string>;
  clientsLeft: number;
};

const CLIENTS = 4;
const WISHES_PER_CLIENT = 6;
const PATIENCE_MS = 35_000;
const RETRY_MS_MAX = 15_000;
const TRIES_MAX = 200;
const MARKETS = ['SIM_BTC_USDT', 'SIM_ETH_USDT'] as const;

export function startClients(world: SimWorld, fleet: Fleet): Acknowledgements {
  const acknowledged: Acknowledgements = {
    placed: new Map(),
    refused: new Map(),
    cancelled: new Set(),
    begun: new Set(),
    listed: new Set(),
    clientsLeft: CLIENTS,
  };
  for (let index = 1; index <= CLIENTS; index += 1) {
    void runClient({ world, fleet, acknowledged, name: `client-${index}` });
  }
  return acknowledged;
}

type Client = {
  readonly world: SimWorld;
  readonly fleet: Fleet;
  readonly acknowledged: Acknowledgements;
  readonly name: string;
};

async function runClient(client: Client): Promise<void> {
  const { world, acknowledged } = client;
  await noteDefects(world, async () => {
    for (let count = 1; count <= WISHES_PER_CLIENT; count += 1) {
      await world.agenda.wait(world.chance.below(20_000));
      await doSomething(client, `${client.name}/${count}`);
    }
  });
  acknowledged.clientsLeft -= 1;
}

async function doSomething(client: Client, requestName: string): Promise<void> {
  const { world, acknowledged } = client;
  const orderIds = [...acknowledged.placed.values()].map(({ orderId }) => orderId);
  const [first, ...others] = orderIds;
  const draw = world.chance.below(10);
  if (first !== undefined && draw < 3) {
    await cancelOne(client, world.chance.pick([first, ...others]));
  } else if (draw === 9) {
    const reply = await insist(client, 'list', list);
    const listed = reply.kind === 'listed' ? reply.orderIds : [];
    for (const orderId of listed) acknowledged.listed.add(orderId);
    const [one, ...more] = listed;
    // Anybody's: a client may cancel what its bots placed.
    if (one !== undefined) await cancelOne(client, world.chance.pick([one, ...more]));
  } else {
    const wish = await drawWish(world, requestName);
    acknowledged.begun.add(requestName);
    const reply = await insist(client, `place ${requestName}`, (server) => place(server, wish));
    if (reply.kind === 'placed') {
      acknowledged.placed.set(requestName, { orderId: reply.orderId, wish });
    } else if (reply.kind === 'refused') acknowledged.refused.set(requestName, reply.code);
  }
}

async function cancelOne(client: Client, orderId: string): Promise<void> {
  const reply = await insist(client, `cancel ${orderId}`, (server) => cancel(server, orderId));
  if (reply.kind === 'cancelled') client.acknowledged.cancelled.add(orderId);
}

/** Repeats until there is a response. */
export async function insist(
  { world, fleet, name }: Pick<Client, 'world' | 'fleet' | 'name'>,
  what: string,
  ask: (server: Server) => Promise<Reply>,
): Promise<Reply> {
  const { agenda, chance, journal } = world;
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    const server = fleet.pick();
    if (server !== null) {
      journal.note(name, `${what}, at ${server.life.name}`);
      const reply = await Promise.race([responseOf(world, server, ask), noResponse(world, server)]);
      journal.note(name, `${what}: ${textOf(reply)}`);
      if (reply.kind !== 'again') return reply;
    }
    await agenda.wait(1_000 + chance.below(RETRY_MS_MAX));
  }
  world.faults.push(`${name} never had a response: ${what}`);
  return { kind: 'refused', code: 'no_response' };
}

async function responseOf(
  world: SimWorld,
  server: Server,
  ask: (server: Server) => Promise<Reply>,
): Promise<Reply> {
  let reply: Reply = { kind: 'again', code: 'server_error' };
  await noteDefects(world, async () => {
    reply = await ask(server);
  });
  return reply;
}

async function noResponse({ agenda }: SimWorld, { life }: Server): Promise<Reply> {
  await Promise.race([life.death, agenda.wait(PATIENCE_MS)]);
  return { kind: 'again', code: 'no_response' };
}

function textOf(reply: Reply): string {
  switch (reply.kind) {
    case 'placed':
      return `placed ${reply.orderId}`;
    case 'listed':
      return `listed ${reply.orderIds.length}`;
    case 'created':
      return `created ${reply.botId}`;
    case 'cancelled':
    case 'done':
      return reply.kind;
    case 'refused':
    case 'again':
      return `${reply.kind}: ${reply.code}`;
  }
}

/** Prices in percent of the market's: some fill at once, some soon, some never. */
const BUY_AT = [50n, 97n, 100n, 101n] as const;
const SELL_AT = [200n, 103n, 100n, 99n] as const;

async function drawWish({ chance, venue }: SimWorld, requestName: string): Promise<PlaceWish> {
  const marketTag = chance.pick(MARKETS);
  const markets = await venue.truth.listMarkets();
  const market = present(
    markets.find((one) => one.marketTag === marketTag),
    'the market is traded',
  );
  const side = chance.pick(['buy', 'sell'] as const);
  const type = chance.pick(['limit', 'limit', 'limit', 'market'] as const);
  const { price } = await venue.truth.fetchPrice(marketTag);
  const grid = marketGrid(market);
  const wanted = ((price * chance.pick(side === 'buy' ? BUY_AT : SELL_AT)) / 100n) as Decimal;
  const amount = decimal(chance.pick(['0.01', '0.02', '0.05', '1']));
  return {
    requestName,
    marketTag,
    side,
    type,
    price: type === 'limit' ? priceOf(grid, ticksOf(grid, wanted, 'floor')) : null,
    amount,
  };
}
