// Blocks: statements in order, and the labels that gotos in them lead to. JavaScript has no goto,
// but labelled blocks and loops to leave or to begin again; only jumps into the middle of a region
// that is itself jumped back to need a switch.

import { isCell, newLabel } from '#lua/emit/emission.ts';
import type { FunctionEmission } from '#lua/emit/emission.ts';
import { charge } from '#lua/emit/emit-loop.ts';
import { emitPart, hoistLocals, planParts } from '#lua/emit/emit-part.ts';
import { emitStatement } from '#lua/emit/emit-statement.ts';
import { variableName } from '#lua/emit/javascript-text.ts';
import type { LabelUse, Variable } from '#lua/semantics/scope.ts';
import type { Block, Statement } from '#lua/syntax/tree.ts';

const GOTO_STEPS = 2;

type Region = {
  readonly from: number;
  readonly to: number;
  readonly use: LabelUse;
  readonly isLoop: boolean;
};

function regionsOf(block: Block, uses: readonly LabelUse[]): Region[] {
  const regions: Region[] = [];
  for (const use of uses) {
    if (use.firstForward !== null) {
      regions.push({ from: use.firstForward, to: use.index, use, isLoop: false });
    }
    if (use.isBackward) {
      regions.push({ from: use.index + 1, to: block.statements.length, use, isLoop: true });
    }
  }
  return nestForward(regions);
}

/** Lets forward regions begin early enough to contain the ones that they would cut. */
function nestForward(regions: readonly Region[]): Region[] {
  const nested: Region[] = [];
  for (const region of regions.toSorted((a, b) => a.to - b.to)) {
    const cut = nested.filter((inner) => !region.isLoop && inner.to > region.from);
    nested.push({ ...region, from: Math.min(region.from, ...cut.map((inner) => inner.from)) });
  }
  return nested;
}

function crosses(a: Region, b: Region): boolean {
  return a.from < b.from && b.from < a.to && a.to < b.to;
}

/** Something that is open while a block is written, and how it ends. */
type Open = { readonly region: Region | null; readonly end: string };

function planJumps(f: FunctionEmission, regions: readonly Region[]): Map<Region, string> {
  const names = new Map<Region, string>();
  for (const region of regions) {
    const name = newLabel(f);
    names.set(region, name);
    const known = f.jumps.get(region.use.label);
    const jump = region.isLoop
      ? { backward: `${charge(GOTO_STEPS)} continue ${name};` }
      : { forward: `break ${name};` };
    f.jumps.set(region.use.label, { ...known, ...jump });
  }
  return names;
}

/**
 * Ends the forward regions that lead here. One that began before a `<close>` variable ends with the
 * block.
 */
function endRegions(open: Open[], index: number): string {
  let text = '';
  for (let top = open.at(-1); top?.region?.to === index; top = open.at(-1)) {
    if (top.region.isLoop) break;
    text += top.end;
    open.pop();
  }
  return text;
}

/**
 * A block whose gotos lead in and out of nested regions; `tail` is written behind, in its scope.
 */
function emitNested(
  f: FunctionEmission,
  block: Block,
  regions: readonly Region[],
  tail: () => string,
): string {
  const names = planJumps(f, regions);
  const open: Open[] = [];
  const text: string[] = [];
  const parts = regions.length === 0 ? planParts(f, block) : [];
  for (let index = 0; index <= block.statements.length; index += 1) {
    const part = parts.find((each) => each.from === index);
    if (part !== undefined) {
      text.push(emitPart(f, block.statements.slice(part.from, part.to)));
      index = part.to;
    }
    text.push(endRegions(open, index));
    for (const region of regions.toSorted((a, b) => b.to - a.to)) {
      if (region.from !== index) continue;
      const name = names.get(region) ?? '';
      text.push(`${name}: ${region.isLoop ? 'for (;;) ' : ''}{`);
      open.push({ region, end: region.isLoop ? `break ${name}; }` : '}' });
    }
    const statement = block.statements[index];
    if (statement === undefined) continue;
    text.push(emitStatement(f, statement));
    const closed = closedBy(f, statement);
    if (closed === null) continue;
    const { start, end } = emitClosing(closed);
    text.push(start);
    open.push({ region: null, end });
  }
  text.push(tail(), ...open.toReversed().map((each) => each.end));
  return text.join(' ');
}

/**
 * A block as a machine: one case behind each label, jumps set the case. Its locals are declared in
 * front.
 */
function emitMachine(
  f: FunctionEmission,
  block: Block,
  uses: readonly LabelUse[],
  tail: () => string,
): string {
  const loop = newLabel(f);
  const place = `$at${loop}`;
  for (const [index, use] of uses.entries()) {
    const jump = `${charge(GOTO_STEPS)} ${place} = ${index + 1}; continue ${loop};`;
    f.jumps.set(use.label, { forward: jump, backward: jump });
  }
  const hoisted = hoistLocals(f, block.statements);
  const text = [`let ${[`${place} = 0`, ...hoisted.map(variableName)].join(', ')};`];
  text.push(`${loop}: for (;;) { switch (${place}) { case 0:`);
  for (const [index, statement] of block.statements.entries()) {
    const label = uses.findIndex((use) => use.index === index);
    if (label >= 0) text.push(`case ${label + 1}:`);
    text.push(emitStatement(f, statement));
  }
  text.push(`} ${tail()} break; }`);
  return text.join(' ');
}

/** The statements of a block, without braces around them. */
export function emitBlock(
  f: FunctionEmission,
  block: Block,
  tail: () => string = () => '',
): string {
  f.nesting += 1;
  const text = emitOpened(f, block, tail);
  f.nesting -= 1;
  return text;
}

function emitOpened(f: FunctionEmission, block: Block, tail: () => string): string {
  const uses = (f.module.facts.resolution.labels.get(block) ?? []).filter(
    (use) => use.firstForward !== null || use.isBackward,
  );
  const regions = regionsOf(block, uses);
  if (!regions.some((a) => regions.some((b) => crosses(a, b)))) {
    return emitNested(f, block, regions, tail);
  }
  if (block.statements.some((statement) => closedBy(f, statement) !== null)) {
    f.module.refusals.push(
      'gotos that cross each other around a <close> variable are not supported',
    );
  }
  return emitMachine(f, block, uses, tail);
}

/** The `<close>` variable that a statement declares. */
function closedBy(f: FunctionEmission, statement: Statement): Variable | null {
  if (statement.kind !== 'local') return null;
  const declaration = statement.names.find((name) => name.attribute === 'close');
  if (declaration === undefined) return null;
  return f.module.facts.resolution.variables.get(declaration) ?? null;
}

/**
 * What stands around the statements behind a `<close>` variable, so that it is closed however they
 * end.
 */
function emitClosing(variable: Variable): { readonly start: string; readonly end: string } {
  const value = isCell(variable) ? `${variableName(variable)}.v` : variableName(variable);
  const fault = `$e${variable.id}`;
  return {
    start: `R.checkClosable(${value}, "${variable.name}"); let ${fault} = R.NO_FAULT; try {`,
    end: `} catch (e) { ${fault} = e; throw e; } finally { R.closeVariable(${value}, ${fault}); }`,
  };
}
