// The reference of all script commands and constants, as Markdown, from the catalogue that the
// compiler and the type checks use as well.

import { COMMAND_CATALOGUE } from '#commands/catalogue/command-catalogue.ts';
import { CATEGORY_DOMAINS, CONSTANT_GROUPS } from '#commands/definition/command.ts';
import type {
  CommandDefinition,
  ParameterDefinition,
  ResultDefinition,
} from '#commands/definition/command.ts';
import { CONSTANT_CATALOGUE } from '#commands/constants/constant-catalogue.ts';

/** Kind of a parameter in words, with its unit. */
export function kindText(parameter: ParameterDefinition): string {
  const kind =
    parameter.kind === 'enum' && parameter.group !== 'any'
      ? `constant of "${CONSTANT_GROUPS[parameter.group]}"`
      : parameter.kind;
  return parameter.unit === undefined ? kind : `${kind}, ${parameter.unit}`;
}

function defaultText({ isRequired, defaultExpression }: ParameterDefinition): string {
  if (isRequired) return 'required';
  return defaultExpression === undefined ? 'optional' : `default \`${defaultExpression}\``;
}

/** Call as documents show it, with optional parameters in brackets. */
export function signatureOf({ name, parameters }: CommandDefinition): string {
  const parts = parameters.map((parameter) => {
    const text = parameter.isVariadic === true ? `${parameter.name}…` : parameter.name;
    return parameter.isRequired ? text : `[${text}]`;
  });
  return `${name}(${parts.join(', ')})`;
}

/** Sentence about a command's result. */
export function resultText(result: ResultDefinition): string {
  switch (result.kind) {
    case 'nothing':
      return 'Returns nothing.';
    case 'list':
      return `Returns a list of ${result.of}.`;
    case 'container': {
      const fields = result.fields.map(({ name, kind }, at) => `${at + 1} \`${name}\` (${kind})`);
      return `Returns a container: ${fields.join(', ')}.`;
    }
    case 'enum': {
      const group = result.group === 'any' ? 'any group' : `"${CONSTANT_GROUPS[result.group]}"`;
      return `Returns a constant of ${group}.`;
    }
    case 'number':
    case 'boolean':
    case 'string':
    case 'series':
    case 'numberOrSeries':
    case 'table':
    case 'function':
    case 'any':
      return result.unit === undefined
        ? `Returns ${result.kind}.`
        : `Returns ${result.kind}, ${result.unit}.`;
  }
}

function commandText(command: CommandDefinition): string {
  const { name, aliases = [], meaning, parameters, result, example } = command;
  const lines = [`### ${name}`, '', `\`${signatureOf(command)}\``, '', meaning];
  if (aliases.length > 0)
    lines.push('', `Also: ${aliases.map((each) => `\`${each}\``).join(', ')}.`);
  if (parameters.length > 0) lines.push('');
  for (const parameter of parameters) {
    const facts = `${kindText(parameter)}; ${defaultText(parameter)}`;
    lines.push(`- \`${parameter.name}\` (${facts}): ${parameter.meaning}`);
  }
  lines.push('', resultText(result), '', '```lua', example, '```');
  return lines.join('\n');
}

function categoryText(category: string): string {
  const commands = COMMAND_CATALOGUE.filter((command) => command.category === category);
  return [`## ${category}`, ...commands.map(commandText)].join('\n\n');
}

function inertText(): string {
  const lines = COMMAND_CATALOGUE.flatMap((command) =>
    command.isInert === true ? [`- \`${command.name}\`: ${command.inertReason}`] : [],
  );
  return ['## Commands without effect', '', ...lines].join('\n');
}

function constantsText(): string {
  const groups = Object.entries(CONSTANT_GROUPS).map(([group, title]) => {
    const lines = CONSTANT_CATALOGUE.filter((constant) => constant.group === group).map(
      ({ name, aliases = [], meaning }) =>
        `- ${[name, ...aliases].map((each) => `\`${each}\``).join(', ')}: ${meaning}`,
    );
    return [`### ${title}`, '', ...lines].join('\n');
  });
  return ['## Constants', ...groups].join('\n\n');
}

const FIRST_SCRIPT = `## Your first script

Long while the fast average is above the slow one, short while it is below. Save it as a script, check it, run a backtest over it, then let a bot run it.

\`\`\`lua
local interval = InputInterval('Interval', 15)
local fast = Input('Fast', 20, 'Candles in the fast average')
local slow = Input('Slow', 50, 'Candles in the slow average')
local close = ClosePrices(interval)
local near, far = SMA(close, fast), SMA(close, slow)
if CrossOver(near, far) then
    DoLong('crossed above')
elseif CrossUnder(near, far) then
    DoShort('crossed below')
end
\`\`\``;

/**
 * The whole reference; the same text at each call.
 *
 * @public for the service, which serves it
 */
export function renderCommandReference(): string {
  const counts = `${COMMAND_CATALOGUE.length} commands, ${CONSTANT_CATALOGUE.length} constants`;
  return `${[
    `# Script commands\n\n${counts}. Arguments are given in their places; optional ones also by name, in a table at the end.`,
    FIRST_SCRIPT,
    ...Object.keys(CATEGORY_DOMAINS).map(categoryText),
    constantsText(),
    inertText(),
  ].join('\n\n')}\n`;
}
