// Of what kind an account is, and whether it works.

import type { Account } from '@tidemill/client';

export function AccountKind({ account }: { readonly account: Account }) {
  if (account.is_paper) return <span className="tag tag-accent">Play money</span>;
  if (account.is_simulated) return <span className="tag tag-accent">Play money, simulated</span>;
  if (account.is_test_net) return <span className="tag tag-warn">Test net</span>;
  return <span className="tag tag-rise">Real money</span>;
}

const STATUSES = {
  connected: ['tag tag-rise', 'Connected'],
  read_only: ['tag tag-warn', 'Read only'],
  invalid_credentials: ['tag tag-fall', 'Key refused'],
  disabled: ['tag', 'Disabled'],
  unknown: ['tag', 'Not known'],
} as const;

export function AccountStatus({ account }: { readonly account: Account }) {
  const [look, text] = STATUSES[account.status];
  return <span className={look}>{text}</span>;
}
