// Balances and positions as the API shows them, and what was delivered to bots of funding and
// liquidations, against the venue's own book.

import assert from 'node:assert/strict';

import { addDecimal, decimal, divideDecimal, formatDecimal, ZERO } from '#lib/decimal.ts';
import type { Decimal } from '#lib/decimal.ts';
import { fromStoredForm } from '#lib/stored-form.ts';
import { valueOfUnits } from '#venue-port/money/currency.ts';
import type { LiveEvent } from '#services/live/state/hosted-run.ts';
import type { AccountTruth } from '#loopback/control/truth.ts';
import { dollarsAt } from '#loopback/skins/all-venues.ts';
import type { CampaignBots } from './campaign-bots.ts';
import { askUntilFinal } from './campaign-client.ts';
import type { Json } from './campaign-client.ts';
import type { Installation } from './campaign-installation.ts';
import type { CampaignAccount, CampaignUsers } from './campaign-users.ts';
import { readTruth } from './judge-orders.ts';
import { plainDecimal } from './plain-decimal.ts';

export type HoldingVerdict = {
  /** Balances and positions that the API shows otherwise than the venue has them. */
  readonly different: readonly string[];
  readonly balancesCompared: number;
  readonly positionsCompared: number;
  /** Bots that got other funding or liquidations than the venue booked. */
  readonly differentBots: readonly string[];
  readonly fundingsCompared: number;
  readonly liquidationsCompared: number;
};

type Position = { readonly held: string; readonly averagePrice: Decimal };
type MarginEvents = { fundings: number; paid: Decimal; liquidations: number };
type EventRow = { readonly bot_id: string; readonly event: string };

const EVENTS = {
  text: `SELECT bot_id, event FROM bot_events
    WHERE event LIKE '%"funded"%' OR event LIKE '%"liquidated"%'`,
};

/** Of the accounts of users, and of scripts that have their market of an account to themselves. */
export async function judgeHoldings(
  made: Installation,
  { accounts }: CampaignUsers,
  { scripted }: CampaignBots,
): Promise<HoldingVerdict> {
  const truths = new Map(readTruth(made).map((truth) => [truth.account, truth]));
  const truthOf = ({ wallet }: CampaignAccount): AccountTruth =>
    truths.get(wallet) ?? assert.fail(`the venue has no account ${wallet}`);
  const different: string[] = [];
  let [balancesCompared, positionsCompared, fundingsCompared, liquidationsCompared] = [0, 0, 0, 0];
  for (const account of accounts) {
    const truth = truthOf(account);
    const balances = balancesOf(truth);
    const positions = positionsOf(made, truth);
    balancesCompared += balances.length;
    positionsCompared += positions.length;
    const shown = JSON.stringify((await readList(account, 'balance')).map(balanceText).toSorted());
    if (shown !== JSON.stringify(balances))
      different.push(`${account.wallet}: ${shown}; at the venue ${JSON.stringify(balances)}`);
    const theirs = (await readList(account, 'positions')).map(positionOf);
    if (!arePositions(theirs, positions))
      different.push(`${account.wallet}: ${textOf(theirs)}; at the venue ${textOf(positions)}`);
  }
  const own = made.kind === 'spot' ? [] : scripted;
  const delivered = await readMarginEvents(made);
  const differentBots: string[] = [];
  for (const { botId, account } of own) {
    const booked = marginEventsOf(truthOf(account));
    const known = delivered.get(botId) ?? { fundings: 0, paid: ZERO, liquidations: 0 };
    fundingsCompared += booked.fundings;
    liquidationsCompared += booked.liquidations;
    const [ours, theirs] = [known, booked].map(marginText);
    if (ours !== theirs) differentBots.push(`${botId}: ${ours}; at the venue ${theirs}`);
  }
  return {
    different,
    balancesCompared,
    positionsCompared,
    differentBots,
    fundingsCompared,
    liquidationsCompared,
  };
}

function balancesOf({ balances }: AccountTruth): readonly string[] {
  return Object.entries(balances)
    .map(
      ([asset, { free, locked }]) => [asset, addDecimal(decimal(free), decimal(locked))] as const,
    )
    .filter(([, total]) => total !== ZERO)
    .map(([asset, total]) => `${asset} ${formatDecimal(total)}`)
    .toSorted();
}

function balanceText({ currency, total }: Json): string {
  return `${String(currency)} ${plainDecimal(String(total))}`;
}

function positionsOf({ code }: Installation, { positions }: AccountTruth): readonly Position[] {
  const dollars = dollarsAt(code);
  return positions.map(({ market, size, entryValue }) => {
    const base = market.slice('linear:'.length, -dollars.length);
    const isLong = !size.startsWith('-');
    const amount = isLong ? size : size.slice(1);
    return {
      held: `${code.toUpperCase()}_${base}_${dollars}_PERP ${isLong ? 'long' : 'short'} ${amount}`,
      averagePrice: divideDecimal(decimal(entryValue), decimal(amount), 'half_even'),
    };
  });
}

function positionOf(shown: Json): Position {
  const [tag, direction, amount] = ['market_tag', 'direction', 'amount'].map((name) =>
    plainDecimal(String(shown[name])),
  );
  return {
    held: `${tag} ${direction} ${amount}`,
    averagePrice: decimal(String(shown['average_price'])),
  };
}

function arePositions(left: readonly Position[], right: readonly Position[]): boolean {
  return (
    left.length === right.length &&
    left.every(({ held, averagePrice }) =>
      right.some((other) => other.held === held && isNear(averagePrice, other.averagePrice)),
    )
  );
}

/** The venue rounds the average that it shows. */
function isNear(left: Decimal, right: Decimal): boolean {
  const distance = left > right ? left - right : right - left;
  return distance <= decimal('0.001');
}

function textOf(positions: readonly Position[]): string {
  return JSON.stringify(
    positions.map(({ held, averagePrice }) => `${held} at ${formatDecimal(averagePrice)}`),
  );
}

async function readList({ accountId, ask }: CampaignAccount, what: string) {
  const { status, body } = await askUntilFinal(ask, ['GET', `/accounts/${accountId}/${what}`]);
  assert.equal(status, 200, JSON.stringify(body));
  return body['data'] as readonly Json[];
}

async function readMarginEvents({
  code,
  database,
}: Installation): Promise<ReadonlyMap<string, MarginEvents>> {
  const delivered = new Map<string, MarginEvents>();
  for (const { bot_id: botId, event: text } of await database.read<EventRow>(EVENTS, [])) {
    const known = delivered.get(botId) ?? { fundings: 0, paid: ZERO, liquidations: 0 };
    delivered.set(botId, known);
    // What happened in one step is one row.
    for (const line of text.split('\n')) {
      const { event } = fromStoredForm(line) as LiveEvent;
      if (event.kind === 'liquidated') known.liquidations += 1;
      if (event.kind !== 'funded') continue;
      known.fundings += 1;
      known.paid = addDecimal(known.paid, valueOfUnits(dollarsAt(code), event.units));
    }
  }
  return delivered;
}

function marginEventsOf({ fills }: AccountTruth): MarginEvents {
  const fundings = fills.filter(({ kind }) => kind === 'funding');
  return {
    fundings: fundings.length,
    paid: fundings.reduce((sum, { fee }) => addDecimal(sum, decimal(fee)), ZERO),
    liquidations: fills.filter(({ kind }) => kind === 'liquidation').length,
  };
}

function marginText({ fundings, paid, liquidations }: MarginEvents): string {
  return `${fundings} fundings, ${formatDecimal(paid)} paid, ${liquidations} liquidations`;
}
