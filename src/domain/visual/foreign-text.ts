// A model as a document of HaasScript. Reading it gives the same model: what that format cannot say
// stands in fields of ours beside it, which its editor does not know.

import type { BlockPalette, OutputPort } from '#domain/visual/block-palette.ts';
import { inputPort, kindOfBlock } from '#domain/visual/block-ports.ts';
import {
  FOREIGN_CUSTOM_NUMBER,
  FOREIGN_NUMBERS,
  FOREIGN_TYPES,
} from '#domain/visual/foreign-numbers.ts';
import { givenForm } from '#domain/visual/own-form.ts';
import { portGuid } from '#domain/visual/port-guid.ts';
import { givenFromTyped } from '#domain/visual/typed-value.ts';
import type {
  Block,
  BlockPlace,
  PortContent,
  VisualModel,
  Wire,
} from '#domain/visual/visual-model.ts';
import { CUSTOM_PREFIX } from '#domain/visual/visual-model.ts';

type Form = Readonly<Record<string, unknown>>;

const ROW_HEIGHT = 120;

/** Places in which the blocks stand in their order: one that stands too high is moved down. */
function placesInOrder({ blocks, layout }: VisualModel): readonly BlockPlace[] {
  const known = new Map(layout.map((place) => [place.block, place]));
  let before: BlockPlace | null = null;
  return blocks.map(({ id }) => {
    const unplaced = { block: id, x: 0, y: before === null ? 0 : before.y + ROW_HEIGHT };
    const drawn = { width: 0, height: 0, isReversed: false, isMirrored: false };
    const shown = { showsUnused: false, isFolded: false };
    const place: BlockPlace = known.get(id) ?? { ...unplaced, ...drawn, ...shown };
    const isBehind =
      before === null ||
      place.y > before.y ||
      (place.y === before.y && (place.x > before.x || (place.x === before.x && id > before.block)));
    before = isBehind || before === null ? place : { ...place, y: before.y + 1 };
    return before;
  });
}

function storageText(given: PortContent | null): string {
  switch (given?.kind) {
    case 'name':
      return `#${given.name}`;
    case 'value':
      if (typeof given.value === 'boolean') return given.value ? 'True' : 'False';
      return String(given.value);
    case 'wires':
    case undefined:
      return '';
  }
}

function isSameGiven(a: PortContent | null, b: PortContent | null): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Where each output is connected to, by the id of its port. */
type Consumers = ReadonlyMap<string, readonly string[]>;

function outputGuid({ block, port }: Wire): string {
  return block === '' ? port : portGuid(block, 'output', port);
}

function consumersOf({ blocks }: VisualModel): Consumers {
  const consumers = new Map<string, string[]>();
  const connect = (wire: Wire, guid: string): void => {
    const from = outputGuid(wire);
    const known = consumers.get(from);
    if (known === undefined) consumers.set(from, [guid]);
    else known.push(guid);
  };
  for (const { id, gate, inputs } of blocks) {
    for (const wire of gate) connect(wire, portGuid(id, 'gate', ''));
    for (const { port, given } of inputs) {
      if (given.kind !== 'wires') continue;
      for (const wire of given.wires) connect(wire, portGuid(id, 'input', port));
    }
  }
  return consumers;
}

function connections(guids: readonly string[]): readonly Form[] {
  return guids.map((Guid) => ({ Guid, Points: [] }));
}

function parameterForm(name: string, type: number, isRequired: boolean, meaning: string): Form {
  const flags = { IsRequired: isRequired, IsHidden: false, IsField: false, AllowNull: true };
  return { Name: name, Type: type, ...flags, Description: meaning, Suggestion: '' };
}

function manyType(kind: OutputPort['kind']): number {
  if (kind === 'constant') return FOREIGN_TYPES.manyConstants;
  return kind === 'boolean' ? FOREIGN_TYPES.manyBooleans : FOREIGN_TYPES.manyAny;
}

