// Harness of a dialect for the contract suite of exchanges: the real driver, sending over the real
// wire to a loopback venue, whose clock and markets are moved by hand.

import { randomBytes } from 'node:crypto';
import { identifierFromBytes } from '#lib/identifier.ts';
import { formatDecimal } from '#lib/decimal.ts';
import type { Decimal } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { FeesIn } from '#domain/money/fees-in.ts';
import type { MarketType } from '#venue-port/market/market.ts';
import type { ExchangeFault, ExchangeFaults } from '#ports/exchange/exchange-fault.ts';
import type {
  ContractAccount,
  ContractHarness,
} from '#ports/exchange/exchange-harness.contract.ts';
import type { Exchange, NewVenueOrder } from '#venue-port/exchange/exchange.ts';
import { openLoopbackExchange } from '../loopback-exchange.ts';
import type { VenueCode } from '#loopback/skins/all-venues.ts';
import { createChance } from '#loopback/seeded-chance.ts';
import type { VenueServer } from '#loopback/server/venue-server.ts';
import type { Skin } from '#loopback/skins/skin.ts';

/** On which markets of the loopback the suite trades. */
export type LoopbackVenue = {
  readonly code: VenueCode;
  /** Null: the venue has no spot, and a futures account stands for it. */
  readonly spot: string | null;
  /** Null: the venue has no futures. */
  readonly futures: string | null;
  /** A market, of spot where there is any, on which nothing is traded. */
  readonly closed: string;
  /** How late a request may be carried out. */
  readonly latestMs: number;
  /** How long after an acknowledgement an order is carried out. */
  readonly engineMs: number;
  /** Fees are in quote and in nothing else; absent: an account may choose. */
  readonly feesIn?: 'quote';
  /** See `ContractHarness`. */
  readonly postOnlyEnds?: 'cancelled';
  readonly isPostOnlyHidden?: true;
  readonly refusesWaitingBuys?: true;
  /** Of all its accounts; absent: as most are. */
  readonly mode?: string;
};

export type OpenLoopback = {
  /** With new accounts that have money and keys. */
  makeHarness(): Promise<ContractHarness>;
  /** The control endpoint, at the venue of the dialect. */
  control(verb: string, fields: object): unknown;
  keyOf(accountId: string): string;
  /** The venue of the dialect itself. */
  skin(): Skin;
  close(): Promise<void>;
};

/** One venue and one driver for all tests; each test has accounts of its own. */
export async function openLoopback(at: LoopbackVenue): Promise<OpenLoopback> {
  const { code, spot, futures, closed } = at;
  const opened = await openLoopbackExchange(code);
  const { venue, server } = opened;
  const control = (verb: string, fields: object): unknown =>
    server.control(verb, { venue: code, ...fields });
  control('market', { market: `${mainKind(at)}:${closed}`, isTrading: false });
  const keys = new Map<string, string>();
  const names = [
    ...(spot === null ? [] : [`spot:${spot}`]),
    ...(futures === null ? [] : [`linear:${futures}`]),
  ];
  const market = startMarkets(server, code, names);
  const exchange = withEngine(venue.exchange, () => {
    if (at.engineMs > 0) control('advance', { ms: at.engineMs });
  });
  const holder = async (marketType: MarketType, symbol: string): Promise<ContractAccount> => {
    const accountId = `account-${keys.size + 1}`;
    keys.set(accountId, opened.addAccount(accountId).apiKey);
    if (at.mode !== undefined) control('account-mode', { account: accountId, mode: at.mode });
    const marketTag = await opened.marketTag(marketType, symbol);
    return { account: { accountId, marketType }, marketTag };
  };
  const mainHolder = (): Promise<ContractAccount> =>
    spot === null ? holder('futures', futures ?? '') : holder('spot', spot);
  const payFees =
    spot === null || at.feesIn !== undefined
      ? {}
      : {
          async payFees(feesIn: FeesIn) {
            const payer = await holder('spot', spot);
            const { accountId: id } = payer.account;
            control('account', { id, feeMode: feesIn, balances: { BNB: '5' } });
            return payer;
          },
        };
  return {
    control,
    keyOf: (accountId) => keys.get(accountId) ?? '',
    skin: () => server.state.skins[code],
    async makeHarness() {
      control('calm', {});
      market.begin();
      return {
        ...withFaults(exchange, server, at),
        spot: await mainHolder(),
        ...payFees,
        postOnlyEnds: at.postOnlyEnds,
        isPostOnlyHidden: at.isPostOnlyHidden,
        refusesWaitingBuys: at.refusesWaitingBuys,
        futures: futures === null ? null : await holder('futures', futures),
        nowMs: () => server.state.clock.nowMs(),
        newClientOrderId: () => identifierFromBytes('ord', randomBytes(16)).replace('_', ''),
        advanceMs: async (durationMs) => market.advanceMs(durationMs),
      };
    },
    close: () => opened.close(),
  };
}

