// The canonical form read back. It is strict: a field that nothing reads is a mistake, so that
// nothing of a document is lost in silence.

import type { DocumentReader, JsonObject } from '#domain/visual/document-value.ts';
import {
  coordinateField,
  flagField,
  foundText,
  isJsonObject,
  listField,
  newReader,
  refuseOthers,
  report,
  textField,
} from '#domain/visual/document-value.ts';
import { OWN_VERSION } from '#domain/visual/own-form.ts';
import type {
  Block,
  BlockInput,
  BlockPlace,
  PortContent,
  VisualReading,
  Wire,
} from '#domain/visual/visual-model.ts';
import {
  VISUAL_BLOCKS_MAX,
  VISUAL_ID,
  VISUAL_TEXT_MAX,
  VISUAL_WIRES_MAX,
} from '#domain/visual/visual-model.ts';

const BLOCK_FIELDS = [
  'id',
  'command',
  'title',
  'disabled',
  'group',
  'needsGate',
  'gate',
  'inputs',
  'parameters',
  'outputs',
];
const PLACE_FIELDS = [
  'block',
  'x',
  'y',
  'width',
  'height',
  'reversed',
  'mirrored',
  'showsUnused',
  'folded',
];
/** Inputs of a block, and names of its parameters or outputs. */
export const VISUAL_PORTS_MAX = 200;
/** Of the name of a parameter or output, in UTF-16 units. */
export const VISUAL_NAME_MAX = 200;

function wiresFrom(
  reader: DocumentReader,
  list: readonly unknown[],
  port: string | null,
): readonly Wire[] {
  if (list.length > VISUAL_WIRES_MAX) {
    report(reader, port, `more than ${VISUAL_WIRES_MAX} wires lead here`);
    return [];
  }
  // One that is said twice is one wire.
  return [...new Set(list)].flatMap((text) => {
    if (typeof text !== 'string' || text === '' || text.length > VISUAL_TEXT_MAX) {
      report(reader, port, `a wire: expected "block" or "block:port", found ${foundText(text)}`);
      return [];
    }
    const colon = text.indexOf(':');
    if (colon < 0) return [{ block: text, port: '' }];
    return [{ block: text.slice(0, colon), port: text.slice(colon + 1) }];
  });
}

function isTyped(value: unknown): value is string | number | boolean {
  if (typeof value === 'string') return value.length <= VISUAL_TEXT_MAX;
  return typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));
}

/** What an input has, in the form of the canonical text. */
export function givenFromForm(
  reader: DocumentReader,
  port: string,
  form: unknown,
): PortContent | null {
  if (isTyped(form)) return { kind: 'value', value: form, input: null };
  if (!isJsonObject(form)) {
    report(reader, port, `expected a value, wires or a name, found ${foundText(form)}`);
    return null;
  }
  const keys = Object.keys(form).toSorted().join(' ');
  const { wires, name, value, input } = form;
  if (keys === 'wires' && Array.isArray(wires) && wires.length > 0) {
    return { kind: 'wires', wires: wiresFrom(reader, wires, port) };
  }
  if (keys === 'name' && typeof name === 'string' && name.length <= VISUAL_TEXT_MAX) {
    return { kind: 'name', name };
  }
  if (keys === 'input value' && isTyped(value) && typeof input === 'string' && input !== '') {
    if (input.length <= VISUAL_TEXT_MAX) return { kind: 'value', value, input };
  }
  report(reader, port, 'expected {"wires": […]}, {"name": …} or {"value": …, "input": …}');
  return null;
}

function inputsFrom(reader: DocumentReader, form: unknown): readonly BlockInput[] {
  if (form === undefined) return [];
  if (!isJsonObject(form)) {
    report(reader, null, `"inputs": expected an object, found ${foundText(form)}`);
    return [];
  }
  const entries = Object.entries(form);
  if (entries.length > VISUAL_PORTS_MAX)
    report(reader, null, `a block has at most ${VISUAL_PORTS_MAX} inputs`);
  return entries.slice(0, VISUAL_PORTS_MAX).flatMap(([port, each]) => {
    const given = givenFromForm(reader, port, each);
    return given === null ? [] : [{ port, given }];
  });
}

function namesFrom(reader: DocumentReader, from: JsonObject, field: string): readonly string[] {
  const names = listField(reader, from, field);
  const isFine =
    names.length <= VISUAL_PORTS_MAX &&
    names.every(
      (name) => typeof name === 'string' && name !== '' && name.length <= VISUAL_NAME_MAX,
    ) &&
    new Set(names).size === names.length;
  if (isFine) return names as readonly string[];
  report(reader, null, `"${field}": expected at most ${VISUAL_PORTS_MAX} different names`);
  return [];
}

