// A campaign with the real processes: people, programs and bots trade at the loopback venue while
// it fails by a seed and processes are killed and frozen; then everything is calm, and what is
// recorded is judged by the venue's own book.

import assert from 'node:assert/strict';
import { inspect } from 'node:util';

import { decimal } from '#lib/decimal.ts';
import type { Decimal } from '#lib/decimal.ts';
import { amount, per, plainText } from '#loopback/amount.ts';
import { marketOf } from '#loopback/exchange/exchange.ts';
import { dollarsAt } from '#loopback/skins/all-venues.ts';
import type { VenueCode } from '#loopback/skins/all-venues.ts';
import type { Chance } from '#loopback/seeded-chance.ts';
import { createChance } from '#loopback/seeded-chance.ts';
import { exchangeOf } from '#loopback/server/venue-state.ts';
import { until } from '../../../support/until.ts';
import { askUntilFinal, pause } from './campaign-client.ts';
import { makeHistory, sendSignals, startBots } from './campaign-bots.ts';
import type { Installation, InstallationPlan } from './campaign-installation.ts';
import { openInstallation } from './campaign-installation.ts';
import type { CampaignSize, CampaignUsers } from './campaign-users.ts';
import { makeUsers } from './campaign-users.ts';
import type { DisturbanceKind } from './disturb-processes.ts';
import { disturb, DISTURBANCE_KINDS } from './disturb-processes.ts';
import { judgeBots } from './judge-bots.ts';
import { judgeFigures } from './judge-figures.ts';
import type { FigureVerdict } from './judge-figures.ts';
import { judgeHoldings } from './judge-holdings.ts';
import type { HoldingVerdict } from './judge-holdings.ts';
import { judgeOrders, readTruth } from './judge-orders.ts';
import type { KnownOrder, Verdict } from './judge-orders.ts';
import type { ManualJournal, ManualMarket } from './manual-orders.ts';
import { openJournal, tradeByHand } from './manual-orders.ts';
import { isShaken, shakePositions } from './shake-positions.ts';

export type CampaignSettings = CampaignSize &
  InstallationPlan & {
    readonly seed: number;
    /** It goes on until the venue has so many orders and everything has happened. */
    readonly ordersMin: number;
    /** Then it ends with what there is. */
    readonly tradedSecondsMax: number;
    readonly disturbances: readonly DisturbanceKind[];
    /** Whether kinds are drawn again and again until there are enough orders. */
    readonly isRepeated: boolean;
    /** Between two disturbances, at most; the processes come up again in it. */
    readonly calmMsMax: number;
    readonly faultShare: number;
    readonly shownMax: number;
  };

export type CampaignReport = {
  readonly verdict: Verdict;
  readonly figures: FigureVerdict;
  /** Fills that the venue lists of orders of its own, by which it closed positions. */
  readonly forcedFills: number;
  readonly differentBots: readonly string[];
  readonly holdings: HoldingVerdict;
  /** Accounts that hold both directions: orders refused, and orders at the venue. */
  readonly hedging: { readonly refused: readonly number[]; readonly placed: readonly string[] };
  readonly journal: ManualJournal;
  /** By kind: how many, and how many of them at their instant. */
  readonly disturbed: ReadonlyMap<string, { count: number; atInstant: number }>;
  readonly faults: Readonly<Record<string, number>>;
  readonly logged: ReadonlyMap<string, number>;
  readonly defects: readonly string[];
  readonly contradictions: readonly string[];
  readonly tradedSeconds: number;
  readonly settledSeconds: number;
};

/** The markets of the loopback venue that all venues have, with amounts of base in their steps. */
const MARKETS = [
  { base: 'BTC', amounts: ['0.001', '0.002', '0.004', '0.009'] },
  { base: 'ETH', amounts: ['0.01', '0.03', '0.05', '0.1'] },
] as const;
/** All but what a service asks for seldom, or before the campaign begins. */
const OPERATIONS = [
  'place',
  'cancel',
  'lookup',
  'orders',
  'fills',
  'balances',
  'positions',
  'settings',
  'price',
  'candles',
];
/** Some closes of a minute, and two looks for an order in doubt, beside much else that runs. */
const READ_WITHIN_MS = 600_000;

