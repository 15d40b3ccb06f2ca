// Wallets of a portfolio of Coinbase, and what a key may.

import { fixedText } from '#loopback/amount.ts';
import type { VenueReply } from '#loopback/skins/skin.ts';
import { jsonReply } from '#loopback/skins/skin.ts';
import type {
  CoinbaseContext,
  CoinbaseEndpoints,
} from '#loopback/skins/coinbase/coinbase-endpoint.ts';
import {
  instantText,
  pageOf,
  textOf,
  wholeOf,
} from '#loopback/skins/coinbase/coinbase-endpoint.ts';
import { argumentError } from '#loopback/skins/coinbase/coinbase-errors.ts';

const WALLETS_MAX = 250;
const WALLETS_DEFAULT = 49;
const read = { access: 'view' } as const;

export const COINBASE_ACCOUNT: CoinbaseEndpoints = {
  'GET /accounts': {
    ...read,
    operation: 'balances',
    takes: ['limit', 'cursor', 'retail_portfolio_id'],
    run: wallets,
  },
  'GET /key_permissions': {
    ...read,
    operation: 'credentials',
    takes: [],
    run({ account, key }: CoinbaseContext) {
      return jsonReply(200, {
        can_view: true,
        can_trade: key.canTrade,
        can_transfer: key.canWithdraw,
        portfolio_uuid: portfolioOf(account.uid),
        portfolio_type: 'DEFAULT',
      });
    },
  },
  'GET /transaction_summary': {
    ...read,
    operation: 'settings',
    takes: ['product_type', 'contract_expiry_type', 'product_venue'],
    run: () =>
      jsonReply(200, {
        total_volume: 0,
        total_fees: 0,
        fee_tier: { pricing_tier: '<$10k', taker_fee_rate: '0.012', maker_fee_rate: '0.006' },
      }),
  },
};

/** Id of an account's portfolio. */
export function portfolioOf(uid: number): string {
  return `ca7244bc-21d1-5e4c-bfe5-${String(uid).padStart(12, '0')}`;
}

function wallets({ exchange, account, parameters }: CoinbaseContext): VenueReply {
  const limit = wholeOf(parameters, 'limit') ?? WALLETS_DEFAULT;
  if (limit === 0 || limit > WALLETS_MAX) throw argumentError('limit');
  const owned = [...(exchange.ledger.owners.get(account.id) ?? [])];
  const { items, next } = pageOf(owned, ([asset]) => asset, {
    cursor: textOf(parameters, 'cursor'),
    limit,
  });
  const accounts = items.map(([currency, { free, locked }]) => ({
    uuid: `8bfc20d7-f7c6-4422-bf07-${Buffer.from(currency).toString('hex').padStart(12, '0')}`,
    name: `${currency} Wallet`,
    currency,
    available_balance: { value: fixedText(free), currency },
    default: false,
    active: true,
    created_at: instantText(0),
    updated_at: instantText(exchange.clock.nowMs()),
    deleted_at: null,
    type: currency === 'USD' ? 'ACCOUNT_TYPE_FIAT' : 'ACCOUNT_TYPE_CRYPTO',
    ready: true,
    hold: { value: fixedText(locked), currency },
    retail_portfolio_id: portfolioOf(account.uid),
    platform: 'ACCOUNT_PLATFORM_CONSUMER',
  }));
  return jsonReply(200, {
    accounts,
    has_next: next !== null,
    cursor: next ?? '',
    size: accounts.length,
  });
}
