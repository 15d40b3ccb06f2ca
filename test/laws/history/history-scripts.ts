// Scripts of the law: one for each command that reads series, with candles of an interval, and
// those that are published.

import { readdirSync, readFileSync } from 'node:fs';
import type { CommandDefinition } from '#commands/definition/command.ts';
import { COMMAND_CATALOGUE } from '#commands/catalogue/command-catalogue.ts';
import { VISUAL_PALETTE } from '#commands/visual/visual-palette.ts';
import { compileVisual } from '#domain/visual/compile-visual.ts';
import { modelOfTemplate, VISUAL_TEMPLATES } from '#domain/visual-rules/templates.ts';
import { present } from '#lib/assert.ts';

const INDICATORS = ['Easy Indicators', 'Technical Analysis', 'Technical Analysis Helpers'];

/** Commands that read prices, or series of them. */
export function commandsOfLaw(): readonly CommandDefinition[] {
  return COMMAND_CATALOGUE.filter(
    ({ name, category, reads, parameters, isInert }) =>
      isInert !== true &&
      name !== 'DataSeries' &&
      (reads.includes('series') ||
        INDICATORS.includes(category) ||
        parameters.some(({ kind }) => kind === 'series')),
  );
}

/** What examples speak of, of candles of so many minutes. */
function preface(minutes: number): string {
  return [
    `local a, b = ClosePrices(${minutes}), OpenPrices(${minutes})`,
    `local periods, values, array = a, a, a`,
    `local value, other, line = a[1], InputMarket('Other', PriceMarket()), Plot(0, 'line', 1)`,
    `local bands, macd = BBANDS(a, 20, 2, 2), MACD(a, 12, 26, 9)`,
  ].join('\n');
}

const PRICES = /\b(\w+Prices|GetVolume)\(\)/g;

/** Arguments of a call, as they stand between its brackets. */
function argumentsOf(text: string): string[] {
  const found: string[] = [];
  let [depth, from] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? '';
    if ('({['.includes(letter)) depth += 1;
    if (')}]'.includes(letter)) depth -= 1;
    if (letter !== ',' || depth > 0) continue;
    found.push(text.slice(from, at).trim());
    from = at + 1;
  }
  const last = text.slice(from).trim();
  return last === '' ? found : [...found, last];
}

/** The example with candles of so many minutes. */
function exampleOn({ name, parameters, example }: CommandDefinition, minutes: number): string {
  const place = parameters.findIndex((each) => each.name === 'interval');
  const call = new RegExp(`^(.*?\\b${name}\\()(.*)(\\).*)$`, 's').exec(example);
  if (place < 0 || call === null) return example.replaceAll(PRICES, `$1(${minutes})`);
  const [, before = '', inside = '', after = ''] = call;
  const given = argumentsOf(inside);
  while (given.length < place) given.push('nil');
  given[place] = String(minutes);
  return `${before}${given.join(', ')}${after}`;
}

/** Runs the commands on candles of so many minutes and logs what each gives. */
export function readingScript(commands: readonly CommandDefinition[], minutes: number): string {
  const parts = commands.map((command) => {
    const example = exampleOn(command, minutes).replaceAll("'Setting'", `'${command.name}'`);
    const names = /^local ([\w, ]+) =/.exec(example)?.[1]?.split(', ') ?? [];
    const { result } = command;
    const fields = result.kind === 'container' ? result.fields.map(({ name }) => name) : [];
    const shown = names.flatMap((name) =>
      fields.length === 0 ? [name] : fields.map((field) => `${name}.${field}`),
    );
    const lines = shown.map((each) => `say('${command.name}', '${each}', ${each})`);
    return ['do', preface(minutes), example, ...lines, 'end'].join('\n');
  });
  return [SAY, ...parts].join('\n');
}

const SAY = `
local function say(command, name, value)
  local shown = tostring(value)
  local isList, size = pcall(function() return #value end)
  if isList and type(value) ~= 'string' then
    shown = size .. ':'
    for at = 1, math.min(size, 6) do shown = shown .. ' ' .. tostring(value[at]) end
  end
  Log(command .. ' ' .. name .. ' = ' .. shown)
end`;

const FOLDER = new URL('../../../examples/scripts/', import.meta.url);

export type PublishedScript = { readonly name: string; readonly source: string };

/** Files of examples/, and templates of visual scripts. */
export function publishedScripts(): readonly PublishedScript[] {
  const files = readdirSync(FOLDER).filter((name) => /\.(lua|pine)$/.test(name));
  const examples = files.map((name) => ({
    name: `example ${name}`,
    source: readFileSync(new URL(name, FOLDER), 'utf8'),
  }));
  const templates = VISUAL_TEMPLATES.map((template) => {
    const { lua } = compileVisual(modelOfTemplate(template, VISUAL_PALETTE), VISUAL_PALETTE);
    return { name: `template ${template.id}`, source: present(lua, 'a template compiles') };
  });
  return [...examples, ...templates];
}

/** Averages of other timeframes, which need much history. */
export const PINE_READS: Readonly<Record<string, (timeframe: string) => string>> = {
  'Pine request.security': (timeframe) =>
    pineOf(`request.security("", "${timeframe}", ta.ema(close, 200))`),
  'Pine request.security of a tuple': (timeframe) =>
    `//@version=6\nindicator("x")\n[a, b] = request.security("", "${timeframe}", [ta.ema(close, 20), ta.rma(close, 120)])\nlog.info(str.tostring(a) + " " + str.tostring(b))`,
  'Pine request.security of another market': (timeframe) =>
    pineOf(`request.security("ETHUSDT", "${timeframe}", ta.sma(close, 60))`),
  'Pine request.security, developing': (timeframe) =>
    pineOf(
      `request.security("", "${timeframe}", ta.ema(close, 50), lookahead = barmerge.lookahead_on)`,
    ),
  'Pine request.security_lower_tf': () =>
    pineOf('request.security_lower_tf("", "1", ta.ema(close, 200)).last()'),
};

function pineOf(expression: string): string {
  return `//@version=6\nindicator("x")\nx = ${expression}\nlog.info(str.tostring(x))`;
}