type FollowedRow = Readonly<Record<'bot_id' | 'account_id' | 'positions', string>>;
const ACTIVITY_MS = 15;
const DELAY_MS_MAX = 4_000;
const CALM_MS_MIN = 1_000;
const SETTLED_WITHIN_MS = 360_000;

export async function runProcessCampaign(settings: CampaignSettings): Promise<CampaignReport> {
  const made = await openInstallation(settings);
  try {
    return await play(made, settings);
  } finally {
    await made.end();
  }
}

async function play(made: Installation, settings: CampaignSettings): Promise<CampaignReport> {
  const { venue, code } = made;
  const { seed } = settings;
  venue.control('limits', { venue: code, max: 100_000_000, areAccountsLimited: false });
  const users = await makeUsers(made, settings);
  const markets = MARKETS.map((market) => manualMarket(made, market));
  await makeHistory(made, keyOf(made, 'BTC'), tagOf(made, 'BTC'));
  setActivity(made, ACTIVITY_MS);
  const bots = await startBots(made, users, tagOf(made, 'BTC'));
  venue.control('mix', {
    seed,
    share: settings.faultShare,
    delayMaxMs: DELAY_MS_MAX,
    operations: OPERATIONS,
  });
  const startedMs = performance.now();
  const journal = openJournal();
  let isOver = false;
  const trading = [
    tradeByHand(users.byHand, markets, seed, journal, () => isOver),
    sendSignals(bots, users.partner, createChance(seed + 1), () => isOver),
    shakePositions(made, users.thin, keyOf(made, 'BTC'), () => isOver),
  ];
  const disturbed = await disturbUntilDone(made, settings, () => isShaken(made, users));
  isOver = true;
  const tradedSeconds = (performance.now() - startedMs) / 1_000;
  const calmMs = performance.now();
  venue.control('calm', {});
  setActivity(made, 0);
  await Promise.all(trading);
  const { verdict, known } = await settle(made, users);
  await untilNoneIsFollowed(made);
  const settledSeconds = (performance.now() - calmMs) / 1_000;
  return {
    verdict,
    figures: await judgeFigures(users.accounts, known, settings.shownMax),
    forcedFills: countForcedFills(made, users),
    differentBots: await judgeBots(made.database, known, stepOf(made, 'BTC')),
    holdings: await judgeHoldings(made, users, bots),
    hedging: judgeHedging(made, users, journal),
    journal,
    disturbed,
    faults: Object.fromEntries(venue.state.faults.met),
    logged: made.logged,
    defects: made.defects,
    contradictions: (venue.control('check', {}) as Record<VenueCode, readonly string[]>)[code],
    tradedSeconds,
    settledSeconds,
  };
}

/** Exchanges that list them as fills; others list liquidations apart. */
const LISTING_FORCED: ReadonlySet<VenueCode> = new Set(['binanceusdm']);

function countForcedFills({ venue, code }: Installation, { accounts }: CampaignUsers): number {
  if (!LISTING_FORCED.has(code)) return 0;
  const wallets = new Set(accounts.map(({ wallet }) => wallet));
  const { fills } = exchangeOf(venue.state, code);
  return fills.filter(({ kind, accountId }) => kind === 'liquidation' && wallets.has(accountId))
    .length;
}

function judgeHedging(
  made: Installation,
  { hedging }: CampaignUsers,
  { refusedOf }: ManualJournal,
): CampaignReport['hedging'] {
  const wallets = new Set(hedging.map(({ wallet }) => wallet));
  const truths = readTruth(made).filter(({ account }) => wallets.has(account));
  return {
    refused: hedging.map(({ accountId }) => refusedOf.get(accountId) ?? 0),
    placed: truths.flatMap(({ orders }) => orders.map(({ name }) => name)),
  };
}

/**
 * A stopped bot is followed until its own orders are final for it too, which is later than for
 * their records, and one that traded a contract until its account was read once more.
 */
async function untilNoneIsFollowed({ database, logged }: Installation): Promise<void> {
  const text = `
    SELECT bot_id, account_id, r.positions FROM bots b JOIN bot_runs r USING (bot_id, activation)
    WHERE b.is_followed AND NOT b.is_activated`;
  const listFollowed = async () => database.read<FollowedRow>({ text }, []);
  const isNoneFollowed = async () => (await listFollowed()).length === 0;
  try {
    await until('what was booked on stopped bots is read', isNoneFollowed, READ_WITHIN_MS);
  } catch (cause) {
    const ofBots = [...logged].filter(([message]) => message.startsWith('bot.'));
    throw new Error(inspect({ followed: await listFollowed(), ofBots }), { cause });
  }
}

