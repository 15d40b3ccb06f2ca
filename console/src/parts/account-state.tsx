// Of what kind an account is, and whether it works.

import type { Account } from '@tidemill/client';
import { PARTS } from '../words/parts.ts';

/** Kind of an account as a tag: play money, simulated, test net or real money. */
export function AccountKind({ account }: { readonly account: Account }) {
  if (account.is_paper) return <span className="tag tag-accent">{PARTS.playMoney}</span>;
  if (account.is_simulated) return <span className="tag tag-accent">{PARTS.simulated}</span>;
  if (account.is_test_net) return <span className="tag tag-warn">{PARTS.testNet}</span>;
  return <span className="tag tag-rise">{PARTS.realMoney}</span>;
}

const STATUSES = {
  connected: ['tag tag-rise', PARTS.connected],
  read_only: ['tag tag-warn', PARTS.readOnly],
  invalid_credentials: ['tag tag-fall', PARTS.keyRefused],
  disabled: ['tag', PARTS.disabled],
  unknown: ['tag', PARTS.notKnown],
} as const;

/** Status of an account as a tag. */
export function AccountStatus({ account }: { readonly account: Account }) {
  const [look, text] = STATUSES[account.status];
  return <span className={look}>{text}</span>;
}
