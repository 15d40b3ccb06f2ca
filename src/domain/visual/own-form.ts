// The canonical text of a visual script: JSON with a fixed order, one thing a line, so that the
// difference of two versions reads well. What is usual is left out. The layout stands at the end.

import type {
  Block,
  BlockInput,
  BlockPlace,
  PortContent,
  VisualModel,
  Wire,
} from '#domain/visual/visual-model.ts';

export const OWN_FORMAT = 'tidemill-visual';
export const OWN_VERSION = 1;

/** `id`, or `id:port` of an output that is not the main one. */
export function wireText({ block, port }: Wire): string {
  return port === '' ? block : `${block}:${port}`;
}

/** JSON of what stands at a port, as the canonical form writes it. */
export function givenForm(given: PortContent): unknown {
  switch (given.kind) {
    case 'wires':
      return { wires: given.wires.map(wireText) };
    case 'name':
      return { name: given.name };
    case 'value':
      return given.input === null ? given.value : { value: given.value, input: given.input };
  }
}

function inputsForm(inputs: readonly BlockInput[]): unknown {
  return Object.fromEntries(inputs.map(({ port, given }) => [port, givenForm(given)]));
}

/** A block as it stands in the text. */
function blockForm(block: Block): Readonly<Record<string, unknown>> {
  return {
    id: block.id,
    command: block.command,
    ...(block.title === '' ? {} : { title: block.title }),
    ...(block.isEnabled ? {} : { disabled: true }),
    ...(block.group === '' ? {} : { group: block.group }),
    ...(block.needsGate ? { needsGate: true } : {}),
    ...(block.gate.length === 0 ? {} : { gate: block.gate.map(wireText) }),
    ...(block.inputs.length === 0 ? {} : { inputs: inputsForm(block.inputs) }),
    ...(block.parameters.length === 0 ? {} : { parameters: block.parameters }),
    ...(block.outputs.length === 0 ? {} : { outputs: block.outputs }),
  };
}

function placeForm(place: BlockPlace): Readonly<Record<string, unknown>> {
  return {
    block: place.block,
    x: place.x,
    y: place.y,
    ...(place.width === 0 ? {} : { width: place.width }),
    ...(place.height === 0 ? {} : { height: place.height }),
    ...(place.isReversed ? { reversed: true } : {}),
    ...(place.isMirrored ? { mirrored: true } : {}),
    ...(place.showsUnused ? { showsUnused: true } : {}),
    ...(place.isFolded ? { folded: true } : {}),
  };
}

function listText(lines: readonly string[]): string {
  return lines.length === 0 ? '[]' : `[\n${lines.join(',\n')}\n  ]`;
}

/** The same text for the same model. */
export function visualText({ blocks, layout }: VisualModel): string {
  const blockTexts = blocks.map((block) =>
    JSON.stringify(blockForm(block), null, 2).replaceAll(/^/gm, '    '),
  );
  const placeTexts = layout.map((place) => `    ${JSON.stringify(placeForm(place))}`);
  return `{
  "format": "${OWN_FORMAT}",
  "version": ${OWN_VERSION},
  "blocks": ${listText(blockTexts)},
  "layout": ${listText(placeTexts)}
}
`;
}