function keyOf({ code, kind }: Installation, base: string): string {
  return `${kind}:${base}${dollarsAt(code)}`;
}

function tagOf({ code, kind }: Installation, base: string): string {
  return `${code.toUpperCase()}_${base}_${dollarsAt(code)}${kind === 'spot' ? '' : '_PERP'}`;
}

function stepOf(made: Installation, base: string): Decimal {
  const { terms } = marketOf(exchangeOf(made.venue.state, made.code), keyOf(made, base));
  return decimal(plainText(terms.step));
}

function manualMarket(
  made: Installation,
  { base, amounts }: (typeof MARKETS)[number],
): ManualMarket {
  const market = marketOf(exchangeOf(made.venue.state, made.code), keyOf(made, base));
  return {
    marketTag: tagOf(made, base),
    amounts: amounts.map((text) => plainText(per(amount(text), market.terms.contractValue))),
    middleCents: () => market.middle / 10n ** 6n,
  };
}

function setActivity(made: Installation, everyMs: number): void {
  const { venue, code } = made;
  for (const [index, { base }] of MARKETS.entries())
    venue.control('activity', { venue: code, market: keyOf(made, base), everyMs, seed: index });
}

/** In an order by the seed, with a pause behind each, in which the processes come up again. */
async function disturbUntilDone(
  made: Installation,
  settings: CampaignSettings,
  isShakenEnough: () => boolean,
): Promise<Map<string, { count: number; atInstant: number }>> {
  const chance = createChance(settings.seed + 2);
  const disturbed = new Map<string, { count: number; atInstant: number }>();
  const deadlineMs = performance.now() + settings.tradedSecondsMax * 1_000;
  const hasEnough = (): boolean =>
    (countOrders(made) >= settings.ordersMin && isShakenEnough()) || performance.now() > deadlineMs;
  const kinds = settings.isRepeated ? DISTURBANCE_KINDS : settings.disturbances;
  do {
    for (const kind of shuffled(kinds, chance)) {
      if (settings.isRepeated && hasEnough()) break;
      await pause(CALM_MS_MIN + chance.below(settings.calmMsMax));
      const isAtInstant = await disturb(made, kind, chance);
      const { count, atInstant } = disturbed.get(kind) ?? { count: 0, atInstant: 0 };
      disturbed.set(kind, { count: count + 1, atInstant: atInstant + (isAtInstant ? 1 : 0) });
    }
  } while (settings.isRepeated && !hasEnough());
  while (!hasEnough()) await pause(500);
  return disturbed;
}

function shuffled<T>(items: readonly T[], chance: Chance): readonly T[] {
  return items
    .map((item) => ({ item, place: chance.next() }))
    .toSorted((left, right) => left.place - right.place)
    .map(({ item }) => item);
}

function countOrders({ venue, code }: Installation): number {
  return exchangeOf(venue.state, code).orders.size;
}

/** Bots are stopped and orders cancelled, until nothing works and all is as at the venue. */
async function settle(
  made: Installation,
  { users, partner }: CampaignUsers,
): Promise<{ readonly verdict: Verdict; readonly known: readonly KnownOrder[] }> {
  const deadlineMs = Date.now() + SETTLED_WITHIN_MS;
  for (let round = 0; ; round += 1) {
    const stops = [...users, partner].map(async (ask, index) => {
      const name = `stop-${round}-${index}`;
      const given = ['POST', '/stop-everything', { cancel_orders: true }, name] as const;
      const { status, body } = await askUntilFinal(ask, given);
      assert.equal(status, 200, JSON.stringify(body));
    });
    await Promise.all(stops);
    const judged = await judgeOrders(made);
    const { working, lost, doubled, invented, different } = judged.verdict;
    const isClean = [working, lost, doubled, invented, different].every(
      (list) => list.length === 0,
    );
    if (isClean || Date.now() > deadlineMs) return judged;
    await pause(3_000);
  }
}
