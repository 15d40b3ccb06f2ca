// Documents of HaasScript's visual editor: a list of blocks whose ports name one another. The order
// of the list means nothing; the place on the canvas is the order. What a document says only for
// drawing lines is left out.

import type { BlockKind, BlockPalette } from '#domain/visual/block-palette.ts';
import { inputPort, kindOfBlock } from '#domain/visual/block-ports.ts';
import type { DocumentReader, JsonObject } from '#domain/visual/document-value.ts';
import {
  coordinateField,
  flagField,
  foundText,
  isJsonObject,
  listField,
  newReader,
  report,
  textField,
} from '#domain/visual/document-value.ts';
import { FOREIGN_CUSTOM_NUMBER, FOREIGN_NUMBERS } from '#domain/visual/foreign-numbers.ts';
import type { ForeignBlock, ForeignPort } from '#domain/visual/foreign-port.ts';
import { wireForeignPorts } from '#domain/visual/foreign-port.ts';
import {
  givenFromForm,
  reportTwins,
  sortedInputs,
  tooManyBlocks,
} from '#domain/visual/read-own-form.ts';
import { givenFromTyped } from '#domain/visual/typed-value.ts';
import type {
  Block,
  BlockInput,
  BlockPlace,
  PortContent,
  VisualProblem,
  VisualReading,
  Wire,
} from '#domain/visual/visual-model.ts';
import {
  CUSTOM_PREFIX,
  VISUAL_BLOCKS_MAX,
  VISUAL_ID,
  warningAt,
} from '#domain/visual/visual-model.ts';

const PORTS_MAX = 200;

function idOf(form: JsonObject, at: number): string {
  const { Guid: guid } = form;
  return typeof guid === 'string' && VISUAL_ID.test(guid) ? guid : `block-${at + 1}`;
}

function connectionsOf(reader: DocumentReader, port: JsonObject): readonly string[] {
  return listField(reader, port, 'Connections').flatMap((connection) => {
    const guid = isJsonObject(connection) ? connection['Guid'] : undefined;
    if (typeof guid === 'string' && guid !== '') return [guid];
    report(reader, null, `a connection: expected a Guid, found ${foundText(guid)}`);
    return [];
  });
}

/** What is typed in; documents of some versions write it as a number or as yes and no. */
function storageOf(reader: DocumentReader, port: JsonObject): string {
  const { Storage: storage } = port;
  if (typeof storage === 'number' || typeof storage === 'boolean') return String(storage);
  return textField(reader, port, 'Storage', '');
}

function portFrom(reader: DocumentReader, form: unknown): ForeignPort | null {
  if (form === undefined || form === null) return null;
  if (!isJsonObject(form)) {
    report(reader, null, `a port: expected an object, found ${foundText(form)}`);
    return null;
  }
  const parameter = isJsonObject(form['Parameter']) ? form['Parameter'] : {};
  return {
    guid: textField(reader, form, 'Guid', ''),
    name: textField(reader, parameter, 'Name', ''),
    storage: storageOf(reader, form),
    given: form['TidemillGiven'],
    connections: connectionsOf(reader, form),
  };
}

function portsFrom(reader: DocumentReader, form: JsonObject, field: string): ForeignPort[] {
  const list = listField(reader, form, field);
  if (list.length > PORTS_MAX) report(reader, null, `a block has at most ${PORTS_MAX} ports`);
  return list.slice(0, PORTS_MAX).flatMap((each) => portFrom(reader, each) ?? []);
}

function commandOf(reader: DocumentReader, form: JsonObject): string {
  const name = textField(reader, form, 'CommandName', '').trim();
  const isCustom = form['Type'] === FOREIGN_CUSTOM_NUMBER && !name.startsWith(CUSTOM_PREFIX);
  return isCustom && /^\w+$/.test(name) ? CUSTOM_PREFIX + name : name;
}

const COMMAND_OF_NUMBER: ReadonlyMap<number, string> = new Map(
  [...FOREIGN_NUMBERS].map(([command, number]) => [number, command]),
);

/** The name of a block decides; a number that is that of another command is worth a look. */
function numberWarnings({ block, kind }: ForeignBlock, form: unknown): readonly VisualProblem[] {
  const number = isJsonObject(form) ? form['Type'] : undefined;
  const known = FOREIGN_NUMBERS.get(kind?.command ?? '');
  const other = typeof number === 'number' ? COMMAND_OF_NUMBER.get(number) : undefined;
  if (known === undefined || other === undefined || known === number) return [];
  const message = `its number is that of "${other}"; its name "${block.command}" decides`;
  return [warningAt(block.id, null, message)];
}

function placeOf(reader: DocumentReader, form: JsonObject, block: string): BlockPlace {
  return {
    block,
    x: coordinateField(reader, form, 'X'),
    y: coordinateField(reader, form, 'Y'),
    width: coordinateField(reader, form, 'W'),
    height: coordinateField(reader, form, 'H'),
    isReversed: flagField(reader, form, 'IsReversed', false),
    isMirrored: flagField(reader, form, 'IsMirrored', false),
    showsUnused: flagField(reader, form, 'ShowUnusedParameters', false),
    isFolded: false,
  };
}

