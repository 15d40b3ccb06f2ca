// Query of a key's rights at Bybit and, for derivatives, of how its account is set up.

import { present } from '#lib/assert.ts';
import type { CredentialReport } from '#venue-port/exchange/exchange.ts';
import type { AccountContext, JointQuery, ListedMarket, Verdict } from '#venues/dialect.ts';
import { readAccountMode, readMarginMode } from '#venues/dialects/bybit/margin-mode.ts';
import { readKeyRights } from '#venues/dialects/bybit/read-account.ts';
import { readPage } from '#venues/dialects/bybit/read-page.ts';
import { bybitRequest } from '#venues/dialects/bybit/requests.ts';
import { bybitVerdict } from '#venues/dialects/bybit/verdict.ts';
import { integerField, replyFields } from '#venues/dialects/reply/reply-fields.ts';
import type { WireOutcome } from '#venues/wire/venue-wire.ts';

/** For a report on no market in particular. */
const EXAMPLE_SYMBOL = 'BTCUSDT';

/**
 * The position mode is set for each symbol, or for all symbols of a coin that have no setting of
 * their own. A list by symbol shows how a market is set up, whether anything is open there or not;
 * a list by coin shows what is open.
 */
export function credentialsQuery(
  { marketType }: AccountContext,
  market: ListedMarket | null = null,
): JointQuery<CredentialReport> {
  const rights = bybitRequest('keyRights');
  const info = bybitRequest('accountInfo');
  if (marketType === 'spot') return { calls: [rights, info], read: readSpot };
  return {
    calls: [
      rights,
      info,
      bybitRequest('positions', { category: 'linear', symbol: market?.symbol ?? EXAMPLE_SYMBOL }),
      bybitRequest('positions', { category: 'linear', settleCoin: 'USDT', limit: 200 }),
    ],
    read: readSetup,
  };
}

function readSpot([rights, info]: readonly WireOutcome[]): Verdict<CredentialReport> {
  const key = bybitVerdict('read', present(rights, 'all calls were made'), (result) =>
    readKeyRights(result, 'spot'),
  );
  if (key.kind !== 'done') return key;
  return bybitVerdict('read', present(info, 'all calls were made'), (result) => ({
    ...key.value,
    positionMode: null,
    marginMode: null,
    accountMode: readAccountMode(result),
  }));
}

/** Of the calls, the one that failed first decides. */
function readSetup(outcomes: readonly WireOutcome[]): Verdict<CredentialReport> {
  const [rights, info, ...lists] = outcomes;
  const key = bybitVerdict('read', present(rights, 'all calls were made'), (result) =>
    readKeyRights(result, 'futures'),
  );
  if (key.kind !== 'done') return key;
  const mode = bybitVerdict('read', present(info, 'all calls were made'), (result) => ({
    marginMode: readMarginMode(result),
    accountMode: readAccountMode(result),
  }));
  if (mode.kind !== 'done') return mode;
  let positionMode: CredentialReport['positionMode'] = 'one_way';
  for (const list of lists) {
    const isHedge = bybitVerdict('read', list, hasHedgePosition);
    if (isHedge.kind !== 'done') return isHedge;
    if (isHedge.value) positionMode = 'hedge';
  }
  return { kind: 'done', value: { ...key.value, ...mode.value, positionMode } };
}

/** In one-way mode the index of a position is zero; with it, each side has an own one. */
function hasHedgePosition(result: unknown): boolean {
  const { list } = readPage(result, 'The list of positions');
  return list.some(
    (value) => integerField(replyFields(value, 'The position'), 'positionIdx') !== 0,
  );
}
