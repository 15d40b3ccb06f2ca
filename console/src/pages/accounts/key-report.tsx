// Report on the key of an account: what it may and may not do, as its exchange says.

import type { AccountCredentials } from '@tidemill/client';
import { Time } from '../../parts/widgets.tsx';

type Props = { readonly credentials: AccountCredentials };

type Look = 'good' | 'warn' | 'wrong';

export function KeyReport({ credentials: key }: Props) {
  const rows: readonly (readonly [Look, string, string])[] = [
    key.refusal === null
      ? ['good', 'Accepted', 'The exchange accepts the key.']
      : ['wrong', 'Refused', key.refusal],
    key.can_trade
      ? ['good', 'May trade', 'Orders can be placed.']
      : ['warn', 'May not trade', 'Balances can be read, nothing can be ordered.'],
    key.can_withdraw
      ? [
          'wrong',
          'May withdraw',
          'Anyone with this key can withdraw your funds. Create a key without withdrawal permission.',
        ]
      : ['good', 'May not withdraw', 'This key cannot withdraw funds.'],
    key.is_address_bound
      ? ['good', 'Bound to addresses', 'The key works from the listed addresses only.']
      : ['warn', 'Works from anywhere', 'Restrict it to the address of this service.'],
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
        {key.hint === '' ? 'Key' : `Key …${key.hint}`}, checked <Time at={key.checked_at} ago />
        {key.expires_at === null ? '' : ', expires '}
        {key.expires_at === null ? null : <Time at={key.expires_at} />}
      </p>
    </>
  );
}
