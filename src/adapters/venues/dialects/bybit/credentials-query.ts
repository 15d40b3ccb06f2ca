// Query of a key's rights at Bybit and, for derivatives, of how its account is set up.

import { present } from '#lib/assert.ts';
import type { CredentialReport } from '#ports/exchange/exchange.ts';
import type {
  AccountContext,
  JointQuery,
  ListedMarket,
  Verdict,
} from '#adapters/venues/dialect.ts';
import { readMarginMode } from '#adapters/venues/dialects/bybit/margin-mode.ts';
import { readKeyRights } from '#adapters/venues/dialects/bybit/read-account.ts';
import { readPage } from '#adapters/venues/dialects/bybit/read-page.ts';
import { bybitRequest } from '#adapters/venues/dialects/bybit/requests.ts';
import { bybitVerdict } from '#adapters/venues/dialects/bybit/verdict.ts';
import { integerField, replyFields } from '#adapters/venues/dialects/reply/reply-fields.ts';
import type { WireOutcome } from '#adapters/venues/wire/venue-wire.ts';

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
  if (marketType === 'spot')
    return {
      calls: [rights],
      read: ([outcome]) =>
        bybitVerdict('read', present(outcome, 'the call was made'), (result) => ({
          ...readKeyRights(result, marketType),
          positionMode: null,
          marginMode: null,
        })),
    };
  return {
    calls: [
      rights,
      bybitRequest('accountInfo'),
      bybitRequest('positions', { category: 'linear', symbol: market?.symbol ?? EXAMPLE_SYMBOL }),
      bybitRequest('positions', { category: 'linear', settleCoin: 'USDT', limit: 200 }),
    ],
    read: readSetup,
  };
}

/** Of the calls, the one that failed first decides. */
function readSetup(outcomes: readonly WireOutcome[]): Verdict<CredentialReport> {
  const [rights, info, ...lists] = outcomes;
  const key = bybitVerdict('read', present(rights, 'all calls were made'), (result) =>
    readKeyRights(result, 'futures'),
  );
  if (key.kind !== 'done') return key;
  const mode = bybitVerdict('read', present(info, 'all calls were made'), readMarginMode);
  if (mode.kind !== 'done') return mode;
  let positionMode: CredentialReport['positionMode'] = 'one_way';
  for (const list of lists) {
    const isHedge = bybitVerdict('read', list, hasHedgePosition);
    if (isHedge.kind !== 'done') return isHedge;
    if (isHedge.value) positionMode = 'hedge';
  }
  return { kind: 'done', value: { ...key.value, positionMode, marginMode: mode.value } };
}

/** In one-way mode the index of a position is zero; with it, each side has an own one. */
function hasHedgePosition(result: unknown): boolean {
  const { list } = readPage(result, 'The list of positions');
  return list.some(
    (value) => integerField(replyFields(value, 'The position'), 'positionIdx') !== 0,
  );
}
