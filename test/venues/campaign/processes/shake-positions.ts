// Acts of a venue on positions while a campaign trades: it pays funding, and now and then its
// market moves so far, and back, that accounts with little behind their positions are liquidated.

import type { Amount } from '#loopback/amount.ts';
import { ONE, amount, plainText, times } from '#loopback/amount.ts';
import type { Fill } from '#loopback/book/order.ts';
import type { Exchange } from '#loopback/exchange/exchange.ts';
import { accountOf, marketOf, positionsOf } from '#loopback/exchange/exchange.ts';
import { marginFigures } from '#loopback/exchange/margin.ts';
import { exchangeOf } from '#loopback/server/venue-state.ts';
import type { VenueCode } from '#loopback/skins/all-venues.ts';
import { dollarsAt } from '#loopback/skins/all-venues.ts';
import { pause } from './campaign-client.ts';
import type { Installation } from './campaign-installation.ts';
import type { CampaignAccount, CampaignUsers } from './campaign-users.ts';

/** Longs pay the first one, shorts the second. */
const FUNDING_RATES = ['0.0001', '-0.0003'];
const FUNDING_EVERY_MS = 12_000;
const LOOK_MS = 500;
/** Of the rounds, those in which the market moves as well. */
const MOVED_EVERY = 3;
const MOVED_MS = 2_000;
/** No further than to half of the price, or to half as much again. */
const MOVED_SHARE_MAX = 2n;
/** Beyond the price at which nothing backs the position any more: a hundredth. */
const BEYOND_SHARE = 100n;
/** What each of the thin accounts has at least after a move. */
const REFILLED_TO = amount('15');

/** Whether a bot was paid or paid funding, and was liquidated; on spot there is neither. */
export function isShaken(
  { venue, code, kind }: Installation,
  { byScript }: CampaignUsers,
): boolean {
  const wallets = new Set(byScript.map(({ wallet }) => wallet));
  const { fills } = exchangeOf(venue.state, code);
  const isMet = (wanted: Fill['kind']): boolean =>
    fills.some((fill) => fill.kind === wanted && wallets.has(fill.accountId));
  return kind === 'spot' || (isMet('funding') && isMet('liquidation'));
}

/** Nothing on spot, where nobody has a position. */
export async function shakePositions(
  { venue, code, kind }: Installation,
  thin: readonly CampaignAccount[],
  market: string,
  isOver: () => boolean,
): Promise<void> {
  if (kind === 'spot') return;
  const exchange = exchangeOf(venue.state, code);
  const state = marketOf(exchange, market);
  const moveTo = (price: bigint): void =>
    void venue.control('price', { venue: code, market, price: plainText(price) });
  for (let round = 0; ; round += 1) {
    for (let waitedMs = 0; waitedMs < FUNDING_EVERY_MS && !isOver(); waitedMs += LOOK_MS)
      await pause(LOOK_MS);
    if (isOver()) return;
    const rate = FUNDING_RATES[round % FUNDING_RATES.length];
    venue.control('funding', { venue: code, market, rate });
    if (round % MOVED_EVERY !== MOVED_EVERY - 1) continue;
    const before = state.middle;
    const ruinous = thin.map(({ wallet }) => ruinousPrice(exchange, wallet, market));
    const price = ruinous.find((each) => each !== null && isWithinReach(each, before));
    if (price === undefined || price === null) continue;
    moveTo(price);
    await pause(MOVED_MS);
    moveTo(before);
    for (const { wallet } of thin) {
      const lacking = REFILLED_TO - fundsOf(exchange, wallet).wallet;
      if (lacking <= 0n) continue;
      const paid = {
        venue: code,
        account: wallet,
        asset: dollarsAt(code),
        amount: plainText(lacking),
      };
      venue.control('credit', paid);
    }
  }
}

/** The price at which nothing backs the wallet's position any more; null without a position. */
function ruinousPrice(exchange: Exchange, wallet: string, market: string): Amount | null {
  const position = positionsOf(exchange, wallet).find(
    ({ marketKey, size }) => marketKey === market && size !== 0n,
  );
  if (position === undefined) return null;
  const { wallet: held, unrealised } = fundsOf(exchange, wallet);
  const { middle, terms } = marketOf(exchange, market);
  const beyond = position.size > 0n ? -middle / BEYOND_SHARE : middle / BEYOND_SHARE;
  const quantity = times(position.size, terms.contractValue);
  const price = middle - ((held + unrealised) * ONE) / quantity + beyond;
  return price - (price % terms.tick);
}

function isWithinReach(price: Amount, before: Amount): boolean {
  const moved = price > before ? price - before : before - price;
  return moved * MOVED_SHARE_MAX <= before;
}

function fundsOf(exchange: Exchange, wallet: string): ReturnType<typeof marginFigures> {
  return marginFigures(
    exchange,
    accountOf(exchange, wallet),
    dollarsAt(exchange.rules.code as VenueCode),
  );
}
