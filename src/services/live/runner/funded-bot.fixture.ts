// A bot on an exchange that pays funding when a test says so, and that shows fills and payments
// when the test wants it to.

import type { Decimal } from '#lib/decimal.ts';
import { decimal } from '#lib/decimal.ts';
import { fromStoredForm } from '#lib/stored-form.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import type {
  Exchange,
  FillsPage,
  VenueAccount,
  VenueMarginEvent,
} from '#venue-port/exchange/exchange.ts';
import { Failure } from '#venue-port/world/failure.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import type { BotHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { botHarness } from '#services/live/runner/bot-harness.fixture.ts';
import type { LiveEvent } from '#services/live/state/hosted-run.ts';

/** Buys 0.01 at its first update. */
export const LONG = `
  if Load('requested', false) then return end
  Save('requested', true)
  PlaceGoLongOrder(CurrentPrice().close, 0.01, {type = MarketOrderType})`;

const MARKET_TAG = 'SIM_BTC_USDT_PERP';

/** What an exchange pays for a position of 0.01, unless a test says otherwise. */
type Payment = {
  readonly amount?: string;
  readonly paid?: string;
  readonly atMs?: number;
  readonly sequence?: bigint;
};

/** Fills are numbered 10, 20 and so on, where they are numbered. */
const SEQUENCE_STEP = 10n;

export type FundedBot = Awaited<ReturnType<typeof fundedBot>>;

/** `visibilityLagMs`: for how long the exchange may hide what it has filled. */
export async function fundedBot(script = LONG, visibilityLagMs = 0) {
  const harness = await botHarness();
  const { exchange: plain } = harness.sim;
  const payments: VenueMarginEvent[] = [];
  const broken = { readings: 0 };
  /** Runs between the two requests of the next reading that has fills. */
  const between: { next: (() => void) | null } = { next: null };
  const hidden = { untilMs: -Infinity };
  /** Whether lists of fills are from before the first fill, unless they are read anew. */
  const remembered = { isOn: false };
  const numbered = { isOn: false };
  /** Runs behind the next reading of payments that has some. */
  const behind: { next: (() => void) | null } = { next: null };
  let readingsCount = 0;
  const exchange: Exchange = {
    ...plain,
    code: 'sim',
    promises: { ...plain.promises, visibilityLagMs },
    async fetchFills(account, marketTags, cursor, limit, _sinceMs, isFresh) {
      const listed = await plain.fetchFills(account, marketTags, cursor, limit);
      const page = numbered.isOn ? await numberedPage(plain, account, listed) : listed;
      if (remembered.isOn && isFresh !== true) return { fills: [], cursor };
      const isHidden = harness.sim.nowMs() < hidden.untilMs;
      if (page.fills.length === 0 || (!isHidden && between.next === null)) return page;
      between.next?.();
      between.next = null;
      return { fills: [], cursor };
    },
    fetchPositions: async (...request) =>
      withoutLiquidated(await plain.fetchPositions(...request), payments),
    async fetchMarginEvents(account, cursor) {
      readingsCount += 1;
      if (broken.readings > 0) {
        broken.readings -= 1;
        throw new Failure('unavailable', 'the exchange is overloaded');
      }
      const events = payments.slice(Number(cursor ?? 0));
      const page = { events, cursor: String(payments.length) };
      const { fills } = await plain.fetchFills(account, [MARKET_TAG], null, 10);
      if (between.next !== null && fills.length > 0) {
        between.next();
        between.next = null;
      }
      if (events.length > 0) behind.next?.();
      if (events.length > 0) behind.next = null;
      return page;
    },
  };
  const deps = { exchanges: exchangeRegistry([exchange]) };
  const { accountId } = harness.futures;
  const bot = await harness.start(script, { accountId, marketTag: MARKET_TAG });
  const pay = (payment: Payment = {}): void =>
    void payments.push(paymentOf({ atMs: harness.sim.nowMs(), ...payment }, `f${payments.length}`));
  const liquidate = (atMs: number, price: string, amount = '0.01'): void =>
    void payments.push(liquidationAt(atMs, price, decimal(amount), payments.length));
  const stop = () => harness.store.deactivateBot(bot.userId, bot.botId, harness.sim.nowMs());
  const switches = { broken, between, hidden, remembered, numbered, behind };
  const readings = (): number => readingsCount;
  return { harness, bot, deps, pay, liquidate, stop, ...switches, readingsCount: readings };
}

type Positions = Awaited<ReturnType<Exchange['fetchPositions']>>;

/** Long positions, as they are when what was liquidated is gone. */
function withoutLiquidated(positions: Positions, events: readonly VenueMarginEvent[]): Positions {
  const closed = events.filter(({ kind }) => kind === 'liquidation');
  const taken = closed.reduce((sum, { amount }) => sum + amount, 0n);
  return positions
    .map((position) => ({ ...position, amount: (position.amount - taken) as Decimal }))
    .filter(({ amount }) => amount > 0n);
}

async function numberedPage(
  exchange: Exchange,
  account: VenueAccount,
  page: FillsPage,
): Promise<FillsPage> {
  const { fills: all } = await exchange.fetchFills(account, [MARKET_TAG], null, 10);
  const places = new Map(all.map(({ fillId }, index) => [fillId, BigInt(index + 1)]));
  const fills = page.fills.map((fill) => {
    return { ...fill, sequence: (places.get(fill.fillId) ?? 0n) * SEQUENCE_STEP };
  });
  return { ...page, fills };
}

function paymentOf(
  { amount, paid, atMs = 0, sequence }: Payment,
  eventId: string,
): VenueMarginEvent {
  return {
    kind: 'funding',
    eventId,
    marketTag: MARKET_TAG,
    direction: 'long',
    amount: decimal(amount ?? '0.01'),
    currency: 'USDT',
    atMs,
    paid: decimal(paid ?? '0.5'),
    ...(sequence === undefined ? {} : { sequence }),
  };
}

/** Of a long position. */
function liquidationAt(
  atMs: number,
  price: string,
  amount: Decimal,
  number: number,
): VenueMarginEvent {
  return {
    kind: 'liquidation',
    eventId: `l${number}`,
    marketTag: MARKET_TAG,
    direction: 'long',
    amount,
    currency: 'USDT',
    atMs,
    price: decimal(price),
    fee: decimal('0.02'),
    insured: decimal('0'),
  };
}

/** The payments in a bot's record, in units of USDT. */
export async function paymentsOf(
  { runs }: BotHarness,
  { botId, activation }: Bot,
): Promise<readonly bigint[]> {
  const events = await runs.listEvents(botId, activation);
  return events.flatMap((text) => {
    const { event } = fromStoredForm(text) as LiveEvent;
    return event.kind === 'funded' ? [event.units] : [];
  });
}
