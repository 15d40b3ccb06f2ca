// The exchanges' part of law 6: all real exchanges are in trouble, and every operation is requested
// beside them, for what is at another exchange and for what is at one of them.

import { OPERATIONS } from '#api/operations.ts';
import { STREAM_ROUTES } from '#api/streams/stream-routes.ts';
import type { Exchange } from '#ports/exchange/exchange.ts';
import { sampleAccount } from '#ports/stores/store.fixture.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import type { MatrixSize, PlantedViolation, TriedCell } from '../law.ts';
import type { OperationCaller } from './open-caller.ts';
import { openCaller, PATIENCE_MS, turns, within } from './open-caller.ts';
import type { Outcome } from './judge-response.ts';
import { judgeBystander, judgeNamed } from './judge-response.ts';
import type { ExchangePart, Trouble, TroubledExchanges } from './troubled-exchanges.ts';
import { EXCHANGE_PARTS, tagAt, troubledExchanges, TROUBLES } from './troubled-exchanges.ts';
import type { TroublePart } from './trouble-part.ts';

const PLANTED_PATIENCE_MS = 300;
/** The exchange that the cells name. */
const NAMED = 'binance';

const QUIET_NAMES = {
  account_id: 'acc_own',
  market_tag: 'still_btc_usdt',
  exchange: 'still',
  code: 'still',
  market_type: 'spot',
  version: '1',
};
const NAMES_IN_TROUBLE = {
  ...QUIET_NAMES,
  account_id: 'acc_troubled',
  market_tag: tagAt(NAMED),
  exchange: NAMED,
  code: NAMED,
};

const STILL_CLOCK = { nowMs: () => Date.UTC(2026, 10, 21, 10) };

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
      ({ ...exchange }) => {
        delete exchange.knownMarkets;
        return exchange;
      },
    ),
    planted(
      'a failure that is not remembered',
      { part: 'process', trouble: 'refused' },
      (exchange) => ({
        ...exchange,
        knownMarkets() {
          exchange.listMarkets().catch(() => undefined);
          return null;
        },
      }),
    ),
    planted(
      'fills of all accounts that wait for an exchange that is down',
      { part: 'process', trouble: 'hung' },
      (exchange) => ({ ...exchange, health: () => 'open', knownMarkets: () => [] }),
    ),
  ],
};

async function* tryCells({ share, seed }: MatrixSize): AsyncGenerator<TriedCell> {
  const quiet = await quietOutcomes();
  const count = Math.max(EXCHANGE_PARTS.length, Math.round(SETTINGS.length * share));
  for (let at = 0; at < count; at += 1) {
    // The fifth from each is of another part, and in other trouble.
    const setting = SETTINGS[(seed + at * 5) % SETTINGS.length];
    if (setting === undefined) continue;
    yield* tryBystanders(setting, quiet);
    yield* tryNamed(setting);
  }
}

/** What each operation returns where no exchange is in trouble. */
async function quietOutcomes(): Promise<ReadonlyMap<string, Outcome>> {
  const caller = await openBeside(QUIET_NAMES, []);
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
  quiet: ReadonlyMap<string, Outcome>,
  change: (exchange: Exchange) => Exchange = (exchange) => exchange,
  patienceMs: number = PATIENCE_MS,
): AsyncGenerator<TriedCell> {
  const troubled = await troubledExchanges(part, trouble, STILL_CLOCK);
  const exchanges = troubled.exchanges.map(change);
  const caller = await openBeside(QUIET_NAMES, exchanges, troubled.marketFeeds);
  // Each exchange has been queried once, as the process does by itself.
  for (const exchange of troubled.exchanges) exchange.knownMarkets?.();
  await turns();
  for (const operation of caller.operations) {
    const before = troubled.requestsCount();
    const outcome = await caller.call(operation, within(patienceMs));
    const observed = { outcome, requestsCount: troubled.requestsCount() - before };
    troubled.release();
    const usual = quiet.get(operation.operationId) ?? { status: 0, code: null };
    yield {
      participant: operation.operationId,
      cell: `${part} ${trouble}, of another exchange (${usual.status})`,
      verdict: judgeBystander(usual, observed),
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

/** A service with these exchanges beside the one that is well. */
async function openBeside(
  known: Readonly<Record<string, string>>,
  exchanges: readonly Exchange[],
  marketFeeds: TroubledExchanges['marketFeeds'] = new Map(),
): Promise<OperationCaller> {
  const caller = await openCaller(known, (deps) => {
    const registry = exchangeRegistry([...exchanges, ...deps.services.exchanges.list()]);
    return { ...deps, services: { ...deps.services, exchanges: registry, marketFeeds } };
  });
  const account = { accountId: 'acc_troubled', name: 'Other', exchange: NAMED };
  await caller.service.store.insertAccount(sampleAccount('usr_first', account));
  return caller;
}

/** Exchanges that are changed so that they keep others waiting. */
function planted(
  name: string,
  setting: Setting,
  change: (exchange: Exchange) => Exchange,
): PlantedViolation {
  return {
    name,
    async find() {
      const quiet = await quietOutcomes();
      for await (const tried of tryBystanders(setting, quiet, change, PLANTED_PATIENCE_MS))
        if (tried.verdict.kind === 'broken') return tried;
      return null;
    },
  };
}
