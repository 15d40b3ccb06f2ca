// Tables of docs/exchanges.md and of a page for each exchange: what it supports and promises, from
// the dialects themselves, and what that was compared with.

import { DAY_MS, HOUR_MS } from '#lib/time.ts';
import type { AccountMode, VenuePromises } from '#venue-port/exchange/exchange.ts';
import type { MarketCapabilities } from '#venue-port/exchange/market-capabilities.ts';
import { capabilitiesOf } from '#venues/capabilities-of.ts';
import { COMPANIES } from '#venues/companies/companies.ts';
import type { VenueDialect } from '#venues/dialect.ts';
import { promiseClass } from '#services/exchanges/promise-class.ts';
import { promisesInUse } from '#services/exchanges/promises-in-use.ts';
import { READING_TABLES } from '../../venues/recordings/tables/reading-tables.ts';

export const DOCUMENT_FILE = new URL('../../../docs/exchanges.md', import.meta.url);

export function pageFileOf(code: string): URL {
  return new URL(`../../../docs/exchanges/${code}.md`, import.meta.url);
}

const SECOND_MS = 1_000;

const BEGIN = '<!-- from the dialects: node test/golden/exchanges/write-exchange-table.ts -->';
const END = '<!-- end -->';

const DUPLICATES: { readonly [name in VenuePromises['duplicateName']]: string } = {
  first: 'the first order is returned',
  refused: 'refused for ever',
  refused_while_open: 'refused while the first order is open',
  none: 'may be placed again',
};

const LOOKUPS: { readonly [lookup in VenuePromises['lookup']]: string } = {
  any_state: 'in any state',
  lists: 'in lists only',
};

/** Of the files of tests, where it is not the code. */
const FILE_NAMES: Readonly<Record<string, string>> = {
  binance: 'binance-spot',
  binanceusdm: 'binance-usdm',
};

type Row = readonly [title: string, cell: (dialect: VenueDialect) => string];

const ROWS: readonly Row[] = [
  ['Exchange', ({ name }) => name],
  ['Markets', ({ marketTypes }) => marketTypes.join(', ')],
  ['Left out, and why', ({ leftOut }) => leftOut],
  ['Class, not measured', ({ promises }) => classOf(promisesInUse(promises, null))],
  ['Class, where a probe confirms the documentation', ({ promises }) => classOf(promises)],
  ['Orders that the exchange keeps', ({ orderSupport }) => orderSupport.types.join(', ')],
  [
    'Companies of it, and test nets, that are exchanges of their own',
    ({ code }) =>
      COMPANIES.flatMap((company) => (company.of === code ? [`\`${company.code}\``] : [])).join(
        ', ',
      ) || '–',
  ],
  [
    'Modes of accounts that are traded in',
    byMarkets(({ accountModes }) => namesOf(accountModes, true)),
  ],
  [
    'Modes of accounts that are refused, with what to do',
    byMarkets(({ accountModes }) => namesOf(accountModes, false)),
  ],
  [
    'Position modes that are traded in',
    byMarkets(({ positionModes }) => positionModes.map((mode) => mode.replace('_', '-'))),
  ],
  ['Stops that it holds where their owner wants that', byMarkets(({ stops }) => stops)],
  [
    'Why it holds no others',
    byMarkets(({ stopsLeftOut }) => (stopsLeftOut === null ? [] : [stopsLeftOut])),
  ],
  [
    'An entry at market may bring its stop',
    (dialect) => {
      const types = capabilitiesOf(dialect).filter(({ attachedStops }) => attachedStops);
      return types.map(({ marketType }) => marketType).join(', ') || 'no';
    },
  ],
  ['Post-only', ({ orderSupport }) => yesOrNo(orderSupport.postOnly)],
  [
    'Reduce-only',
    ({ marketTypes, orderSupport }) =>
      orderSupport.reduceOnly && marketTypes.includes('spot')
        ? 'in futures'
        : yesOrNo(orderSupport.reduceOnly),
  ],
  [
    'Reduce-only below the minimum value',
    ({ orderSupport }) => (orderSupport.exemptsReduceOnly ? 'sent' : '–'),
  ],
  ['Orders that end at an instant', ({ orderSupport }) => yesOrNo(orderSupport.timeOuts)],
  ['A name used twice, as documented', ({ promises }) => DUPLICATES[promises.duplicateName]],
  ['Found by our name', ({ promises }) => LOOKUPS[promises.lookup]],
  ['A request ends within', ({ promises }) => seconds(promises.requestHorizonMs)],
  ['An order may be missing for', ({ promises }) => seconds(promises.visibilityLagMs)],
  ['Ended with fills, found for', ({ promises }) => days(promises.endedRetainedMs.filled)],
  ['Ended without, found for', ({ promises }) => days(promises.endedRetainedMs.unfilled)],
  ['Fills are listed by', ({ promises }) => promises.fillLists],
  ['Minutes of history a request', ({ candles }) => String(candles.perCallMax)],
  ['Stream of minutes', ({ marketStream }) => yesOrNo(marketStream !== undefined)],
  [
    'Stream of the best bid and ask',
    ({ bestPriceStream }) => yesOrNo(bestPriceStream !== undefined),
  ],
  ['Request budget a minute and address', ({ budget }) => String(budget.perMinute)],
  ['Test net, for probes', ({ testNetHosts }) => testNetHosts?.join(', ') ?? 'none known'],
];

