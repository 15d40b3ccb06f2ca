// `tidemill exchanges`: list, test, probe, record.

import type { Command } from 'commander';
import { decimalFromInteger } from '#lib/decimal.ts';
import { formatInstant } from '#lib/time.ts';
import { credentialParts } from '#services/exchanges/credential-parts.ts';
import type { ExchangeRecord } from '#services/exchanges/get-exchange.ts';
import { listExchangeRecords } from '#services/exchanges/get-exchange.ts';
import type { ExchangeSummary } from '#services/exchanges/list-exchanges.ts';
import { learnMarkets, listExchanges } from '#services/exchanges/list-exchanges.ts';
import type { ExchangeTrial } from '#services/exchanges/test-exchange.ts';
import { testExchange } from '#services/exchanges/test-exchange.ts';
import type { CommonOptions } from '#cli/command-base.ts';
import { baseCommand, groupCommand, withApplication, writeResult } from '#cli/command-base.ts';
import { CommandFailed } from '#cli/command-error.ts';
import type { Host } from '#cli/host.ts';
import { probeCommand } from '#cli/markets/probe-command.ts';
import { recordCommand } from '#cli/markets/record-command.ts';
import { formatTable } from '#cli/table.ts';
import { paint, plainText } from '#cli/terminal.ts';

type ListOptions = CommonOptions & { readonly capabilities?: true };

const WHEN_EMPTY = 'There are no exchanges.';

/** Group `tidemill exchanges`. */
export function exchangesCommand(host: Host): Command {
  return groupCommand('exchanges', 'where accounts can be', [
    listCommand(host),
    testCommand(host),
    probeCommand(host),
    recordCommand(host),
  ]);
}

function listCommand(host: Host): Command {
  return baseCommand('list', 'show the exchanges that this installation can reach')
    .option('--capabilities', 'with what each supports and promises')
    .action(async (options: ListOptions) => {
      await withApplication(host, options, async ({ deps }) => {
        await learnMarkets(deps);
        if (options.capabilities === true) {
          const records = await listExchangeRecords(deps);
          writeResult(host, options, { data: records.map(recordToJson) }, () =>
            formatTable(host.terminal, CAPABILITY_COLUMNS, records, WHEN_EMPTY),
          );
          return;
        }
        const exchanges = await listExchanges(deps);
        writeResult(host, options, { data: exchanges.map(exchangeToJson) }, () =>
          formatTable(host.terminal, COLUMNS, exchanges, WHEN_EMPTY),
        );
      });
    });
}

function testCommand(host: Host): Command {
  return baseCommand('test', 'try what works at an exchange without an account')
    .argument('<CODE>', 'the code that "tidemill exchanges list" shows')
    .action(async (code: string, options: CommonOptions) => {
      await withApplication(host, options, async ({ deps }) => {
        const tried = await testExchange(deps, code);
        if (!tried.ok)
          throw new CommandFailed(
            `There is no exchange "${code}".`,
            'See those that exist: tidemill exchanges list',
          );
        writeResult(host, options, { exchange: code.toLowerCase(), trials: tried.value }, () =>
          trialsText(host, tried.value),
        );
        if (tried.value.some(({ result }) => result === 'fail'))
          throw new CommandFailed(
            `The exchange "${code}" did not pass.`,
            'Whether the network, the clock or the exchange is at fault: tidemill doctor',
          );
      });
    });
}

const STYLES = { ok: 'green', warn: 'yellow', fail: 'red' } as const;

function trialsText({ terminal }: Host, trials: readonly ExchangeTrial[]): string {
  const lines = trials.map(({ name, result, detail }) => {
    const word = paint(terminal, STYLES[result], result.padEnd(4));
    return `${word}  ${name}: ${plainText(detail)}\n`;
  });
  return lines.join('');
}

function openCell({ reach, isOpen }: ExchangeSummary): string {
  if (reach === 'unused') return 'not used';
  return isOpen ? 'yes' : 'no';
}

const COLUMNS = [
  { title: 'CODE', cell: (row: ExchangeSummary) => row.exchange },
  { title: 'NAME', cell: (row: ExchangeSummary) => row.name },
  { title: 'TYPES', cell: (row: ExchangeSummary) => row.marketTypes.join(', ') },
  { title: 'MARKETS', figure: (row: ExchangeSummary) => decimalFromInteger(row.marketsCount) },
  { title: 'OPEN', cell: openCell },
] as const;