function blockFrom(reader: DocumentReader, form: unknown, at: number): Block | null {
  reader.block = null;
  if (!isJsonObject(form)) {
    report(reader, null, `block ${at + 1}: expected an object, found ${foundText(form)}`);
    return null;
  }
  const { id } = form;
  if (typeof id !== 'string' || !VISUAL_ID.test(id)) {
    const expected = '1 to 64 letters, digits, "_" and "-"';
    report(reader, null, `block ${at + 1}: "id": expected ${expected}, found ${foundText(id)}`);
    return null;
  }
  reader.block = id;
  refuseOthers(reader, form, BLOCK_FIELDS);
  const command = textField(reader, form, 'command', '');
  if (command === '') report(reader, null, 'the block says no command');
  const block: Block = {
    id,
    command,
    title: textField(reader, form, 'title', ''),
    isEnabled: !flagField(reader, form, 'disabled', false),
    gate: wiresFrom(reader, listField(reader, form, 'gate'), null),
    needsGate: flagField(reader, form, 'needsGate', false),
    inputs: sortedInputs(inputsFrom(reader, form['inputs'])),
    parameters: namesFrom(reader, form, 'parameters'),
    outputs: namesFrom(reader, form, 'outputs'),
    group: textField(reader, form, 'group', ''),
  };
  reader.block = null;
  return block;
}

/** In one order, whatever order a document has them in. */
export function sortedInputs(inputs: readonly BlockInput[]): readonly BlockInput[] {
  return inputs.toSorted((a, b) => (a.port < b.port ? -1 : 1));
}

function placeFrom(reader: DocumentReader, form: unknown): BlockPlace | null {
  if (!isJsonObject(form) || typeof form['block'] !== 'string') {
    report(reader, null, `"layout": expected an object with a block, found ${foundText(form)}`);
    return null;
  }
  refuseOthers(reader, form, PLACE_FIELDS);
  return {
    block: form['block'],
    x: coordinateField(reader, form, 'x'),
    y: coordinateField(reader, form, 'y'),
    width: coordinateField(reader, form, 'width'),
    height: coordinateField(reader, form, 'height'),
    isReversed: flagField(reader, form, 'reversed', false),
    isMirrored: flagField(reader, form, 'mirrored', false),
    showsUnused: flagField(reader, form, 'showsUnused', false),
    isFolded: flagField(reader, form, 'folded', false),
  };
}

/** Places of blocks that there are, in their order, one for each. */
function layoutOf(
  reader: DocumentReader,
  blocks: readonly Block[],
  forms: readonly unknown[],
): readonly BlockPlace[] {
  const places = new Map<string, BlockPlace>();
  if (forms.length > VISUAL_BLOCKS_MAX) {
    report(reader, null, `"layout": expected at most ${VISUAL_BLOCKS_MAX} places`);
  }
  for (const form of forms.slice(0, VISUAL_BLOCKS_MAX)) {
    const place = placeFrom(reader, form);
    if (place !== null) places.set(place.block, place);
  }
  return blocks.flatMap(({ id }) => places.get(id) ?? []);
}

/** Says which ids stand at more than one block. */
export function reportTwins(reader: DocumentReader, ids: readonly string[]): void {
  const seen = new Set<string>();
  for (const id of ids) {
    reader.block = id;
    if (seen.has(id)) report(reader, null, `two blocks have the id "${id}"`);
    seen.add(id);
  }
  reader.block = null;
}

/** Message for a model with more blocks than the limit. */
export function tooManyBlocks(count: number): string {
  return `a script has at most ${VISUAL_BLOCKS_MAX} blocks; this one has ${count}`;
}

/**
 * Reads the canonical form; the model is null when an error was found, and all errors are listed.
 */
export function readOwnForm(form: JsonObject): VisualReading {
  const reader = newReader();
  refuseOthers(reader, form, ['format', 'version', 'blocks', 'layout']);
  if (form['version'] !== OWN_VERSION) {
    report(reader, null, `expected version ${OWN_VERSION}, found ${foundText(form['version'])}`);
  }
  const forms = listField(reader, form, 'blocks');
  if (forms.length > VISUAL_BLOCKS_MAX) report(reader, null, tooManyBlocks(forms.length));
  if (reader.problems.length > 0) return { model: null, problems: reader.problems };
  const blocks = forms.flatMap((each, at) => blockFrom(reader, each, at) ?? []);
  reportTwins(
    reader,
    blocks.map(({ id }) => id),
  );
  const layout = layoutOf(reader, blocks, listField(reader, form, 'layout'));
  if (reader.problems.length > 0) return { model: null, problems: reader.problems };
  return { model: { blocks, layout }, problems: [] };
}