/** What of each type of markets there is something to say about. */
function byMarkets(
  cells: (of: MarketCapabilities) => readonly string[],
): (dialect: VenueDialect) => string {
  return (dialect) =>
    capabilitiesOf(dialect)
      .flatMap((of) => {
        const said = cells(of);
        return said.length === 0 ? [] : [`${of.marketType}: ${said.join(', ')}`];
      })
      .join('; ') || '–';
}

function namesOf(modes: readonly AccountMode[], areTraded: boolean): readonly string[] {
  return modes.flatMap(({ name, refusal }) => ((refusal === null) === areTraded ? [name] : []));
}

/** The document with the table of these dialects in place of the one that it has. */
export function withExchangeTable(document: string, dialects: readonly VenueDialect[]): string {
  const lines = [
    ['', ...dialects.map(({ code }) => `[\`${code}\`](exchanges/${code}.md)`)],
    ['---', ...dialects.map(() => '---')],
    ...ROWS.map(([title, cell]) => [title, ...dialects.map(cell)]),
  ];
  return withBlock(document, tableOf(lines));
}

/** The page of an exchange with its own tables in place of those that it has. */
export function withPageTables(page: string, dialect: VenueDialect): string {
  const facts = ROWS.map(([title, cell]) => [title, cell(dialect)]);
  const evidence = evidenceOf(dialect);
  return withBlock(
    page,
    [
      '## Verified against',
      tableOf([['This page and its code, compared with', 'By'], ['---', '---'], ...evidence]),
      '## Support and promises',
      tableOf([['', `\`${dialect.code}\``], ['---', '---'], ...facts]),
    ].join('\n\n'),
  );
}

/** What the statements of a page were compared with, and by what. */
export function evidenceOf({ code, testNetHosts }: VenueDialect): readonly (readonly string[])[] {
  const name = FILE_NAMES[code] ?? code;
  const recordings = new Set((READING_TABLES[code] ?? []).map(({ recording }) => recording));
  const probe =
    testNetHosts === undefined
      ? 'no test net is known'
      : `not yet; \`tidemill exchanges probe ${code} --test-net\` does it`;
  return [
    ['its public documentation', 'reading; what it does not say is listed above'],
    ['requests that were read line by line', `\`test/venues/golden/${name}.json\``],
    ['replies to another program', `\`test/venues/payloads/${name}.test.ts\``],
    [
      'replies and frames that others recorded, figure by figure',
      recordings.size === 0 ? 'none are to be had' : `${recordings.size} recordings`,
    ],
    ['faults, lost replies and kills', 'its skin of the loopback venue'],
    ['its test net', probe],
    ['an account with money in it', 'nobody yet, as far as this repository knows'],
  ];
}

function withBlock(document: string, block: string): string {
  const begin = document.indexOf(BEGIN);
  const end = document.indexOf(END, begin);
  if (begin < 0 || end < 0) throw new Error('The document has no place for the table.');
  return `${document.slice(0, begin)}${BEGIN}\n\n${block}\n\n${document.slice(end)}`;
}

function tableOf(lines: readonly (readonly string[])[]): string {
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function classOf(promises: VenuePromises): string {
  return promiseClass(promises).toUpperCase();
}

function yesOrNo(isSo: boolean): string {
  return isSo ? 'yes' : 'no';
}

function seconds(durationMs: number): string {
  return `${durationMs / SECOND_MS} s`;
}

function days(durationMs: number): string {
  if (durationMs < DAY_MS) return `${durationMs / HOUR_MS} hours`;
  const count = durationMs / DAY_MS;
  return `${count} ${count === 1 ? 'day' : 'days'}`;
}
