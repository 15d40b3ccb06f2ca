// Note on what a spot account cannot do, where somebody chooses one for a bot; with the way to a
// futures account for who has none.

import type { Account } from '@tidemill/client';
import { Link } from '@tanstack/react-router';
import { CONTROLS } from '../words/controls.ts';

type Props = {
  /** That was chosen; undefined: none yet. */
  readonly account: Account | undefined;
  readonly accounts: readonly Account[];
};

export function SpotNote({ account, accounts }: Props) {
  if (account?.market_type !== 'spot') return null;
  const hasFutures = accounts.some(({ market_type: type }) => type === 'futures');
  return (
    <p className="hint">
      {CONTROLS.spotOnly}{' '}
      {hasFutures ? (
        CONTROLS.chooseFutures
      ) : (
        <Link to="/accounts" search={{ new: true }}>
          {CONTROLS.openFutures}
        </Link>
      )}
    </p>
  );
}

/** Name of an account in a list of them: with its exchange and what is traded there. */
export const accountChoice = ({ name, exchange, market_type: type }: Account): string =>
  `${name} (${exchange}, ${type === 'spot' ? CONTROLS.spot : CONTROLS.futures})`;
