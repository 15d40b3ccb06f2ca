// All built-in functions, variables and constants as whoever writes a Pine script wants them: how
// each is called, what it means, and what it cannot mean here.

import { BUILTINS } from '#pine/builtins/builtins.ts';
import { INPUT_FORMS } from '#pine/compile/emit-input.ts';
import { DECLARATION_NAMES } from '#pine/compile/emit-pine-statement.ts';
import { SECURITY_NAMES } from '#pine/compile/emit-security.ts';
import type { BuiltinVariable } from '#pine/compile/pine-compiler.ts';
import { RANKS } from '#pine/compile/pine-type.ts';
import type { Signature, SignatureParameter } from '#pine/compile/signature.ts';
import { COLLECTION_MEANINGS } from '#pine/reference/collection-meanings.ts';
import { AVERAGE_MEANINGS, LANGUAGE_MEANINGS } from '#pine/reference/function-meanings.ts';
import { PARAMETER_MEANINGS, TRADE_MEANINGS } from '#pine/reference/parameter-meanings.ts';
import {
  GROUP_NAMES,
  SPACE_MEANINGS,
  VARIABLE_MEANINGS,
} from '#pine/reference/variable-meanings.ts';

export type DescribedBuiltin = {
  readonly name: string;
  readonly group: string;
  readonly meaning: string;
  /** Each way in which it is called. */
  readonly signatures: readonly string[];
  readonly parameters: readonly {
    readonly name: string;
    readonly type: string;
    readonly meaning: string;
    readonly isRequired: boolean;
  }[];
  readonly result: string;
  /** What it cannot mean here; null: it works. */
  readonly lack: string | null;
};

export type DescribedVariable = Pick<DescribedBuiltin, 'name' | 'group' | 'meaning' | 'lack'> & {
  readonly type: string;
  readonly isConstant: boolean;
};

const MEANINGS: ReadonlyMap<string, string> = meaningsIn(
  LANGUAGE_MEANINGS + AVERAGE_MEANINGS + COLLECTION_MEANINGS,
);
const OF_VARIABLES = meaningsIn(VARIABLE_MEANINGS);

function meaningsIn(text: string): ReadonlyMap<string, string> {
  return new Map(
    text.split('\n').flatMap((line) => {
      const at = line.indexOf(': ');
      return at < 0 ? [] : [[line.slice(0, at), line.slice(at + 2)] as const];
    }),
  );
}

const NOT_SHOWN = 'computed, and not shown on the chart';
const CLOSED_BARS =
  'scripts run when a bar has closed: calc_on_every_tick and calc_on_every_history_tick have no ' +
  "effect, and calc_on_order_fills has one in backtests by the rules 'tradingview'";

/** Functions that do less here than the manual says. */
const LACKS: ReadonlyMap<string, string> = new Map([
  ...['plotcandle', 'plotbar', 'barcolor'].map((name) => [name, NOT_SHOWN] as const),
  ['strategy', CLOSED_BARS],
  ['request.currency_rate', 'there are no rates of currencies: it is na unless both are the same'],
  ['strategy.convert_to_account', 'there are no rates of currencies: the amount stays as it is'],
  ['strategy.convert_to_symbol', 'there are no rates of currencies: the amount stays as it is'],
  [
    'alertcondition',
    'of an indicator it sends on each bar on which it is true, of a strategy nothing',
  ],
]);

/** Descriptions of functions, those with a form of their own first. */
export function describeBuiltins(): readonly DescribedBuiltin[] {
  return [...formed(), ...[...BUILTINS.functions.entries()].map(describeFunction)];
}

/** Functions whose arguments the compiler reads by itself. */
function formed(): readonly DescribedBuiltin[] {
  const inputs = Object.entries(INPUT_FORMS).map(([name, { type, names, withOptions = '' }]) => {
    const more = withOptions.split(' ').filter((each) => !names.split(' ').includes(each));
    return [name, [...names.split(' '), ...more].filter((each) => each !== ''), type] as const;
  });
  const declared = Object.entries(DECLARATION_NAMES).map(
    ([name, names]) => [name, names.split(' '), 'void'] as const,
  );
  const securities = Object.entries(SECURITY_NAMES).map(
    ([name, names]) => [name, names.split(' '), name.endsWith('_tf') ? 'array' : 'series'] as const,
  );
  return [...declared, ...inputs, ...securities].map(([name, names, result]) => {
    const required = REQUIRED.has(name.split('.')[0] ?? '') ? (name.startsWith('r') ? 3 : 1) : 0;
    return {
      name,
      group: groupOf(name),
      meaning: MEANINGS.get(name) ?? '',
      signatures: [`${name}(${names.map((each, at) => shown(each, at < required)).join(', ')})`],
      parameters: names.map((each, at) => ({
        name: each,
        type: '',
        meaning: PARAMETER_MEANINGS[each] ?? '',
        isRequired: at < required,
      })),
      result,
      lack: LACKS.get(name) ?? null,
    };
  });
}