function foreignBlockFrom(
  reader: DocumentReader,
  form: unknown,
  at: number,
  palette: BlockPalette,
): ForeignBlock | null {
  if (!isJsonObject(form)) {
    report(reader, null, `block ${at + 1}: expected an object, found ${foundText(form)}`);
    return null;
  }
  const id = idOf(form, at);
  reader.block = id;
  const command = commandOf(reader, form);
  if (command === '') report(reader, null, 'the block says no command');
  const inputs = portsFrom(reader, form, 'Inputs');
  const subOutputs = portsFrom(reader, form, 'SubOutputs');
  const isKnown = palette.has(command) && !command.startsWith(CUSTOM_PREFIX);
  const block: Block = {
    id,
    command,
    title: textField(reader, form, 'TidemillTitle', ''),
    isEnabled: !flagField(reader, form, 'Disabled', false),
    gate: [],
    needsGate: flagField(reader, form, 'NeedsConnector', false),
    inputs: [],
    parameters: isKnown ? [] : namesOf(reader, inputs),
    outputs: isKnown ? [] : namesOf(reader, subOutputs),
    group: textField(reader, form, 'TidemillGroup', ''),
  };
  const output = portFrom(reader, form['Output']);
  const connector = portFrom(reader, form['Connector']);
  const place = placeOf(reader, form, id);
  reader.block = null;
  const kind = kindOfBlock(block, palette);
  return { block, kind, place, inputs, output, subOutputs, connector };
}

function namesOf(reader: DocumentReader, ports: readonly ForeignPort[]): readonly string[] {
  const names = ports.map(({ name }, at) => (name === '' ? `port${at + 1}` : name));
  if (new Set(names).size < names.length) report(reader, null, 'two ports have one name');
  return names;
}

/** The port's name here: the same name, whatever its case; else what stands in its place. */
function ownPortName(
  names: readonly string[],
  { name, at, others }: { readonly name: string; readonly at: number; readonly others: string[] },
): string {
  const same = names.find((each) => each.toLowerCase() === name.toLowerCase());
  if (same !== undefined) return same;
  const placed = names[at];
  const isTaken = others.some((other) => other.toLowerCase() === placed?.toLowerCase());
  return placed === undefined || isTaken ? name || `port${at + 1}` : placed;
}

const NEVER_SET = /^\s*(?:0|false)?\s*$/i;

function typedGiven(
  reader: DocumentReader,
  { name, given, storage }: ForeignPort,
  kind: BlockKind | null,
  port: string,
): PortContent | null {
  if (given !== undefined) return givenFromForm(reader, port, given);
  const known = kind === null ? null : inputPort(kind, port);
  // An input that the command does not have here means nothing as long as it was never set.
  const isNamed = name === '' || name.toLowerCase() === known?.name.toLowerCase();
  const isNeeded = isNamed || known?.isRequired === true;
  if (kind !== null && !isNeeded && NEVER_SET.test(storage)) return null;
  return givenFromTyped(storage, known);
}

function finished(
  reader: DocumentReader,
  { block, kind, inputs }: ForeignBlock,
  wiresAt: (guid: string) => readonly Wire[],
  gate: readonly Wire[],
  isDisabled: (block: string) => boolean,
): Block {
  reader.block = block.id;
  const names = kind?.inputs.map(({ name }) => name) ?? block.parameters;
  const others = inputs.map(({ name }) => name);
  const read = new Map<string, BlockInput>();
  for (const [at, each] of inputs.entries()) {
    const port = ownPortName(names, { name: each.name, at, others });
    const wires = wiresAt(each.guid);
    const typed = typedGiven(reader, each, kind, port);
    // A disabled block is as if it were not there: what is typed in counts again.
    const isWired = wires.some(({ block: from }) => !isDisabled(from));
    const wired = wires.length > 0 ? ({ kind: 'wires', wires } as const) : null;
    const given = isWired ? wired : (typed ?? wired);
    if (given === null) continue;
    if (read.has(port)) report(reader, port, `two ports have the name "${port}"`);
    read.set(port, { port, given });
  }
  reader.block = null;
  return { ...block, gate, inputs: sortedInputs([...read.values()]) };
}

/** By height on the canvas, then from the left; by id where two stand on one point. */
function byPlace(a: ForeignBlock, b: ForeignBlock): number {
  const order = a.place.y - b.place.y || a.place.x - b.place.x;
  return order === 0 ? (a.block.id < b.block.id ? -1 : 1) : order;
}

/**
 * Reads the blocks of a foreign document; the model is null when an error was found, and all errors
 * are listed.
 */
export function readForeignForm(forms: readonly unknown[], palette: BlockPalette): VisualReading {
  const reader = newReader();
  if (forms.length > VISUAL_BLOCKS_MAX) {
    report(reader, null, tooManyBlocks(forms.length));
    return { model: null, problems: reader.problems };
  }
  const warnings: VisualProblem[] = [];
  const found = forms.flatMap((form, at) => {
    const read = foreignBlockFrom(reader, form, at, palette);
    if (read !== null) warnings.push(...numberWarnings(read, form));
    return read ?? [];
  });
  reportTwins(
    reader,
    found.map(({ block }) => block.id),
  );
  const wires = wireForeignPorts(reader, found);
  if (reader.problems.length > 0) return { model: null, problems: reader.problems };
  const disabled = new Set(found.flatMap(({ block }) => (block.isEnabled ? [] : [block.id])));
  const sorted = found.toSorted(byPlace);
  const blocks = sorted.map((each) => {
    const gate = each.connector === null ? [] : wires.at(each.connector.guid);
    return finished(reader, each, wires.at, gate, (id) => disabled.has(id));
  });
  if (reader.problems.length > 0) return { model: null, problems: reader.problems };
  const layout = sorted.map(({ place }) => place);
  return { model: { blocks, layout }, problems: [...warnings, ...wires.warnings] };
}
