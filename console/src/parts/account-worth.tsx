// Equity of an account, as it was noted last.

import { useQuery } from '@tanstack/react-query';
import { equityNowQuery } from '../api/queries.ts';
import { formatDecimal } from './format.ts';
import { PARTS } from '../words/parts.ts';

export function AccountWorth({ accountId }: { readonly accountId: string }) {
  const { data, isError } = useQuery(equityNowQuery(accountId));
  if (isError) return <span className="faint">{PARTS.notKnownNow}</span>;
  const last = data?.data.at(-1);
  if (last === undefined) return <span className="faint">–</span>;
  const { value, currency, unpriced } = last;
  const title = unpriced.length === 0 ? undefined : PARTS.unpriced(unpriced.join(', '));
  return (
    <span className="number" title={title}>
      {formatDecimal(value, 2)} <span className="faint">{currency}</span>
      {unpriced.length === 0 ? '' : ' +'}
    </span>
  );
}