const REQUIRED: ReadonlySet<string> = new Set(
  'input request indicator strategy library'.split(' '),
);

const shown = (name: string, isRequired: boolean): string => (isRequired ? name : `[${name}]`);

function describeFunction([name, overloads]: readonly [string, readonly Signature[]]) {
  const longest = overloads.toSorted(
    (left, right) => right.parameters.length - left.parameters.length,
  )[0];
  return {
    name,
    group: groupOf(name),
    meaning: meaningOf(name),
    signatures: [...new Set(overloads.map(signatureText))],
    parameters: (longest?.parameters ?? []).map((parameter) => ({
      name: parameter.name,
      type: typeText(parameter),
      meaning: PARAMETER_MEANINGS[parameter.name] ?? '',
      isRequired: !parameter.isOptional,
    })),
    result: [...new Set(overloads.map(({ result }) => result))].join(' or '),
    lack: BUILTINS.absent.get(name) ?? LACKS.get(name) ?? lackOfRow(name),
  };
}

function lackOfRow(name: string): string | null {
  return /^(?:footprint|volume_row)\./.test(name) ? 'there are no footprints here: it is na' : null;
}

function signatureText({ name, parameters }: Signature): string {
  const texts = parameters.map(
    ({ name: own, isOptional, isRepeated }) => shown(own, !isOptional) + (isRepeated ? '…' : ''),
  );
  return `${name}(${texts.join(', ')})`;
}

function typeText({ type, rank }: SignatureParameter): string {
  const qualifier = rank === 3 ? '' : `${RANKS[rank]} `;
  return `${qualifier}${type === 'number' ? 'int or float' : type}`;
}

/** Setters, getters and fields of trades say it in their names. */
function meaningOf(name: string): string {
  const known = MEANINGS.get(name);
  if (known !== undefined) return known;
  const [space = '', ...rest] = name.split('.');
  const word = rest.join('.');
  const trade = TRADE_MEANINGS[rest[1] ?? ''];
  if (space === 'strategy' && trade !== undefined)
    return `${trade} of ${rest[0] === 'opentrades' ? 'an open' : 'a closed'} trade.`;
  if (word === 'delete') return `Deletes a ${space}.`;
  if (word === 'copy') return `Draws a ${space} like another.`;
  const [verb = '', what = ''] = /^(cell_set|set|get)_(.+)$/.exec(word)?.slice(1) ?? [];
  const shownWhat = what.replaceAll('_', ' ');
  if (verb === 'cell_set') return `Sets the ${shownWhat} of a cell.`;
  if (verb === 'set') return `Sets the ${shownWhat} of a ${space}.`;
  return verb === 'get' ? `The ${shownWhat} of a ${space}.` : '';
}

/** Spaces that stand with others. */
const GROUPS: Readonly<Record<string, string>> = {
  indicator: 'strategy',
  strategy: 'strategy',
  library: 'strategy',
  input: 'input',
  ...named(
    'chart',
    'plot hline fill plotshape plotchar plotarrow plotcandle plotbar bgcolor barcolor shape ' +
      'location extend xloc yloc size text font position display scale format',
  ),
  ...named(
    'time',
    'time_close timestamp year month weekofyear dayofmonth dayofweek hour minute second ' +
      'timeframe session barstate timenow time_tradingday last_bar_time bar_index last_bar_index',
  ),
  ...named('log', 'alert alertcondition runtime'),
  ...named('request', 'footprint volume_row barmerge currency dividends earnings splits'),
  ...named('ticker', 'syminfo settlement_as_close adjustment backadjustment'),
  ...named('array', 'order'),
};

function named(group: string, names: string): Readonly<Record<string, string>> {
  return Object.fromEntries(names.split(' ').map((name) => [name, group]));
}

/** Casts belong to the language, although a space has the same name. */
function groupOf(name: string): string {
  const [space = ''] = name.split('.');
  const isCast = !name.includes('.') && GROUPS[space] === undefined && space !== 'time';
  const group = GROUPS[space] ?? (isCast ? '' : space);
  return GROUP_NAMES[group] ?? GROUP_NAMES[''] ?? '';
}

/** Descriptions of variables and constants. */
export function describeVariables(): readonly DescribedVariable[] {
  return [...BUILTINS.variables.entries()].map(([name, variable]) => ({
    name,
    group: groupOf(name),
    meaning: OF_VARIABLES.get(name) ?? meaningOfSpace(name),
    type: variable.type,
    isConstant: variable.constant !== undefined,
    lack: lackOfVariable(name, variable),
  }));
}

function meaningOfSpace(name: string): string {
  return SPACE_MEANINGS.find(([begins]) => name.startsWith(begins))?.[1] ?? '';
}

function lackOfVariable(name: string, { code, constant }: BuiltinVariable): string | null {
  if (name === 'na' || constant !== undefined) return null;
  if (code === 'NaN') return 'always na here';
  return code === '""' ? 'always empty here' : null;
}
