// The exchanges' part of law 6: all real exchanges are in trouble, and every operation is requested
// beside them, for what is at another exchange and for what is at one of them.

import { makePaperPrices } from '#adapters/paper/paper-prices.ts';
import { requestedMarketData } from '#adapters/paper/requested-market-data.ts';
import { withPaperAccounts } from '#adapters/paper/with-paper-accounts.ts';
import { makeAccountUpdater } from '#adapters/sim/account-updater.ts';
import { makeMemorySimStore } from '#adapters/sim/memory-sim-store.ts';
import { makeSimExchange } from '#adapters/sim/sim-exchange.ts';
import { HARNESS_PRICES } from '#adapters/sim/sim-harness.fixture.ts';
import type { SimPrices } from '#adapters/sim/sim-prices.ts';
import type { SimStore } from '#adapters/sim/sim-store.ts';
import { openSimWallet } from '#adapters/sim/sim-wallets.ts';
import { OPERATIONS } from '#api/operations.ts';
import { STREAM_ROUTES } from '#api/streams/stream-routes.ts';
import { PAPER_PREFIX } from '#domain/venue/paper-account.ts';
import { decimal } from '#lib/decimal.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import type { MarketData } from '#ports/exchange/market-data.ts';
import { sampleAccount } from '#ports/stores/store.fixture.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import type { MatrixSize, PlantedViolation, TriedCell } from '../law.ts';
import type { OperationCaller } from './open-caller.ts';
import { openCaller, PATIENCE_MS, spansOf, turns, within } from './open-caller.ts';
import type { Outcome } from './judge-response.ts';
import { judgeBystander, judgeNamed, NO_OUTCOME } from './judge-response.ts';
import type { ExchangePart, Trouble, TroubledExchanges } from './troubled-exchanges.ts';
import { EXCHANGE_PARTS, tagAt, troubledExchanges, TROUBLES } from './troubled-exchanges.ts';
import { QUIET_NAMES } from './request-fields.ts';
import type { TroublePart } from './trouble-part.ts';

const PLANTED_PATIENCE_MS = 300;
/** The exchange that the cells name. */
const NAMED = 'binance';

const PAPER_ACCOUNT_ID = `${PAPER_PREFIX}_${'1'.repeat(26)}`;
/** Play money on the prices of the exchange that is well. */
const PAPER_NAMES = { ...QUIET_NAMES, account_id: PAPER_ACCOUNT_ID };
const BYSTANDERS = [
  ['of another exchange', QUIET_NAMES],
  ['of a paper account', PAPER_NAMES],
] as const;
type Bystanders = (typeof BYSTANDERS)[number];
const NAMES_IN_TROUBLE = {
  ...QUIET_NAMES,
  account_id: 'acc_troubled',
  market_tag: tagAt(NAMED),
  exchange: NAMED,
  code: NAMED,
};

const STILL_CLOCK = { nowMs: () => Date.UTC(2026, 10, 21, 10) };

/** A change that breaks the law. */
type Plant = {
  readonly ofExchange?: (exchange: Exchange) => Exchange;
  readonly ofPrices?: ((paper: SimPrices, sources: readonly MarketData[]) => SimPrices) | undefined;
};

type Setting = { readonly part: ExchangePart; readonly trouble: Trouble };

const SETTINGS: readonly Setting[] = EXCHANGE_PARTS.flatMap((part) =>
  TROUBLES.map((trouble) => ({ part, trouble })),
);

export const EXCHANGE_TROUBLE: TroublePart = {
  dependency: 'exchanges',
  participants: async () => [...OPERATIONS, ...STREAM_ROUTES].map(({ operationId }) => operationId),
  tryCells,
  planted: [
    planted(
      'lists that wait for all exchanges',
      { part: 'requests', trouble: 'hung' },
      {
        ofExchange({ ...exchange }) {
          delete exchange.knownMarkets;
          return exchange;
        },
      },
    ),
    planted(
      'a market that is looked up at one exchange after another',
      { part: 'requests', trouble: 'hung' },
      { ofPrices: inTurn },
      BYSTANDERS[1],
    ),
    planted(
      'a failure that is not remembered',
      { part: 'process', trouble: 'refused' },
      {
        ofExchange: (exchange) => ({
          ...exchange,
          knownMarkets() {
            exchange.listMarkets().catch(() => undefined);
            return null;
          },
        }),
      },
    ),
    planted(
      'fills of all accounts that wait for an exchange that is down',
      { part: 'process', trouble: 'hung' },
      { ofExchange: (exchange) => ({ ...exchange, health: () => 'open', knownMarkets: () => [] }) },
    ),
  ],
};

async function* tryCells({ share, seed }: MatrixSize): AsyncGenerator<TriedCell> {
  const bystanders = await Promise.all(
    BYSTANDERS.map(async (each) => [each, await quietOutcomes(each)] as const),
  );
  const count = Math.max(EXCHANGE_PARTS.length, Math.round(SETTINGS.length * share));
  for (let at = 0; at < count; at += 1) {
    // The fifth from each is of another part, and in other trouble.
    const setting = SETTINGS[(seed + at * 5) % SETTINGS.length];
    if (setting === undefined) continue;
    for (const [each, quiet] of bystanders) yield* tryBystanders(setting, each, quiet);
    yield* tryNamed(setting);
  }
}