function inputForms(block: Block, palette: BlockPalette): readonly Form[] {
  const kind = kindOfBlock(block, palette);
  const given = new Map(block.inputs.map((each) => [each.port, each.given]));
  const known = kind?.inputs.map(({ name }) => name) ?? block.parameters;
  const names = [...known, ...[...given.keys()].filter((name) => !known.includes(name))];
  return names.map((name) => {
    const port = kind === null ? null : inputPort(kind, name);
    const stands = given.get(name) ?? null;
    const wires = stands?.kind === 'wires' ? stands.wires : [];
    const storage = storageText(stands);
    const isPlain = stands?.kind === 'wires' || isSameGiven(givenFromTyped(storage, port), stands);
    const type = port?.isMany === true ? manyType(port.kind) : FOREIGN_TYPES[port?.kind ?? 'any'];
    return {
      Guid: portGuid(block.id, 'input', name),
      Connections: connections(wires.map(outputGuid)),
      Parameter: parameterForm(name, type, port?.isRequired ?? false, port?.meaning ?? ''),
      Storage: storage,
      ...(isPlain || stands === null ? {} : { TidemillGiven: givenForm(stands) }),
    };
  });
}

function outputForm(
  { id }: Block,
  { name, kind }: Pick<OutputPort, 'name' | 'kind'>,
  consumers: Consumers,
): Form {
  const guid = portGuid(id, 'output', name);
  return {
    Guid: guid,
    Connections: connections(consumers.get(guid) ?? []),
    Parameter: parameterForm(name, FOREIGN_TYPES[kind], false, ''),
    Storage: '',
  };
}

function numberOf(block: Block, palette: BlockPalette): number {
  if (block.command.startsWith(CUSTOM_PREFIX)) return FOREIGN_CUSTOM_NUMBER;
  return FOREIGN_NUMBERS.get(palette.get(block.command)?.command ?? block.command) ?? 0;
}

function gateForm({ id, gate }: Block): Form {
  return {
    Guid: portGuid(id, 'gate', ''),
    Connections: connections(gate.map(outputGuid)),
    Parameter: parameterForm('connector', FOREIGN_TYPES.boolean, false, ''),
    Storage: '',
  };
}

/** Names of the outputs that wires lead from, by the ids of their blocks. */
type UsedOutputs = ReadonlyMap<string, ReadonlySet<string>>;

function usedOutputs({ blocks }: VisualModel): UsedOutputs {
  const used = new Map<string, Set<string>>();
  const use = ({ block, port }: Wire): void => {
    used.set(block, (used.get(block) ?? new Set()).add(port));
  };
  for (const { gate, inputs } of blocks) {
    for (const wire of gate) use(wire);
    for (const { given } of inputs) {
      if (given.kind === 'wires') for (const wire of given.wires) use(wire);
    }
  }
  return used;
}

function outputNames(
  used: UsedOutputs,
  block: Block,
  palette: BlockPalette,
): readonly Pick<OutputPort, 'name' | 'kind'>[] {
  const known =
    kindOfBlock(block, palette)?.outputs ??
    ['', ...block.outputs].map((name) => ({ name, kind: 'any' as const }));
  const names = used.get(block.id) ?? [];
  const others = [...names].filter((name) => !known.some((port) => port.name === name));
  return [...known, ...others.map((name) => ({ name, kind: 'any' as const }))];
}

type OutputUses = { readonly consumers: Consumers; readonly used: UsedOutputs };

function blockFormOf(
  { consumers, used }: OutputUses,
  block: Block,
  place: BlockPlace,
  palette: BlockPalette,
): Form {
  const [main, ...parts] = outputNames(used, block, palette);
  return {
    X: place.x,
    Y: place.y,
    W: place.width,
    H: place.height,
    Guid: block.id,
    Type: numberOf(block, palette),
    CommandName: block.command,
    Inputs: inputForms(block, palette),
    Output: outputForm(block, main ?? { name: '', kind: 'any' }, consumers),
    SubOutputs: parts.map((port) => outputForm(block, port, consumers)),
    Connector: gateForm(block),
    Command: null,
    IsReversed: place.isReversed,
    IsMirrored: place.isMirrored,
    ShowUnusedParameters: place.showsUnused,
    NeedsConnector: block.needsGate,
    Resizable: block.command === 'Comment',
    Disabled: !block.isEnabled,
    ...(block.title === '' ? {} : { TidemillTitle: block.title }),
    ...(block.group === '' ? {} : { TidemillGroup: block.group }),
  };
}

/** The document's text; the same for the same model. */
export function foreignText(model: VisualModel, palette: BlockPalette): string {
  const connected = { consumers: consumersOf(model), used: usedOutputs(model) };
  const places = placesInOrder(model);
  const forms = model.blocks.flatMap((block, at) => {
    const place = places[at];
    return place === undefined ? [] : [blockFormOf(connected, block, place, palette)];
  });
  return JSON.stringify(forms);
}
