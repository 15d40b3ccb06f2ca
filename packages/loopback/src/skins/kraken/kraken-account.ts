// Balances of an account of Kraken, its key, and the token of its stream.

import { randomBytes } from 'node:crypto';

import { fixedText } from '#loopback/amount.ts';
import type { VenueReply } from '#loopback/skins/skin.ts';
import type { KrakenContext, KrakenEndpoints } from '#loopback/skins/kraken/kraken-endpoint.ts';
import { assetCode, oldName } from '#loopback/skins/kraken/kraken-endpoint.ts';
import { krakenReply } from '#loopback/skins/kraken/kraken-errors.ts';

/** Of tokens that were given out: whose they are. */
export type KrakenTokens = Map<string, string>;

const read = { access: 'read', counts: 1, takes: [] } as const;

/** Endpoints of an account; a token of the stream is noted in `tokens`. */
export function krakenAccount(tokens: KrakenTokens): KrakenEndpoints {
  return {
    'POST /0/private/BalanceEx': { ...read, operation: 'balances', run: balances },
    'POST /0/private/GetApiKeyInfo': { ...read, operation: 'credentials', run: keyInfo },
    'POST /0/private/GetWebSocketsToken': {
      ...read,
      operation: 'settings',
      run({ account }: KrakenContext) {
        const token = randomBytes(24).toString('base64url');
        tokens.set(token, account.id);
        return krakenReply({ token, expires: 900 });
      },
    },
  };
}

function balances({ exchange, account }: KrakenContext): VenueReply {
  const owned = [...(exchange.ledger.owners.get(account.id) ?? [])];
  const rows = owned.flatMap(([asset, { free, locked }]) => {
    const earning = earningPart(asset, free + locked);
    const held = { balance: fixedText(free + locked - earning), hold_trade: fixedText(locked) };
    const row = [assetCode(asset), held] as const;
    if (earning === 0n) return [row];
    return [row, [`${oldName(asset)}.F`, { balance: fixedText(earning), hold_trade: '0.0000' }]];
  });
  return krakenReply(Object.fromEntries(rows));
}

/** Auto Earn takes all of a coin, also what orders hold of it, and of dollars a half. */
function earningPart(asset: string, total: bigint): bigint {
  if (asset === 'BTC') return total;
  return asset === 'USD' ? total / 2n : 0n;
}

function keyInfo({ exchange, account, key }: KrakenContext): VenueReply {
  const permissions = ['query-funds', 'query-open-trades', 'query-closed-trades'];
  if (key.canTrade) permissions.push('modify-trades', 'close-trades');
  if (key.canWithdraw) permissions.push('withdraw-funds');
  const seconds = String(Math.floor(exchange.clock.nowMs() / 1_000));
  return krakenReply({
    apiKeyName: 'loopback',
    apiKey: key.key,
    nonce: '0',
    nonceWindow: 0,
    permissions,
    iban: `AA88 N84G ${String(account.uid)}`,
    validUntil: key.expiresAtMs === null ? '0' : String(Math.floor(key.expiresAtMs / 1_000)),
    queryFrom: '0',
    queryTo: '0',
    createdTime: String(Math.floor(key.createdAtMs / 1_000)),
    modifiedTime: seconds,
    ipAllowlist: key.addresses,
    lastUsed: seconds,
  });
}
