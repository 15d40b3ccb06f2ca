// Report on the key of an account: what it may and may not do, as its exchange says.

import type { AccountCredentials } from '@tidemill/client';
import { Time } from '../../parts/widgets.tsx';
import { ACCOUNTS } from '../../words/accounts.ts';

type Props = { readonly credentials: AccountCredentials };

type Look = 'good' | 'warn' | 'wrong';

export function KeyReport({ credentials: key }: Props) {
  const rows: readonly (readonly [Look, string, string])[] = [
    key.refusal === null
      ? ['good', ACCOUNTS.accepted, ACCOUNTS.theExchangeAcceptsThe]
      : ['wrong', ACCOUNTS.refused, key.refusal],
    key.can_trade
      ? ['good', ACCOUNTS.mayTrade, ACCOUNTS.ordersCanBePlaced]
      : ['warn', ACCOUNTS.mayNotTrade, ACCOUNTS.balancesCanBeRead],
    key.can_withdraw
      ? ['wrong', ACCOUNTS.mayWithdraw, ACCOUNTS.anyoneWithThisKey]
      : ['good', ACCOUNTS.mayNotWithdraw, ACCOUNTS.thisKeyCannotWithdraw],
    key.is_address_bound
      ? ['good', ACCOUNTS.boundToAddresses, ACCOUNTS.theKeyWorksFrom]
      : ['warn', ACCOUNTS.worksFromAnywhere, ACCOUNTS.restrictItToTheAddress],
  ];
  return (
    <>
      <ul className="key-report">
        {rows.map(([look, title, text]) => (
          <li key={title} data-look={look}>
            <strong>{title}</strong> <span className="soft">{text}</span>
          </li>
        ))}
      </ul>
      <p className="hint key-note">
        {ACCOUNTS.checked(key.hint === '' ? ACCOUNTS.key : ACCOUNTS.keyTitle(key.hint))}{' '}
        <Time at={key.checked_at} ago />
        {key.expires_at === null ? '' : ACCOUNTS.expires}
        {key.expires_at === null ? null : <Time at={key.expires_at} />}
      </p>
    </>
  );
}
