// Law 9: a figure has one base and one rounding. Participants are the decimals of all that a report
// says at the API, from the document, and the texts that are made of them.

import { readFileSync } from 'node:fs';
import { formatRounded, percentNumber } from '../../../console/src/parts/format.ts';
import { present } from '#lib/assert.ts';
import { decimal } from '#lib/decimal.ts';
import { conclude } from '#services/reports/conclude.ts';
import { shortDecimal, shownPercent } from '#services/reports/shown-decimals.ts';
import {
  numberText,
  returnRows,
  statisticsOfReport,
  tradeRows,
} from '#services/reports/statistics-rows.ts';
import { BACKTEST_REPORT } from '#api/schemas/backtest-report.ts';
import { statisticsToWire } from '#api/schemas/backtest-statistics.ts';
import type { Law, TriedCell, Verdict } from '../law.ts';
import { broken, excused, HELD } from '../law.ts';
import type { MadeReport } from './made-reports.ts';
import { makeReports } from './made-reports.ts';
import { readFacts } from './read-facts.ts';
import type { Textbook } from './textbook.ts';
import { textbookFigures } from './textbook.ts';

type Schema = {
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: { readonly [name: string]: Schema };
};

const DOCUMENT = JSON.parse(
  readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8'),
) as { readonly components: { readonly schemas: { readonly [name: string]: Schema } } };

/** What a report's figures are in. */
const ROOTS = ['BacktestStatistics', 'BacktestPerformance'];
/** Of chance, or of counts. */
const SECOND = 'computed a second time by test/reference/statistics.test.ts';
const ELSEWHERE = new Map(
  ['MonteCarlo', 'MonteCarloStep', 'Quantiles', 'ReturnBin', 'RollingPoint'].map((name) => [
    name,
    SECOND,
  ]),
);
const TEXTS = ['the sentence of a report', 'rows of the command line'] as const;

/** Shape and field of each decimal that one comes to from the roots. */
function decimalsOf(): readonly (readonly [shape: string, field: string])[] {
  const found: (readonly [string, string])[] = [];
  const seen = new Set<string>();
  const visit = (shape: string): void => {
    if (seen.has(shape)) return;
    seen.add(shape);
    for (const [name, schema] of Object.entries(
      DOCUMENT.components.schemas[shape]?.properties ?? {},
    )) {
      const target = targetOf(schema);
      if (target === 'Decimal') found.push([shape, name]);
      else if (target !== null) visit(target);
    }
  };
  for (const root of ROOTS) visit(root);
  return found;
}

function targetOf(schema: Schema): string | null {
  const { $ref, anyOf = [], items } = schema;
  if ($ref !== undefined) return $ref.split('/').at(-1) ?? null;
  const parts = items === undefined ? anyOf : [items];
  return parts.map(targetOf).find((each) => each !== null) ?? null;
}

type ShowFigure = (text: string, isPercent: boolean) => string;

/** How the console shows a figure, and the command line. */
const SHOWN: Readonly<Record<string, ShowFigure>> = {
  console: (text, isPercent) =>
    (isPercent ? percentNumber(text) : formatRounded(text, 2))
      .replaceAll('\u202f', '')
      .replace('\u2212', '-'),
  'command line': (text, isPercent) =>
    (isPercent ? shownPercent(decimal(text)) : shortDecimal(decimal(text), 2)).replaceAll(',', ''),
};

const PERCENTS = new RegExp(
  [
    'percent|return|cagr|volatility|_day|days|drawdown$|exposure|most_used|win_rate',
    'excursion|price_change|value_at_risk|buy_and_hold',
  ].join('|'),
);
const MONEY = new Set(['BacktestStatistics.max_drawdown', 'BacktestPerformance.max_drawdown']);

const isPercent = (place: string): boolean => PERCENTS.test(place) && !MONEY.has(place);

/** Half of the last digit that the API sends. */
const UNSURE = 6e-7;

