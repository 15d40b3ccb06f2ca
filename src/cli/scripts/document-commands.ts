// `tidemill scripts convert`, `blocks` and `schema`: documents of visual scripts, without a
// service.

import { Argument, Option } from 'commander';
import type { Command } from 'commander';
import type { BlockKind, InputPort, OutputPort } from '#domain/visual/block-palette.ts';
import { OWN_SCHEMA } from '#domain/visual/own-schema.ts';
import { isVisualText } from '#domain/visual/read-visual-text.ts';
import { commandWords } from '#domain/visual/words/block-words.ts';
import { searchBlocks } from '#domain/visual-rules/block-search.ts';
import type { DocumentForm, UnusableDocument } from '#services/scripts/convert-document.ts';
import {
  DOCUMENT_FORMS,
  blockKindsWith,
  convertDocument,
} from '#services/scripts/convert-document.ts';
import type { CommonOptions } from '#cli/command-base.ts';
import { baseCommand, writeResult } from '#cli/command-base.ts';
import { CommandFailed } from '#cli/command-error.ts';
import type { Host } from '#cli/host.ts';
import { readTextFile } from '#cli/read-text-file.ts';
import { libraryOption, readLibrary } from '#cli/scripts/library-option.ts';
import { formatJson, formatTable } from '#cli/table.ts';
import { plainText } from '#cli/terminal.ts';

type ConvertOptions = CommonOptions & { as: DocumentForm; with: readonly string[] };

/** Command `tidemill scripts convert`. */
export function convertCommand(host: Host): Command {
  return baseCommand('convert', 'print the document of a visual script in another form')
    .argument('<FILE>', "a document of ours, or of HaasScript's visual editor")
    .addOption(
      new Option('--as <FORM>', 'what it becomes: Lua, or a document of either kind')
        .choices(DOCUMENT_FORMS)
        .default('lua'),
    )
    .addOption(libraryOption())
    .action((file: string, options: ConvertOptions) => {
      const text = convertedText(file, options);
      writeResult(host, options, { form: options.as, text }, () => text);
    });
}

function convertedText(file: string, { as: form, with: others }: ConvertOptions): string {
  const source = readTextFile(file);
  if (!isVisualText(source)) {
    throw new CommandFailed(`"${file}" is no document.`, 'There is no way back from Lua.');
  }
  const converted = convertDocument(source, form, others.map(readLibrary));
  if (!converted.ok) throw unusable(file, converted.rejection);
  return converted.value.endsWith('\n') ? converted.value : `${converted.value}\n`;
}

function unusable(file: string, { code, errors }: UnusableDocument): CommandFailed {
  const [first, ...others] = errors;
  const place = typeof first?.block === 'string' ? `block "${first.block}": ` : '';
  const more = others.length > 0 ? `, and ${others.length} more` : '';
  const what = code === 'unreadable' ? 'cannot be read' : 'does not compile';
  return new CommandFailed(
    `The document ${file} ${what}: ${place}${first?.message}${more}.`,
    `See all that is wrong: tidemill scripts check ${file}`,
  );
}

type BlocksOptions = CommonOptions & { with: readonly string[] };

/** Command `tidemill scripts blocks`; a single kind is shown whole. */
export function blocksCommand(host: Host): Command {
  return baseCommand('blocks', 'show the kinds of blocks of visual scripts')
    .addArgument(new Argument('[WORDS...]', 'everyday words, such as "average"; all if left out'))
    .addOption(libraryOption())
    .action((words: readonly string[], options: BlocksOptions) => {
      const all = blockKindsWith(options.with.map(readLibrary));
      const kinds = searchBlocks(all, words.join(' '));
      writeResult(host, options, { data: kinds.map(kindToJson) }, () => {
        const [only] = kinds;
        if (kinds.length === 1 && only !== undefined) return kindText(host, only);
        return formatTable(host.terminal, KIND_COLUMNS, kinds, 'No block has all of these words.');
      });
    });
}

/** As the API says it. */
const carriedBy = ({ kind }: Pick<OutputPort, 'kind'>): string =>
  kind === 'numberOrList' ? 'number_or_list' : kind;
const mainOf = ({ outputs: [main] }: BlockKind): string =>
  main === undefined ? 'nothing' : carriedBy(main);

/** Required inputs have a star. */
const inputWords = ({ name, isRequired }: InputPort): string => (isRequired ? `${name}*` : name);

const KIND_COLUMNS = [
  { title: 'COMMAND', cell: ({ command }: BlockKind) => command },
  { title: 'NAME', cell: ({ command }: BlockKind) => commandWords(command) },
  { title: 'GIVES', cell: mainOf },
  { title: 'INPUTS', cell: ({ inputs }: BlockKind) => inputs.map(inputWords).join(', ') },
] as const;

const INPUT_COLUMNS = [
  { title: 'INPUT', cell: inputWords },
  { title: 'KIND', cell: (of: InputPort) => of.group ?? carriedBy(of) },
  { title: 'MEANING', cell: ({ meaning }: InputPort) => meaning },
] as const;

/** One kind with all that it has. */
function kindText(host: Host, kind: BlockKind): string {
  const { command, aliases, meaning, inputs, outputs } = kind;
  const parts = outputs.slice(1).map((part) => `${part.name} (${carriedBy(part)})`);
  const lines = [
    `${command}: ${commandWords(command)}`,
    meaning,
    ...(aliases.length === 0 ? [] : [`Also called ${aliases.join(', ')}.`]),
    `Gives: ${[mainOf(kind), ...parts].join(', ')}.`,
  ];
  const table = formatTable(host.terminal, INPUT_COLUMNS, inputs, 'It has no inputs.');
  return `${lines.map(plainText).join('\n')}\n\n${table}`;
}

function kindToJson(kind: BlockKind): object {
  const { command, aliases, category, meaning, inputs, outputs } = kind;
  return {
    command,
    name: commandWords(command),
    aliases,
    category,
    meaning,
    inputs: inputs.map((input) => ({
      name: input.name,
      kind: carriedBy(input),
      group: input.group,
      unit: input.unit,
      meaning: input.meaning,
      is_required: input.isRequired,
      takes_many: input.isMany,
      default: input.standIn,
    })),
    outputs: outputs.map((output) => ({ ...output, kind: carriedBy(output) })),
  };
}

/** Command `tidemill scripts schema`. */
export function schemaCommand(host: Host): Command {
  return baseCommand('schema', 'print the JSON Schema of documents of visual scripts').action(
    () => {
      host.terminal.write(formatJson(OWN_SCHEMA));
    },
  );
}
