// What a venue does to positions while a campaign trades: it pays funding, and now and then its
// market moves so far, and back, that accounts with little behind their positions are liquidated.

import { plainText } from '../../loopback/amount.ts';
import type { Fill } from '../../loopback/book/order.ts';
import { marketOf } from '../../loopback/exchange/exchange.ts';
import { exchangeOf } from '../../loopback/server/venue-state.ts';
import { pause } from './campaign-client.ts';
import type { Installation } from './campaign-installation.ts';
import type { CampaignAccount, CampaignUsers } from './campaign-users.ts';

/** Longs pay the first one, shorts the second. */
const FUNDING_RATES = ['0.0001', '-0.0003'];
const FUNDING_EVERY_MS = 12_000;
const LOOK_MS = 500;
/** Of the rounds, those in which the market moves as well: down, then up. */
const MOVED_EVERY = 3;
const MOVES_PERCENT = [85n, 115n];
const MOVED_MS = 2_000;
/** What each of the thin accounts is paid in after a move. */
const REFILL = '15';

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
  const state = marketOf(exchangeOf(venue.state, code), market);
  const moveTo = (price: bigint): void =>
    void venue.control('price', { venue: code, market, price: plainText(price) });
  for (let round = 0; ; round += 1) {
    for (let waitedMs = 0; waitedMs < FUNDING_EVERY_MS && !isOver(); waitedMs += LOOK_MS)
      await pause(LOOK_MS);
    if (isOver()) return;
    const rate = FUNDING_RATES[round % FUNDING_RATES.length];
    venue.control('funding', { venue: code, market, rate });
    const moves = Math.floor(round / MOVED_EVERY);
    if (round % MOVED_EVERY !== MOVED_EVERY - 1) continue;
    const before = state.middle;
    moveTo((before * (MOVES_PERCENT[moves % MOVES_PERCENT.length] ?? 100n)) / 100n);
    await pause(MOVED_MS);
    moveTo(before);
    for (const { wallet } of thin)
      venue.control('credit', { venue: code, account: wallet, asset: 'USDT', amount: REFILL });
  }
}