/** By the rule: two digits, below one percent three, of tiny ones the first two that are there. */
function textbookTexts(value: number, asPercent: boolean): readonly string[] {
  const size = Math.abs(value);
  const small = size > 0 && size < 1 ? 3 : 2;
  const zeros = size === 0 ? 0 : -Math.floor(Math.log10(size)) - 1;
  const isTiny = asPercent && zeros >= small && zeros < 8;
  const places = asPercent ? (isTiny ? Math.min(8, zeros + 2) : small) : 2;
  const unsure = UNSURE * Math.max(1, size / 1_000);
  return [value, value - unsure, value + unsure].map((each) =>
    each
      .toFixed(places)
      .replace(/\.?0+$/, '')
      .replace(/^-0$/, '0'),
  );
}

type Wire = Readonly<Record<string, unknown>>;

/** The records of each shape, by place. */
function recordsOf({ input, report }: MadeReport): ReadonlyMap<string, Wire> {
  const { profitCurrency } = report;
  const statistics = statisticsToWire({ ...statisticsOfReport(input, report), profitCurrency });
  const { performance } = BACKTEST_REPORT.toWire({ ...report, topUps: [] });
  return new Map<string, Wire>([
    ['BacktestStatistics', statistics],
    ['BacktestPerformance', performance],
    ['TradeStatistics', statistics.all],
    ['BacktestReturns', statistics.returns],
    ['BuyAndHold', statistics.buy_and_hold],
    ...(statistics.pairs === null ? [] : [['GridPairs', statistics.pairs] as const]),
    ...(['return', 'buy_and_hold'] as const).map((field) => {
      const byPeriod = statistics.months.map((month) => [month.period, month[field]]);
      return [`PeriodReturn.${field}`, Object.fromEntries(byPeriod) as Wire] as const;
    }),
  ]);
}

type JudgedReport = { readonly made: MadeReport; readonly textbook: Textbook };

let reports: readonly JudgedReport[] | null = null;

function triedReports(): readonly JudgedReport[] {
  reports ??= makeReports().map((made) => ({ made, textbook: textbookFigures(readFacts(made)) }));
  return reports;
}

/** What is changed on purpose, to see whether anybody notices. */
type Violation = {
  readonly records?: (records: ReadonlyMap<string, Wire>) => ReadonlyMap<string, Wire>;
  readonly shown?: Readonly<Record<string, ShowFigure>>;
  readonly texts?: (text: string) => string;
};

function* cellsOf({ made, textbook }: JudgedReport, planted: Violation): Generator<TriedCell> {
  const records = (planted.records ?? ((same) => same))(recordsOf(made));
  for (const [shape, field] of decimalsOf()) {
    const participant = `${shape}.${field}`;
    const known = ELSEWHERE.get(shape);
    if (known !== undefined) {
      yield { participant, cell: made.kind, verdict: excused(known) };
      continue;
    }
    const place = shape === 'PeriodReturn' ? participant : shape;
    const record = records.get(place);
    if (record === undefined) continue;
    const fields = shape === 'PeriodReturn' ? Object.keys(textbook[place] ?? {}) : [field];
    for (const name of fields) {
      const expected = textbook[place]?.[name];
      const cell = `${made.kind}, ${name}`;
      yield {
        participant,
        cell,
        verdict:
          expected === undefined
            ? broken('the textbook does not know it')
            : judge(record[name], expected, participant, planted.shown ?? SHOWN),
      };
    }
  }
  yield* textCells(made, records, planted.texts ?? ((text) => text));
}

