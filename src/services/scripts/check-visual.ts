// A visual document checked like a source: read, compiled to Lua, and that checked as any script
// is. What is wrong is said of the block and the port.

import { outdatedCalls, paletteFor } from '#commands/visual/custom-block-kinds.ts';
import { VISUAL_PALETTE } from '#commands/visual/visual-palette.ts';
import { inputPortOfArgument } from '#domain/visual/block-ports.ts';
import type { CompiledVisual } from '#domain/visual/compile-visual.ts';
import { compileVisual } from '#domain/visual/compile-visual.ts';
import { visualText } from '#domain/visual/own-form.ts';
import { readVisualText } from '#domain/visual/read-visual-text.ts';
import type { Block, VisualModel, VisualProblem } from '#domain/visual/visual-model.ts';
import { CUSTOM_PREFIX, errorAt, hasErrors, listedProblems } from '#domain/visual/visual-model.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { ScriptCheck, ScriptLibrary, ScriptNotice } from '#ports/work/script-checker.ts';
import type { ScriptDeps } from '#services/scripts/script-deps.ts';

/** A document of which nothing can be stored. */
export type UnreadableDocument = {
  readonly code: 'unreadable_document';
  readonly problems: readonly VisualProblem[];
};

export type CheckedVisual = {
  /** The canonical text, which is stored. */
  readonly source: string;
  readonly model: VisualModel;
  readonly check: ScriptCheck;
};

function noticeOf({ message, block, port }: VisualProblem): ScriptNotice {
  return { message, line: null, column: null, block, port };
}

const BAD_ARGUMENT = /^bad argument #(\d+) to/;

/** A notice about a line as one about the block that the line comes from. */
function noticeOfBlock(
  { message, line }: ScriptNotice,
  model: VisualModel,
  { lineBlocks }: CompiledVisual,
): ScriptNotice {
  const block = line === null ? null : (lineBlocks[line - 1] ?? null);
  const from = model.blocks.find(({ id }) => id === block);
  const port = from === undefined ? null : portOfNotice(message, from);
  return { message, line: null, column: null, block, port };
}

/** Null: it is about none, or about an argument inside a custom command. */
function portOfNotice(message: string, block: Block): string | null {
  const [, number] = BAD_ARGUMENT.exec(message) ?? [];
  if (number === undefined || block.command.startsWith(CUSTOM_PREFIX)) return null;
  return inputPortOfArgument(block, Number(number), VISUAL_PALETTE);
}

function uncompiled(problems: readonly VisualProblem[]): ScriptCheck {
  const listed = listedProblems(problems);
  const errors = listed.filter(({ severity }) => severity === 'error').map(noticeOf);
  const warnings = listed.filter(({ severity }) => severity === 'warning').map(noticeOf);
  return { isValid: false, errors, warnings, inputs: [], commandName: null };
}

function tooLong(bytes: number): readonly VisualProblem[] {
  const most = LIMITS.scriptSourceBytesMax;
  return [errorAt(null, null, `a script has at most ${most} bytes; this one has ${bytes}`)];
}

/** Bytes in UTF-8. */
function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** `libraries` do not contain the script itself. */
export async function checkVisual(
  { checker }: Pick<ScriptDeps, 'checker'>,
  document: string,
  libraries: readonly ScriptLibrary[],
  userId: string,
): Promise<Result<CheckedVisual, UnreadableDocument>> {
  const reading = readVisualText(document, VISUAL_PALETTE);
  const { model } = reading;
  if (model === null) {
    const problems = listedProblems(reading.problems);
    return rejected({ code: 'unreadable_document', problems });
  }
  const source = visualText(model);
  const bytes = bytesOf(source);
  if (bytes > LIMITS.scriptSourceBytesMax) {
    return rejected({ code: 'unreadable_document', problems: tooLong(bytes) });
  }
  const compiled = compileVisual(model, paletteFor(model, libraries));
  const outdated = outdatedCalls(model, libraries);
  const problems = [...reading.problems, ...compiled.problems, ...outdated];
  const { lua } = compiled;
  if (lua === null || hasErrors(problems)) {
    return accepted({ source, model, check: uncompiled(problems) });
  }
  const checked = await checker.check(lua, libraries, userId);
  const ofBlock = (notice: ScriptNotice) => noticeOfBlock(notice, model, compiled);
  const check: ScriptCheck = {
    ...checked,
    errors: checked.errors.map(ofBlock),
    warnings: [...listedProblems(problems).map(noticeOf), ...checked.warnings.map(ofBlock)],
    lua,
  };
  return accepted({ source, model, check });
}
