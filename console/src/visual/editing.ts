// The state of the editor that its parts share: the model, edits of it, what is wrong with which
// block, and the block that the pointer or the keyboard is at.

import { createContext, useContext } from 'react';
import type { BlockPalette } from '#domain/visual/block-palette.ts';
import type { VisualModel } from '#domain/visual/visual-model.ts';
import type { KnownBlocks } from './visual-palette.ts';

export type BlockProblem = {
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly block: string | null;
  readonly port: string | null;
};

/** A block that one asked to see; each time another object. */
export type ShownBlock = { readonly block: string };

export type Edit = (model: VisualModel, palette: BlockPalette) => VisualModel;

export type Editing = {
  readonly model: VisualModel;
  readonly known: KnownBlocks;
  readonly isReadOnly: boolean;
  /** Whether numbers have a tick by which labs search them. */
  readonly isTicking: boolean;
  readonly problems: readonly BlockProblem[];
  /** The block that is lit in sentences, in the graph and in the text. */
  readonly lit: string | null;
  readonly onLight: (block: string | null) => void;
  /** Opens the graph at a block. */
  readonly onShow: (block: string) => void;
  readonly change: (edit: Edit) => void;
};

export const EditingContext = createContext<Editing | null>(null);

/** State of the editor. Throws outside of one. */
export function useEditing(): Editing {
  const editing = useContext(EditingContext);
  if (editing === null) throw new Error('The editor gives its parts what they share.');
  return editing;
}