const DATE_CHARACTERS = 10;

const CAPABILITY_COLUMNS = [
  { title: 'CODE', cell: (row: ExchangeRecord) => row.exchange },
  { title: 'TYPES', cell: (row: ExchangeRecord) => row.marketTypes?.join(', ') ?? '?' },
  { title: 'ORDERS', cell: (row: ExchangeRecord) => row.orderSupport.types.join(', ') },
  { title: 'EMULATED', cell: (row: ExchangeRecord) => row.emulatedTypes.join(', ') },
  { title: 'STOPS', cell: stopsOf },
  { title: 'EXTRAS', cell: extrasOf },
  { title: 'CLASS', cell: (row: ExchangeRecord) => row.promiseClass.toUpperCase() },
  {
    title: 'MEASURED',
    cell: ({ promises: { measuredAtMs } }: ExchangeRecord) =>
      measuredAtMs === undefined ? 'no' : formatInstant(measuredAtMs).slice(0, DATE_CHARACTERS),
  },
  { title: 'HEALTH', cell: (row: ExchangeRecord) => row.health },
  {
    title: 'CLOCK',
    cell: ({ clockSkewMs }: ExchangeRecord) => (clockSkewMs === null ? '' : `${clockSkewMs} ms`),
  },
] as const;

/** Of which markets it holds stops. */
function stopsOf({ capabilities }: ExchangeRecord): string {
  const rows = (capabilities ?? []).filter(({ stops }) => stops.length > 0);
  return rows.map(({ marketType }) => marketType).join(', ');
}

function capabilitiesToJson({ capabilities }: Pick<ExchangeSummary, 'capabilities'>): object {
  return {
    capabilities: (capabilities ?? []).map((row) => ({
      market_type: row.marketType,
      stop_types: row.stops,
      stops_left_out: row.stopsLeftOut,
      attached_stops: row.attachedStops,
      reduce_only: row.reduceOnly,
      position_modes: row.positionModes,
      account_modes: row.accountModes,
      streams: row.streams,
    })),
  };
}

function extrasOf({ orderSupport }: ExchangeRecord): string {
  const { postOnly, reduceOnly, timeOuts, trailActivation } = orderSupport;
  const extras = [
    ['post only', postOnly],
    ['reduce only', reduceOnly],
    ['time-outs', timeOuts],
    ['trail activation', trailActivation],
  ] as const;
  return extras.flatMap(([name, isSupported]) => (isSupported ? [name] : [])).join(', ');
}

function exchangeToJson(row: ExchangeSummary): object {
  return {
    exchange: row.exchange,
    name: row.name,
    market_types: row.marketTypes,
    markets_count: row.marketsCount,
    is_test_net: row.isTestNet,
    company_of: row.companyOf,
    is_open: row.isOpen,
    ...formToJson(row),
    ...capabilitiesToJson(row),
  };
}

function recordToJson(row: ExchangeRecord): object {
  const { orderSupport, promises } = row;
  const { measuredAtMs } = promises;
  return {
    exchange: row.exchange,
    name: row.name,
    market_types: row.marketTypes,
    is_test_net: row.isTestNet,
    company_of: row.companyOf,
    is_simulated: row.isSimulated,
    order_support: {
      types: orderSupport.types,
      stop_types: {
        spot: orderSupport.stops?.spot ?? [],
        futures: orderSupport.stops?.futures ?? [],
      },
      emulated_types: row.emulatedTypes,
      post_only: orderSupport.postOnly,
      reduce_only: orderSupport.reduceOnly,
      time_outs: orderSupport.timeOuts,
      trail_activation: orderSupport.trailActivation,
    },
    promises: {
      class: row.promiseClass,
      duplicate_name: promises.duplicateName,
      lookup: promises.lookup,
      request_horizon_ms: promises.requestHorizonMs,
      visibility_lag_ms: promises.visibilityLagMs,
      measured_at: measuredAtMs === undefined ? null : formatInstant(measuredAtMs),
    },
    health: row.health,
    clock_skew_ms: row.clockSkewMs,
    ...formToJson(row),
    ...capabilitiesToJson(row),
  };
}

function formToJson({ credentialForm }: Pick<ExchangeSummary, 'credentialForm'>): object {
  return {
    credential_fields: credentialParts(credentialForm),
    credential_rights: credentialForm?.rights ?? null,
    credential_advice: credentialForm?.advice ?? null,
  };
}
