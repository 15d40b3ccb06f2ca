// Compiler's conclusions about commands change nothing: each command of the catalogue, as its
// example calls it, and every field of what it gives, once as the compiler sees it and once reached
// through a table that it cannot see through, over updates of a market that moves.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { BacktestInput } from '#backtesting/backtest.ts';
import type { Bar } from '#backtesting/feed.fixture.ts';
import { planInput, VANILLA } from '#backtesting/feed.fixture.ts';
import { watchable, watchScript } from '#backtesting/watched-script.fixture.ts';
import type {
  CommandDefinition,
  CommandSubject,
  FieldDefinition,
} from '#commands/definition/command.ts';
import { offeredNames } from '#commands/binding/offered-names.ts';
import { takesSeries } from '#commands/binding/invariant-commands.ts';
import { COMMAND_CATALOGUE } from '#commands/catalogue/command-catalogue.ts';

const UPDATES_MAX = 1_500;
const WARM_UP = 600;
const BATCH = 24;

const BARS = Array.from({ length: WARM_UP + UPDATES_MAX }, (_, row): Bar => {
  const price = 20_000 + Math.round(900 * Math.sin(row / 37) + ((row * 7_919) % 211));
  const close = price + ((row * 31) % 97) - 48;
  const high = Math.max(price, close) + ((row * 13) % 29);
  const low = Math.min(price, close) - ((row * 17) % 23);
  return row % 83 === 5 ? null : [price, high, low, close, 1_000 + ((row * 101) % 977)];
});

const FLIP_STOP = {
  name: 'FlipStop',
  source: `DefineCommand('FlipStop', 'Stop that flips')
    DefineOutput(NumberType, DefineParameter(NumberType, 'interval', '', false, 0) + ClosePrices().Value)`,
};

/** Without those that are numbers where they are not called. */
const NAMES: ReadonlySet<string> = new Set(
  COMMAND_CATALOGUE.filter(({ name }) => offeredNames().get(name)?.type === 'function').flatMap(
    ({ name, aliases = [] }) => [name, ...aliases],
  ),
);

/** Positions and orders that come and go, and what examples speak of. */
const PREFACE = `n = (n or 0) + 1
if n % 90 == 10 then orderId = PlaceGoLongOrder(CurrentPrice().close, 0.1) end
if n % 90 == 40 then PlaceExitPositionOrder() end
if n % 90 == 50 then orderId = PlaceGoShortOrder(CurrentPrice().close, 0.1, { timeout = 300 }) end
if n % 90 == 55 then orderId = PlaceGoShortOrder(CurrentPrice().close * 1.1, 0.1) end
if n % 90 == 80 then CancelAllOrders() PlaceExitPositionOrder() end
if orderId == nil then orderId = 'order' end
local id, other = orderId, 'm1'
local safety, signal, insurance = n % 7 > 3, n % 5 > 2 and SignalLong or SignalShort, n % 3 == 0
local line, upper, lower = Plot(0, 'line', 1), Plot(0, 'upper', 3), Plot(0, 'lower', 2)
local bands, macd = BBANDS(ClosePrices(), 20, 2, 2), MACD(ClosePrices(), 12, 26, 9)
local periods = ClosePrices()
`;

const LISTS = 'local a, b, value, values = n % 7, 2, n % 11, { n % 3, 5, n % 4 }\n';
const SERIES = `local a, b = EMA(ClosePrices(), 5), SMA(ClosePrices(), 9)
local value, values = HighPrices(), ClosePrices() - OpenPrices()
`;

type Forms = {
  /** Shown in each update. */
  readonly always: readonly string[];
  /** Lists and texts, which take long; shown now and then. */
  readonly rarely: readonly string[];
};

function formsOf(text: string, kind: string): Forms {
  if (kind === 'number') return { always: [`${text}, ${text} == 0`], rarely: [] };
  if (kind === 'table' || kind === 'list') {
    return { always: [`${text} and #${text}`], rarely: [text] };
  }
  if (kind !== 'series') return { always: [text], rarely: [] };
  return {
    always: [`${text}.Value, ${text} > 50, ${text}[2]["Value"], (${text} + 1).Value`],
    rarely: [
      `${text}, ${text}.Values[3], #${text}, #${text} > 20, tostring(${text}), ${text} .. 1`,
      `${text}[n % 4], -${text}, (${text} - ${text}[2])[2].Value, ArrayGet(${text}, 2)`,
    ],
  };
}

function fieldForms(text: string, fields: readonly FieldDefinition[]): Forms {
  const all = fields.flatMap(({ name, kind }, at) => [
    formsOf(`${text}.${name}`, kind),
    { always: [], rarely: formsOf(`${text}[${at + 1}]`, kind).always },
    { always: [], rarely: [`${text}["${name}"], ${text}[n % ${fields.length} + 1]`] },
  ]);
  return {
    always: all.flatMap(({ always }) => always),
    rarely: [text, ...all.flatMap(({ rarely }) => rarely)],
  };
}

