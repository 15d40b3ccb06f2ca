// The model of a visual script: blocks, what stands at their inputs, the wires between them. Plain
// data without a clock, chance or a catalogue, so that the service and the console share it. The
// layout is apart: nothing that a script does depends on it.

/** An output of a block; `port` empty: its main one. */
export type Wire = { readonly block: string; readonly port: string };

export type TypedValue = string | number | boolean;

/** What stands at an input. An input that is not given has no entry in its block. */
export type PortContent =
  | { readonly kind: 'wires'; readonly wires: readonly Wire[] }
  | {
      readonly kind: 'value';
      readonly value: TypedValue;
      /** Label under which the value is an input of the script, for labs; null: it is fixed. */
      readonly input: string | null;
    }
  /** The value that is called so: `#name`. */
  | { readonly kind: 'name'; readonly name: string };

export type BlockInput = { readonly port: string; readonly given: PortContent };

export type Block = {
  readonly id: string;
  /** Name of a command, a constant, or `CC_` and the name of a custom command. */
  readonly command: string;
  /** What its author calls it; empty: nothing. */
  readonly title: string;
  /** One that is not is as if it were not there. */
  readonly isEnabled: boolean;
  /** It runs where one of these is true; empty: always, unless it needs a gate. */
  readonly gate: readonly Wire[];
  /** Without a gate it does not run. */
  readonly needsGate: boolean;
  readonly inputs: readonly BlockInput[];
  /** Of a custom command: its parameters in their order; empty otherwise. */
  readonly parameters: readonly string[];
  /** Of a custom command that returns a list: the names of its elements; empty otherwise. */
  readonly outputs: readonly string[];
  /** Name of the group that it is shown in; empty: none. */
  readonly group: string;
};

/** Where a block is drawn, and how. */
export type BlockPlace = {
  readonly block: string;
  readonly x: number;
  readonly y: number;
  /** 0: as large as its ports need. */
  readonly width: number;
  readonly height: number;
  readonly isReversed: boolean;
  readonly isMirrored: boolean;
  readonly showsUnused: boolean;
  /** It is drawn inside its group, which is folded. */
  readonly isFolded: boolean;
};

export type VisualModel = {
  /** Where dependency leaves a choice, the block that stands first runs first. */
  readonly blocks: readonly Block[];
  /** In the order of the blocks; of blocks that have a place. */
  readonly layout: readonly BlockPlace[];
};

/** What is wrong with a document, and where. */
export type VisualProblem = {
  /** A script with an error cannot run; a warning says what its author may not have meant. */
  readonly severity: 'error' | 'warning';
  readonly message: string;
  /** Id of the block; null: the whole document. */
  readonly block: string | null;
  /** Name of the port; null: the whole block. */
  readonly port: string | null;
};

/** `model` null: the document could not be read, and `problems` says why. */
export type VisualReading = {
  readonly model: VisualModel | null;
  readonly problems: readonly VisualProblem[];
};

export const VISUAL_BLOCKS_MAX = 1_000;
/** Of a document, in characters. */
export const VISUAL_DOCUMENT_MAX = 4_194_304;
/** Of a text in it: an id, a name, a value. */
export const VISUAL_TEXT_MAX = 10_000;
export const VISUAL_PROBLEMS_MAX = 100;
/** Of one input, and of one gate. */
export const VISUAL_WIRES_MAX = 100;
export const VISUAL_ID = /^[\w-]{1,64}$/;
/** Of a custom command, before its name. */
export const CUSTOM_PREFIX = 'CC_';

/** Content of a port; null when nothing is given there. */
export function givenAt(block: Block, port: string): PortContent | null {
  return block.inputs.find((each) => each.port === port)?.given ?? null;
}

/** Problem that forbids compiling; block and port are null where it concerns none. */
export function errorAt(block: string | null, port: string | null, message: string): VisualProblem {
  return { severity: 'error', message, block, port };
}

/** Problem that does not forbid compiling; block and port are null where it concerns none. */
export function warningAt(
  block: string | null,
  port: string | null,
  message: string,
): VisualProblem {
  return { severity: 'warning', message, block, port };
}

/** Whether a script with these problems may run. */
export function hasErrors(problems: readonly VisualProblem[]): boolean {
  return problems.some(({ severity }) => severity === 'error');
}

/** At most VISUAL_PROBLEMS_MAX, errors first; the last says how many more there are. */
export function listedProblems(problems: readonly VisualProblem[]): readonly VisualProblem[] {
  const errors = problems.filter(({ severity }) => severity === 'error');
  const warnings = problems.filter(({ severity }) => severity === 'warning');
  const sorted = [...errors, ...warnings];
  if (sorted.length <= VISUAL_PROBLEMS_MAX) return sorted;
  const shown = sorted.slice(0, VISUAL_PROBLEMS_MAX - 1);
  const left = sorted.length - shown.length;
  const severity = errors.length > shown.length ? 'error' : 'warning';
  return [...shown, { severity, message: `and ${left} more`, block: null, port: null }];
}
