// Inputs: what a script lets its user choose. A first call declares the input, every call returns
// the value that was chosen or the default.

export const INPUT_KINDS = [
  'number',
  'boolean',
  'text',
  'select',
  'interval',
  'market',
  'account',
  'table',
  'button',
] as const;
export type InputKind = (typeof INPUT_KINDS)[number];

export type InputOption = { readonly label: string; readonly value: string | number };

export type InputDeclaration = {
  readonly kind: InputKind;
  /** Unique within its group; what `--set` and labs address: `group.label`, or `label` alone. */
  readonly label: string;
  readonly group: string;
  readonly tooltip: string;
  readonly defaultValue: number | string | boolean | null;
  /** Choices of a select; empty otherwise. */
  readonly options: readonly InputOption[];
  readonly least: number | null;
  readonly most: number | null;
  readonly step: number | null;
};

export type InputApi = {
  /**
   * Registers the declaration (the first of a label in its group counts) and returns the chosen
   * value, of the kind of the default. A chosen value of another kind was refused before the run.
   */
  value(declaration: InputDeclaration): number | string | boolean | null;
  /** Inputs after this one belong to the group, unless they name another. */
  openGroup(label: string): void;
};