/** Of the market that most tests trade on. */
function mainKind({ spot }: LoopbackVenue): 'spot' | 'linear' {
  return spot === null ? 'linear' : 'spot';
}

const FIRST_PRICE = 60_000;

/**
 * Markets that move only when time is advanced, with a price in every minute: at random, and never
 * far away, so that a position at the highest leverage is liquidated soon and no other one is.
 */
function startMarkets(server: VenueServer, venue: string, names: readonly string[]) {
  const chance = createChance(1);
  let price = FIRST_PRICE;
  const show = (next: number): void => {
    price = next;
    for (const market of names) server.control('price', { venue, market, price: price.toFixed() });
  };
  const nowMs = (): number => server.state.clock.nowMs();
  return {
    /** Early in a minute, with the past hour behind it. */
    begin(): void {
      const intoMs = nowMs() % MINUTE_MS;
      if (intoMs > MINUTE_MS / 2) server.control('advance', { ms: MINUTE_MS - intoMs + 1 });
      show(FIRST_PRICE);
      const startMs = nowMs() - (nowMs() % MINUTE_MS);
      const row = [0, 1, -1, 0].map((change) => String(FIRST_PRICE + change));
      const candles = Array.from({ length: 60 }, (_, index) => [
        String(startMs - (index + 1) * MINUTE_MS),
        ...row,
        '3.5',
      ]);
      for (const market of names) server.control('candles', { venue, market, candles });
    },
    async advanceMs(durationMs: number): Promise<void> {
      for (let leftMs = durationMs; leftMs > 0; leftMs -= MINUTE_MS) {
        show(price);
        server.control('advance', { ms: Math.min(leftMs, MINUTE_MS) });
        show(FIRST_PRICE * (1 + (chance.below(2_001) - 1_000) / 100_000));
      }
    },
  };
}

type Faulty = { readonly exchange: Exchange; readonly faults: ExchangeFaults };

/** Refusals cannot be ordered from a venue, nor can it keep itself from being connected to. */
function withFaults(exchange: Exchange, server: VenueServer, at: LoopbackVenue): Faulty {
  const { code: venue, latestMs } = at;
  const market = `${mainKind(at)}:${at.spot ?? at.futures}`;
  let late = 0;
  let share: number | null = null;
  /** What the other participants offer at each price, and at how many prices. */
  const quote = (fields: object): void => {
    server.control('market', { venue, market, ...fields });
  };
  const add = (kind: string, fields: object = {}): void => {
    server.control('fault', { venue, kind, times: 1, ...fields });
  };
  const faults: ExchangeFaults = {
    lacks: ['reject', 'disconnect', 'maintenance'],
    inject(fault: ExchangeFault): void {
      switch (fault.kind) {
        case 'slow':
          return add('slow', { delayMs: fault.delayMs });
        case 'lost_request':
          return add('reset_before');
        case 'lost_response':
          return add('reset_after', fault.of === undefined ? {} : { operations: [fault.of] });
        case 'rate_limit':
          return add('trouble_before', { trouble: 'rate_limited' });
        case 'late_landing':
          late += 1;
          return add('late', { delayMs: Math.min(fault.delayMs, latestMs) });
        case 'partial_fill':
          share = fault.sharePercent;
          return;
        case 'reject':
        case 'disconnect':
          throw new Error(`"${fault.kind}" cannot be ordered here`);
      }
    },
    setMaintenance: () => {
      throw new Error('maintenance cannot be ordered here');
    },
    async landLate() {
      const landing = late;
      late = 0;
      if (landing > 0) server.control('advance', { ms: latestMs });
      return landing;
    },
  };
  return { faults, exchange: { ...exchange, placeOrder } };

  async function placeOrder(...[account, order]: Parameters<Exchange['placeOrder']>) {
    if (share === null) return exchange.placeOrder(account, order);
    quote({ levels: 1, levelQuantity: shareOf(order, share) });
    share = null;
    try {
      return await exchange.placeOrder(account, order);
    } finally {
      quote({ levels: 20, levelQuantity: '1000' });
    }
  }
}

/** Lets the engine act after each request: nothing but what is asked next would wait for it. */
function withEngine(exchange: Exchange, letEngineAct: () => void): Exchange {
  const after = async <T>(request: Promise<T>): Promise<T> => request.finally(letEngineAct);
  return {
    ...exchange,
    placeOrder: async (...given) => after(exchange.placeOrder(...given)),
    cancelOrder: async (...given) => after(exchange.cancelOrder(...given)),
  };
}

function shareOf({ amount }: NewVenueOrder, percent: number): string {
  return formatDecimal(((amount * BigInt(percent)) / 100n) as Decimal);
}
