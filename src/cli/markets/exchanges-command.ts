// `tidemill exchanges`: list.

import type { Command } from 'commander';
import { decimalFromInteger } from '#lib/decimal.ts';
import type { ExchangeSummary } from '#services/exchanges/list-exchanges.ts';
import { listExchanges } from '#services/exchanges/list-exchanges.ts';
import type { CommonOptions } from '#cli/command-base.ts';
import { baseCommand, groupCommand, withApplication, writeResult } from '#cli/command-base.ts';
import type { Host } from '#cli/host.ts';
import { formatTable } from '#cli/table.ts';

export function exchangesCommand(host: Host): Command {
  const list = baseCommand('list', 'show the exchanges that this installation can reach').action(
    async (options: CommonOptions) => {
      await withApplication(host, options, async ({ deps }) => {
        const exchanges = await listExchanges(deps);
        writeResult(host, options, { data: exchanges.map(exchangeToJson) }, () =>
          formatTable(host.terminal, COLUMNS, exchanges, 'There are no exchanges.'),
        );
      });
    },
  );
  return groupCommand('exchanges', 'where accounts can be', [list]);
}

const COLUMNS = [
  { title: 'CODE', cell: (row: ExchangeSummary) => row.exchange },
  { title: 'NAME', cell: (row: ExchangeSummary) => row.name },
  { title: 'TYPES', cell: (row: ExchangeSummary) => row.marketTypes.join(', ') },
  { title: 'MARKETS', figure: (row: ExchangeSummary) => decimalFromInteger(row.marketsCount) },
  { title: 'OPEN', cell: (row: ExchangeSummary) => (row.isOpen ? 'yes' : 'no') },
] as const;

function exchangeToJson(row: ExchangeSummary): object {
  return {
    exchange: row.exchange,
    name: row.name,
    market_types: row.marketTypes,
    markets_count: row.marketsCount,
    is_test_net: row.isTestNet,
    is_open: row.isOpen,
  };
}
