// The reference of the built-ins of Pine Script, as Markdown.

import { BUILTINS } from '#pine/builtins/builtins.ts';
import type { DescribedBuiltin, DescribedVariable } from '#pine/reference/describe-builtins.ts';
import { describeBuiltins, describeVariables } from '#pine/reference/describe-builtins.ts';

function functionText(of: DescribedBuiltin): string {
  const { name, meaning, signatures, parameters, result, lack } = of;
  const lines = [
    `### ${name}`,
    '',
    signatures.map((text) => `\`${text}\``).join('\n\n'),
    '',
    meaning,
  ];
  if (lack !== null) lines.push('', `Here: ${lack}.`);
  const explained = parameters.filter((each) => each.meaning !== '');
  if (explained.length > 0) lines.push('');
  for (const { name: own, type, meaning: about, isRequired } of explained) {
    const facts = [type, isRequired ? 'required' : 'optional'].filter((each) => each !== '');
    lines.push(`- \`${own}\` (${facts.join('; ')}): ${about}`);
  }
  lines.push('', `Returns ${result === 'void' ? 'nothing' : result}.`);
  return lines.join('\n');
}

function variableText({ name, type, meaning, lack }: DescribedVariable): string {
  const about = lack === null ? meaning : `${meaning} Here: ${lack}.`;
  // Some names are a function and a value.
  const isBoth = BUILTINS.functions.has(name);
  return [`### ${name}${isBoth ? ' (value)' : ''}`, about, `A value of type ${type}.`].join('\n\n');
}

function constantText({ name, type, meaning }: DescribedVariable): string {
  return `- \`${name}\` (${type}): ${meaning}`;
}

/** Markdown of the same form as the reference of commands. */
export function renderPineReference(): string {
  const [functions, variables] = [describeBuiltins(), describeVariables()];
  const groups = [...new Set([...functions, ...variables].map(({ group }) => group))];
  const lacking = [...functions, ...variables].filter(({ lack }) => lack !== null);
  return `${[
    '# Pine Script',
    `${functions.length} functions, ${variables.length} variables and constants of versions 5 and ` +
      '6. A script runs once for each bar, when it has closed. Optional arguments stand in ' +
      'brackets.',
    ...groups.map((group) =>
      [
        `## ${group}`,
        ...functions.filter((of) => of.group === group).map(functionText),
        ...variables.filter((of) => of.group === group && !of.isConstant).map(variableText),
        variables
          .filter((of) => of.group === group && of.isConstant)
          .map(constantText)
          .join('\n'),
      ].join('\n\n'),
    ),
    '## What differs here',
    lacking.map(({ name, lack }) => `- \`${name}\`: ${lack ?? ''}`).join('\n'),
  ].join('\n\n')}\n`;
}