function judge(
  sent: unknown,
  expected: number | null,
  participant: string,
  shown: Readonly<Record<string, ShowFigure>>,
): Verdict {
  if (expected === null || !Number.isFinite(expected))
    return sent === null || sent === '0' ? HELD : broken(`${JSON.stringify(sent)}: there is none`);
  if (typeof sent !== 'string') return broken(`nothing is sent, ${expected} is right`);
  const asPercent = isPercent(participant);
  const right = textbookTexts(expected, asPercent);
  for (const [where, show] of Object.entries(shown)) {
    const text = show(sent, asPercent);
    if (!right.includes(text))
      return broken(`${where}: ${text} is shown, ${expected} is right (${right.join(' or ')})`);
  }
  return HELD;
}

/** Each percentage in a text is one of those that the report shows as a figure. */
function* textCells(
  { kind, input, report }: MadeReport,
  records: ReadonlyMap<string, Wire>,
  plant: (text: string) => string,
): Generator<TriedCell> {
  const statistics = statisticsOfReport(input, report);
  const show = present(SHOWN['command line'], 'it shows figures');
  const known = new Set(['100', '0']);
  const carlo = statisticsToWire({ ...statistics, profitCurrency: '' }).monte_carlo;
  const chance = carlo === null ? [] : [carlo.loss_probability];
  for (const record of records.values())
    for (const value of [...Object.values(record), ...chance])
      if (typeof value === 'string' && /^-?[\d.]+$/.test(value)) {
        known.add(show(value, true));
        known.add(show(value.replace('-', ''), true));
      }
  for (const loss of chance) known.add(show(String(100 - Number(loss)), true));
  const money = (value: number): string => numberText(value, 2);
  const rows = [...returnRows(statistics), ...tradeRows([statistics.all], money)];
  const texts = [
    conclude(statistics, report.profitCurrency),
    rows.flatMap(([, ...values]) => values.flat()).join('\n'),
  ];
  for (const [index, participant] of TEXTS.entries()) {
    const text = plant(texts[index] ?? '').replaceAll(',', '');
    const percents = [...text.matchAll(/(-?[\d.]+) %/g)].map(([, figure = '']) => figure);
    const strange = percents.filter((figure) => !known.has(figure));
    const verdict =
      strange.length === 0 ? HELD : broken(`${strange.join(', ')} % is no figure of: ${text}`);
    yield { participant, cell: kind, verdict };
  }
}

async function participants(): Promise<readonly string[]> {
  return [...decimalsOf().map(([shape, field]) => `${shape}.${field}`), ...TEXTS];
}

async function* tryCells(): AsyncIterable<TriedCell> {
  // All of them: they cost seconds together.
  for (const tried of triedReports()) yield* cellsOf(tried, {});
}

async function findPlanted(planted: Violation): Promise<TriedCell | null> {
  for (const tried of triedReports())
    for (const cell of cellsOf(tried, planted)) if (cell.verdict.kind === 'broken') return cell;
  return null;
}

const changed =
  (shape: string, change: (record: Wire) => Wire) =>
  (records: ReadonlyMap<string, Wire>): ReadonlyMap<string, Wire> =>
    new Map(
      [...records].map(
        ([name, record]) => [name, name === shape ? change(record) : record] as const,
      ),
    );

export const FIGURES_LAW: Law = {
  number: 9,
  title: 'a figure has one base and one rounding',
  participants,
  tryCells,
  planted: [
    {
      name: 'a total that leaves out what is open',
      find: () =>
        findPlanted({
          records: changed('BacktestPerformance', (record) => ({
            ...record,
            total_return: record['net_profit_percent'],
          })),
        }),
    },
    {
      name: 'a return on the margin instead of the starting equity',
      find: () =>
        findPlanted({
          records: changed('TradeStatistics', (record) => ({
            ...record,
            net_profit_percent: record['average_trade_percent'],
          })),
        }),
    },
    {
      name: 'figures that are cut',
      find: () => findPlanted({ shown: { page: (text) => text.replace(/(\.\d\d)\d+/, '$1') } }),
    },
    {
      name: 'a sentence with a figure of its own',
      find: () => findPlanted({ texts: (text) => text.replace(/[\d.]+ %/, '7.77 %') }),
    },
  ],
};
