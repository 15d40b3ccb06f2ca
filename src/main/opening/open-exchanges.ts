// The exchanges of this installation, and the work that those with wallets of our own need done in
// the background.

import { makeArchiveExchange } from '#adapters/archive/archive-exchange.ts';
import { makePaperPrices } from '#adapters/paper/paper-prices.ts';
import { makeListedFuturesTerms } from '#adapters/paper/listed-futures-terms.ts';
import { requestedMarketData } from '#adapters/paper/requested-market-data.ts';
import { withPaperAccounts } from '#adapters/paper/with-paper-accounts.ts';
import type { Database } from '#adapters/postgres/connection/database.ts';
import { postgresHistoryStore } from '#adapters/postgres/stores/history-store.ts';
import { makeAccountUpdater } from '#adapters/sim/account-updater.ts';
import { makePostgresSimStore } from '#adapters/postgres/stores/postgres-sim-store.ts';
import { makeSimCandleSource } from '#adapters/sim/sim-candle-source.ts';
import { makeSimExchange } from '#adapters/sim/sim-exchange.ts';
import { makeSimFuturesTerms } from '#adapters/sim/sim-futures-terms.ts';
import { makeSimPrices } from '#adapters/sim/sim-prices.ts';
import { auditLedger, makeLedgerReader, makeSimulatedVenue } from '#adapters/sim/sim-wallets.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import type { FuturesTermsSource } from '#ports/exchange/futures-terms.ts';
import type { CandleSource, HistoryStore } from '#ports/world/history.ts';
import type { LedgerReader, SimulatedVenue } from '#ports/exchange/simulated-venue.ts';
import type { ExchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';

export type Exchanges = {
  readonly registry: ExchangeRegistry;
  /** Real exchanges, which need no database. */
  readonly venues: readonly Exchange[];
  readonly simulatedVenues: readonly SimulatedVenue[];
  /** Wallets of play money on the markets of real exchanges. */
  readonly paperVenues: readonly SimulatedVenue[];
  /** The books of both. */
  readonly ledger: LedgerReader;
  readonly history: HistoryStore;
  readonly candleSources: readonly CandleSource[];
  readonly archiveCode: string;
  readonly futuresTerms: readonly FuturesTermsSource[];
  /** Settles what became due at the simulated exchanges. Throws Failure. */
  readonly settle: () => Promise<unknown>;
  /** How long the account has been due that waits longest to be settled. Throws Failure. */
  readonly settleLagMs: () => Promise<number>;
};

/** The same prices in every process and every installation, so that results can be compared. */
const PRICE_SEED = 'tidemill';
const ACCOUNTS_PER_PAGE = 500;

type ExchangeOptions = {
  /** Real exchanges. */
  readonly venues?: readonly Exchange[];
  readonly onDefect?: ((accountId: string, error: unknown) => void) | undefined;
};

/** Exchanges of an installation: real ones with paper accounts, the simulated one, the archive. */
export function openExchanges(
  database: Database,
  clock: Clock,
  { venues = [], onDefect }: ExchangeOptions = {},
): Exchanges {
  const store = makePostgresSimStore(database);
  const computed = makeSimPrices(PRICE_SEED);
  const sources = venues.map((venue) => requestedMarketData(venue, clock));
  const prices = makePaperPrices(computed, sources, clock);
  const api = makeAccountUpdater({
    store,
    prices,
    clock,
    ...(onDefect === undefined ? {} : { onDefect }),
  });
  const simulated = makeSimExchange({ store, api, prices, clock, nextFillShare: () => null });
  const history = postgresHistoryStore(database);
  const archive = makeArchiveExchange({ history, wallets: store, clock });
  return {
    registry: exchangeRegistry([
      simulated,
      archive,
      ...venues.map((venue) => withPaperAccounts(venue, simulated)),
    ]),
    venues,
    simulatedVenues: [simulated.code, archive.code].map((code) => makeSimulatedVenue(store, code)),
    paperVenues: venues.map(({ code }) => makeSimulatedVenue(store, code)),
    ledger: makeLedgerReader(store),
    history,
    candleSources: [makeSimCandleSource(computed)],
    archiveCode: archive.code,
    futuresTerms: [
      makeSimFuturesTerms(computed),
      ...venues.map((venue) => makeListedFuturesTerms(venue, clock)),
    ],
    settle: () => api.settleDue(clock.nowMs()),
    async settleLagMs() {
      const nowMs = clock.nowMs();
      const [longest] = await store.listDue(nowMs, 1);
      return longest === undefined ? 0 : nowMs - longest.dueAtMs;
    },
  };
}

export type LedgerAudit = {
  readonly accountsCount: number;
  /** Sentences, each naming its account. */
  readonly faults: readonly string[];
};

/** Proves that the books of every simulated account add up. Throws Failure. */
export async function auditSimulatedLedgers(database: Database): Promise<LedgerAudit> {
  const store = makePostgresSimStore(database);
  const faults: string[] = [];
  let accountsCount = 0;
  let afterId: string | null = null;
  for (;;) {
    const page: readonly string[] = await store.listAccountIds(afterId, ACCOUNTS_PER_PAGE);
    for (const accountId of page) {
      const found = (await auditLedger(store, accountId)) ?? [];
      faults.push(...found.map((fault) => `${accountId}: ${fault}`));
    }
    accountsCount += page.length;
    afterId = page.at(-1) ?? null;
    if (afterId === null || page.length < ACCOUNTS_PER_PAGE) return { accountsCount, faults };
  }
}
