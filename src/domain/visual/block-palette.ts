// Kinds of blocks: what a block of each command has for inputs and outputs, as the catalogue of
// commands says. The model is read, judged and compiled against a palette, which is plain data.

/** @public The console's editor. */
export const PORT_KINDS = [
  'number',
  'boolean',
  'text',
  'constant',
  'list',
  'numberOrList',
  'table',
  'any',
  'nothing',
] as const;

/** What a port carries. A list is a list of numbers, newest first. */
export type PortKind = (typeof PORT_KINDS)[number];

export type InputPort = {
  readonly name: string;
  readonly kind: PortKind;
  /** Of a constant: the group that it is one of; null: any. */
  readonly group: string | null;
  readonly unit: string | null;
  readonly meaning: string;
  readonly isRequired: boolean;
  /** Takes any number of wires. */
  readonly isMany: boolean;
  /** What stands in when nothing is given, in Lua; null: nothing. */
  readonly standIn: string | null;
};

export type OutputPort = {
  /** Empty: the main output. */
  readonly name: string;
  readonly kind: PortKind;
  readonly group: string | null;
};

export type BlockKind = {
  readonly command: string;
  readonly aliases: readonly string[];
  readonly category: string;
  readonly meaning: string;
  readonly inputs: readonly InputPort[];
  /** The main one first, then the parts of a container. */
  readonly outputs: readonly OutputPort[];
  /** Runs whether or not its result is used: it acts, or declares. */
  readonly isRoot: boolean;
  readonly isConstant: boolean;
  /** Its result may be nothing, though it ran. */
  readonly mayBeNothing: boolean;
};

/** Kinds by each of their names. */
export type BlockPalette = ReadonlyMap<string, BlockKind>;

/** Palette in which each kind is found by its command and by its aliases. */
export function paletteOf(kinds: readonly BlockKind[]): BlockPalette {
  return new Map(
    kinds.flatMap((kind) => [kind.command, ...kind.aliases].map((name) => [name, kind] as const)),
  );
}

/** The groups of constants: the constants of each group by their names. */
export function constantsOf(palette: BlockPalette): ReadonlyMap<string, ReadonlySet<string>> {
  const groups = new Map<string, Set<string>>();
  for (const [name, { isConstant, outputs }] of palette) {
    const group = outputs[0]?.group ?? null;
    if (!isConstant || group === null) continue;
    const known = groups.get(group) ?? new Set();
    groups.set(group, known.add(name));
  }
  return groups;
}

/** Whether a value of one kind can stand where another is wanted. */
export function converts(from: OutputPort, to: InputPort): boolean {
  if (from.kind === 'nothing' || from.kind === 'any' || to.kind === 'any') return true;
  switch (to.kind) {
    case 'number':
    case 'numberOrList':
      return from.kind !== 'boolean' && from.kind !== 'table';
    case 'list':
      return from.kind === 'list' || from.kind === 'numberOrList' || from.kind === 'table';
    case 'boolean':
      return from.kind === 'boolean';
    case 'text':
      return from.kind === 'text' || from.kind === 'number' || from.kind === 'numberOrList';
    case 'constant':
      if (from.kind !== 'constant') return from.kind === 'number' || from.kind === 'text';
      return from.group === to.group || from.group === null || to.group === null;
    case 'table':
      return from.kind === 'table' || from.kind === 'list';
    case 'nothing':
      return false;
  }
}

/** What ports carry, in English. */
export const KIND_WORDS: Readonly<Record<PortKind, string>> = {
  number: 'a number',
  boolean: 'yes or no',
  text: 'a text',
  constant: 'a choice',
  list: 'a list of numbers',
  numberOrList: 'a number or a list of numbers',
  table: 'a table',
  any: 'anything',
  nothing: 'nothing',
};

/** What a port carries, in words for whoever draws wires. */
export function kindWords({ kind, group }: Pick<OutputPort, 'kind' | 'group'>): string {
  return kind === 'constant' && group !== null ? `one of "${group}"` : KIND_WORDS[kind];
}