/** All that is shown of what the call gives; `once` where it acts. */
function observed({ name, example, result, acts }: CommandDefinition): string {
  if (result.kind === 'nothing') return example;
  const call = /^local [\w, ]+ = (.*)$/.exec(example.replace("'Setting'", `'${name}'`))?.[1];
  assert.ok(call !== undefined, `the example of ${name} names what it gives: ${example}`);
  const texts = acts.length > 0 ? ['r'] : ['r', call];
  const forms = texts.map((text) =>
    result.kind === 'container' ? fieldForms(text, result.fields) : formsOf(text, result.kind),
  );
  // With other arguments in each update, and in a function, what is retained is retained elsewhere.
  const varied = call.replace(/\b(\d+)\)$/, '$1 + n % 3)');
  const others = acts.length > 0 ? [] : [`pcall(function() return ${varied} end)`];
  const see = (shown: readonly string[]): string =>
    shown.map((form) => `See('${name}', ${form})`).join('\n');
  return `do local r = ${call}
${see([...forms.flatMap(({ always }) => always), ...others])}
if n % 97 == 3 then ${see(forms.flatMap(({ rarely }) => rarely))} end end`;
}

/** The same script with every command reached by a computed key. */
function hidden(source: string): string {
  const used = [...new Set(source.match(/\b[A-Z]\w*(?=\()/g))].filter((name) => NAMES.has(name));
  const table = used.map((name) => `${name} = ${name}`).join(', ');
  const calls = source.replaceAll(/\b([A-Z]\w*)\(/g, (text, name: string) =>
    NAMES.has(name) ? `T[K.${name}](` : text,
  );
  const keys = used.map((name) => `${name} = "${name}"`).join(', ');
  return `local T, K = { ${table} }, { ${keys} } ${calls}`;
}

function inputOver(updates: number): BacktestInput {
  const bars = BARS.slice(0, WARM_UP + updates);
  const input = planInput(bars, {
    market: VANILLA,
    warmUpRows: WARM_UP,
    wallet: [['USDT', '100000']],
  });
  // The series that the example names, with a point every ten minutes.
  const atMs = Float64Array.from({ length: 40 }, (_, at) => input.startMs + at * 600_000);
  const values = atMs.map((_, at) => (at * 7) % 11);
  return { ...input, libraries: [FLIP_STOP], dataSeries: [{ name: 'sentiment', atMs, values }] };
}

function assertSame(
  commands: readonly CommandDefinition[],
  values: string,
  input: BacktestInput,
): void {
  const source = PREFACE + values + commands.map(observed).join('\n');
  const direct = watchScript(watchable(source, [FLIP_STOP]), input);
  const through = watchScript(watchable(hidden(source), [FLIP_STOP]), input);
  const names = commands.map(({ name }) => name).join(' ');
  const first = direct.seen.findIndex((text, at) => text !== through.seen[at]);
  assert.equal(direct.seen[first], through.seen[first], names);
  assert.equal(direct.seen.length, through.seen.length, names);
  assert.equal(direct.failure, through.failure, names);
  assert.ok(commands.length === 1 || direct.failure === null, `${names}: ${direct.failure}`);
}

/** Those that change how the run goes on have a run of their own. */
const HARMLESS: ReadonlySet<CommandSubject> = new Set([
  'charts',
  'inputs',
  'log',
  'memory',
  'report',
]);

function batches(): (readonly CommandDefinition[])[] {
  const isHarmless = ({ acts }: CommandDefinition): boolean =>
    acts.every((subject) => HARMLESS.has(subject));
  const together = COMMAND_CATALOGUE.filter(isHarmless);
  const alone = COMMAND_CATALOGUE.filter((command) => !isHarmless(command));
  const groups = Array.from({ length: Math.ceil(together.length / BATCH) }, (_, at) =>
    together.slice(at * BATCH, (at + 1) * BATCH),
  );
  return [...groups, ...alone.map((one) => [one])];
}

/** The tests, over this many updates, of each `nth` group of commands. */
export function testRetainedCommands(updates: number, nth: number): void {
  const input = inputOver(updates);
  void suite(
    `what a command gives is the same in each of ${updates} updates, however called`,
    () => {
      for (const commands of batches().filter((_, at) => at % nth === 0)) {
        void test(commands.map(({ name }) => name).join(' '), () => {
          assertSame(commands, LISTS, input);
          const ofSeries = commands.filter(takesPlaceholder);
          if (ofSeries.length > 0) assertSame(ofSeries, SERIES, input);
        });
      }
    },
  );
}

/** Whether series can stand for what its example speaks of. */
function takesPlaceholder({ parameters, example }: CommandDefinition): boolean {
  return parameters.some(takesSeries) && /\b(?:a|b|value|values)\b/.test(example);
}
