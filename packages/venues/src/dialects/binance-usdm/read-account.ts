// Balances of Binance USD-M futures, and what the venue says of an account and its key.

import type { Decimal } from '#lib/decimal.ts';
import { ZERO } from '#lib/decimal.ts';
import type { Balance, CredentialReport } from '#venue-port/exchange/exchange.ts';
import type { AccountModes, BalancePage } from '#venues/dialect.ts';
import { balancePage } from '#venues/dialects/reply/balance-page.ts';
import { byField, readRows } from '#venues/dialects/reply/read-rows.ts';
import {
  decimalField,
  flagField,
  integerField,
  replyFields,
  replyList,
  textField,
} from '#venues/dialects/reply/reply-fields.ts';

/** `nowMs`: when it was requested. */
export function readUsdmBalances(value: unknown, nowMs: number): BalancePage {
  const assets = replyFields(value, 'The account')['assets'];
  const rows = replyList(assets, 'The list of balances');
  return balancePage(nowMs, readRows(rows, byField('asset'), readBalance));
}

/** What positions gain is part of what is available, not of the balance. */
function readBalance(value: unknown): Balance {
  const fields = replyFields(value, 'The balance');
  const total = decimalField(fields, 'walletBalance');
  const positionMargin = decimalField(fields, 'positionInitialMargin');
  const held = positionMargin + decimalField(fields, 'openOrderInitialMargin');
  const owned = total > 0n ? total : ZERO;
  const locked = (held < owned ? held : owned) as Decimal;
  return {
    currency: textField(fields, 'asset'),
    available: (owned - locked) as Decimal,
    locked,
    total,
    marginUsed: positionMargin < locked ? positionMargin : locked,
    unrealizedProfit: decimalField(fields, 'unrealizedProfit'),
  };
}

/** Names the account: the venue gives it no other id in futures. */
function readAccountAlias(wallets: unknown): string {
  const [wallet] = replyList(wallets, 'The list of wallets');
  return textField(replyFields(wallet, 'The wallet'), 'accountAlias');
}

export const USDM_ACCOUNT_MODES = {
  futures: {
    standard: { name: 'standard', refusal: null },
    portfolio: {
      name: 'Portfolio Margin',
      refusal:
        'Its futures have another interface (papi), which is not spoken here: leave Portfolio ' +
        'Margin in the settings of Binance, or use a key of a subaccount without it. Spot can be ' +
        'connected.',
    },
  },
} as const satisfies AccountModes;

/** What the venue says of a key and its account, in four replies. */
export type UsdmAccountReplies = {
  readonly rights: unknown;
  /** What it may trade; a field that is not given is not so. */
  readonly kinds: unknown;
  readonly wallets: unknown;
  readonly setup: unknown;
};

/** Report on a key, from all replies about it together. */
export function readUsdmCredentials({
  rights,
  kinds,
  wallets,
  setup,
}: UsdmAccountReplies): CredentialReport {
  const isPortfolio = replyFields(kinds, 'The account')['isPortfolioMarginRetailEnabled'] === true;
  const key = replyFields(rights, "The key's rights");
  const account = replyFields(setup, 'The account');
  const expires = key['tradingAuthorityExpirationTime'] ?? null;
  return {
    accountUid: readAccountAlias(wallets),
    canTrade: flagField(account, 'canTrade') && flagField(key, 'enableFutures'),
    canWithdraw: flagField(key, 'enableWithdrawals'),
    isAddressBound: flagField(key, 'ipRestrict'),
    expiresAtMs: expires === null ? null : integerField(key, 'tradingAuthorityExpirationTime'),
    permissions: Object.keys(key)
      .filter((name) => key[name] === true && name !== 'ipRestrict')
      .sort(),
    positionMode: flagField(account, 'dualSidePosition') ? 'hedge' : 'one_way',
    // Chosen by market.
    marginMode: null,
    accountMode: USDM_ACCOUNT_MODES.futures[isPortfolio ? 'portfolio' : 'standard'],
  };
}
