// The table of docs/exchanges.md that says what each exchange supports and promises, from the
// dialects themselves.

import { DAY_MS, HOUR_MS } from '#lib/time.ts';
import type { VenuePromises } from '#ports/exchange/exchange.ts';
import type { VenueDialect } from '#adapters/venues/dialect.ts';
import { promiseClass } from '#services/exchanges/promise-class.ts';
import { promisesInUse } from '#services/exchanges/promises-in-use.ts';

export const DOCUMENT_FILE = new URL('../../../docs/exchanges.md', import.meta.url);

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

type Row = readonly [title: string, cell: (dialect: VenueDialect) => string];

const ROWS: readonly Row[] = [
  ['Exchange', ({ name }) => name],
  ['Markets', ({ marketTypes }) => marketTypes.join(', ')],
  ['Left out, and why', ({ leftOut }) => leftOut],
  ['Class, not measured', ({ promises }) => classOf(promisesInUse(promises, null))],
  ['Class, where a probe confirms the documentation', ({ promises }) => classOf(promises)],
  ['Orders that the exchange keeps', ({ orderSupport }) => orderSupport.types.join(', ')],
  [
    'Stops that it holds where their owner wants that',
    ({ marketTypes, orderSupport: { stops } }) =>
      marketTypes
        .flatMap((type) => (stops?.[type].length ? [`${type}: ${stops[type].join(', ')}`] : []))
        .join('; ') || '–',
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

/** The document with the table of these dialects in place of the one that it has. */
export function withExchangeTable(document: string, dialects: readonly VenueDialect[]): string {
  const begin = document.indexOf(BEGIN);
  const end = document.indexOf(END, begin);
  if (begin < 0 || end < 0) throw new Error('docs/exchanges.md has no place for the table.');
  const table = `${BEGIN}\n\n${tableOf(dialects)}\n\n`;
  return document.slice(0, begin) + table + document.slice(end);
}

function tableOf(dialects: readonly VenueDialect[]): string {
  const heads = dialects.map(({ code }) => `\`${code}\``);
  const lines = [
    ['', ...heads],
    ['---', ...heads.map(() => '---')],
    ...ROWS.map(([title, cell]) => [title, ...dialects.map(cell)]),
  ];
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