/** What each operation returns where no exchange is in trouble. */
async function quietOutcomes([, names]: Bystanders): Promise<ReadonlyMap<string, Outcome>> {
  const caller = await openBeside(names, []);
  const outcomes = new Map<string, Outcome>();
  for (const operation of caller.operations) {
    const outcome = await caller.call(operation);
    if (outcome !== null) outcomes.set(operation.operationId, outcome);
  }
  await caller.close();
  return outcomes;
}

/** Operations of what is at an exchange that is well. */
async function* tryBystanders(
  { part, trouble }: Setting,
  [kind, names]: Bystanders,
  quiet: ReadonlyMap<string, Outcome>,
  { ofExchange, ofPrices }: Plant = {},
  patienceMs: number = PATIENCE_MS,
): AsyncGenerator<TriedCell> {
  const troubled = await troubledExchanges(part, trouble, STILL_CLOCK);
  const exchanges = troubled.exchanges.map((each) => ofExchange?.(each) ?? each);
  const caller = await openBeside(names, exchanges, troubled.marketFeeds, ofPrices);
  // Each exchange has been queried once, as the process does by itself.
  for (const exchange of troubled.exchanges) exchange.knownMarkets?.();
  await turns();
  for (const operation of caller.operations) {
    const before = troubled.requestsCount();
    const outcome = await caller.call(operation, within(patienceMs));
    const observed = { outcome, requestsCount: troubled.requestsCount() - before };
    troubled.release();
    const usual = quiet.get(operation.operationId) ?? NO_OUTCOME;
    yield {
      participant: operation.operationId,
      cell: `${part} ${trouble}, ${kind} (${usual.status})`,
      verdict: judgeBystander(usual, observed),
      ...spansOf(`${part} ${trouble}`, usual, outcome),
    };
  }
  troubled.end();
  await caller.close();
}

/** Operations that name an exchange in trouble. */
async function* tryNamed({ part, trouble }: Setting): AsyncGenerator<TriedCell> {
  const troubled = await troubledExchanges(part, trouble, STILL_CLOCK);
  const caller = await openBeside(NAMES_IN_TROUBLE, troubled.exchanges, troubled.marketFeeds);
  for (const operation of caller.operations) {
    const before = troubled.requestsCount();
    const outcome = await caller.call(operation, turns);
    troubled.release();
    const observed = { outcome, requestsCount: troubled.requestsCount() - before };
    yield {
      participant: operation.operationId,
      cell: `${part} ${trouble}, of an exchange in trouble`,
      verdict: judgeNamed(caller.codesOf(operation, outcome), observed),
    };
  }
  troubled.end();
  await caller.close();
}

/** A service with these exchanges beside the one that is well, which has a paper account. */
async function openBeside(
  known: Readonly<Record<string, string>>,
  exchanges: readonly Exchange[],
  marketFeeds: TroubledExchanges['marketFeeds'] = new Map(),
  ofPrices?: Plant['ofPrices'],
): Promise<OperationCaller> {
  const wallets = makeMemorySimStore();
  const caller = await openCaller(known, (deps) => {
    const all = [...exchanges, ...deps.services.exchanges.list()];
    const paper = paperVenue(wallets, all, deps.ports.clock, ofPrices);
    const registry = exchangeRegistry(all.map((exchange) => withPaperAccounts(exchange, paper)));
    return { ...deps, services: { ...deps.services, exchanges: registry, marketFeeds } };
  });
  const { store, clock } = caller.service;
  const account = { accountId: 'acc_troubled', name: 'Other', exchange: NAMED };
  await store.insertAccount(sampleAccount('usr_first', account));
  const paper = { accountId: PAPER_ACCOUNT_ID, name: 'Paper', exchange: 'still' };
  await store.insertAccount(sampleAccount('usr_first', paper));
  const deposits = [{ currency: 'USDT', amount: decimal('1000') }];
  const wallet = { accountId: PAPER_ACCOUNT_ID, marketType: 'spot', deposits } as const;
  await openSimWallet(wallets, { ...wallet, nowMs: clock.nowMs() });
  return caller;
}

/** Paper accounts on the markets of all of them. */
function paperVenue(
  store: SimStore,
  exchanges: readonly Exchange[],
  clock: Clock,
  ofPrices: Plant['ofPrices'],
): Exchange {
  const sources = exchanges.map((exchange) => requestedMarketData(exchange, clock));
  const paper = makePaperPrices(HARNESS_PRICES, sources, clock);
  const prices = ofPrices?.(paper, sources) ?? paper;
  const api = makeAccountUpdater({ store, prices, clock });
  return makeSimExchange({ store, api, prices, clock, nextFillShare: () => null });
}

function inTurn(paper: SimPrices, sources: readonly MarketData[]): SimPrices {
  return {
    ...paper,
    async lookUp(marketTags) {
      for (const source of sources) await source.listMarkets().catch(() => []);
      await paper.lookUp?.(marketTags);
    },
  };
}

/** What is changed so that it keeps others waiting. */
function planted(
  name: string,
  setting: Setting,
  plant: Plant,
  bystanders: Bystanders = BYSTANDERS[0],
): PlantedViolation {
  return {
    name,
    async find() {
      const quiet = await quietOutcomes(bystanders);
      const cells = tryBystanders(setting, bystanders, quiet, plant, PLANTED_PATIENCE_MS);
      for await (const tried of cells) if (tried.verdict.kind === 'broken') return tried;
      return null;
    },
  };
}
