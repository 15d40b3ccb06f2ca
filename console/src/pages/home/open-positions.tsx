// Positions of all futures accounts.

import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { accountsQuery, positionsQuery } from '../../api/queries.ts';
import { formatDecimal } from '../../parts/format.ts';
import { usePriceFormat } from '../../parts/market-name.ts';
import { Gain, Panel } from '../../parts/widgets.tsx';

export function OpenPositions() {
  const { data: accounts = [] } = useQuery(accountsQuery);
  const futures = accounts.filter((of) => of.market_type === 'futures');
  const positions = useQueries({
    queries: futures.map(({ account_id: id }) => positionsQuery(id)),
    combine: (results) => results.flatMap(({ data }) => data?.data ?? []),
  });
  const priceOf = usePriceFormat(futures.map(({ exchange }) => exchange));
  const searchOf = (accountId: string) => {
    const exchange = futures.find((of) => of.account_id === accountId)?.exchange;
    return exchange === undefined ? {} : { exchange };
  };
  if (futures.length === 0) return null;
  return (
    <Panel title="Open positions">
      {positions.length === 0 ? (
        <p className="panel-body hint">None is open.</p>
      ) : (
        <div className="scroll">
          <table className="table">
            <thead>
              <tr>
                <th>Position</th>
                <th className="right">Entry</th>
                <th className="right wide-only">Liquidation</th>
                <th className="right">Profit</th>
              </tr>
            </thead>
            <tbody>
              {positions.map((of) => (
                <tr key={`${of.account_id} ${of.position_id}`}>
                  <td>
                    <span className={of.direction === 'long' ? 'tag tag-rise' : 'tag tag-fall'}>
                      {of.direction}
                    </span>{' '}
                    {formatDecimal(of.amount)}{' '}
                    <Link
                      to="/markets/$marketTag"
                      params={{ marketTag: of.market_tag }}
                      search={searchOf(of.account_id)}
                    >
                      {of.market_tag}
                    </Link>
                  </td>
                  <td className="right">{priceOf(of.market_tag, of.average_price)}</td>
                  <td className="right wide-only soft">
                    {of.liquidation_price === null
                      ? '–'
                      : priceOf(of.market_tag, of.liquidation_price)}
                  </td>
                  <td className="right">
                    <Gain value={of.unrealized_profit} unit={of.profit_currency} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  );
}
