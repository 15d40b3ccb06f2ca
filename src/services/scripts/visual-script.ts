// Operations that only visual scripts have: the Lua that they become, their document for others, a
// Lua script made of one, the difference of two versions by block, and the kinds of blocks.

import { paletteFor } from '#commands/visual/custom-block-kinds.ts';
import { VISUAL_PALETTE } from '#commands/visual/visual-palette.ts';
import type { BlockKind } from '#domain/visual/block-palette.ts';
import type { BlockChange } from '#domain/visual/compare-visuals.ts';
import { compareVisuals } from '#domain/visual/compare-visuals.ts';
import { compileVisual } from '#domain/visual/compile-visual.ts';
import { foreignText } from '#domain/visual/foreign-text.ts';
import { readVisualText } from '#domain/visual/read-visual-text.ts';
import type { VisualModel } from '#domain/visual/visual-model.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Script } from '#ports/stores/script-store.ts';
import { blockKindsWith } from '#services/scripts/convert-document.ts';
import type { CreateScriptCommand, TooManyScripts } from '#services/scripts/create-script.ts';
import { createScript } from '#services/scripts/create-script.ts';
import { runnableSource } from '#services/scripts/runnable-source.ts';
import type { ScriptDeps } from '#services/scripts/script-deps.ts';

export type { BlockChange, FieldChange } from '#domain/visual/compare-visuals.ts';
export type { BlockKind, InputPort, OutputPort } from '#domain/visual/block-palette.ts';

type Deps = Pick<ScriptDeps, 'scripts'>;
type ScriptKey = { readonly userId: string; readonly scriptId: string };

export type ScriptLua = {
  /** Null where it does not compile. */
  readonly lua: string | null;
  /** The block that each line comes from; empty for a Lua script. */
  readonly lineBlocks: readonly (string | null)[];
};

/** The custom commands of the user first. */
export async function visualBlockKinds(
  { scripts }: Deps,
  userId: string,
): Promise<readonly BlockKind[]> {
  return blockKindsWith(await scripts.listLibraries(userId));
}

function modelOf(source: string): VisualModel | null {
  return readVisualText(source, VISUAL_PALETTE).model;
}

/** Lines have their blocks while the document compiles to the Lua that is stored. */
export async function getScriptLua(
  { scripts }: Deps,
  { userId, scriptId }: ScriptKey,
): Promise<Result<ScriptLua, 'script_not_found'>> {
  const script = await scripts.findScript(userId, scriptId);
  if (script === null) return rejected('script_not_found');
  if (script.type === 'lua') return accepted({ lua: script.source, lineBlocks: [] });
  const lua = script.check.lua ?? null;
  const model = modelOf(script.source);
  const libraries = await scripts.listLibraries(userId);
  const compiled = model === null ? null : compileVisual(model, paletteFor(model, libraries));
  const isSame = compiled !== null && compiled.lua === lua;
  return accepted({ lua, lineBlocks: isSame ? compiled.lineBlocks : [] });
}

/** The document in HaasScript's format. */
export async function exportVisualScript(
  { scripts }: Deps,
  { userId, scriptId }: ScriptKey,
): Promise<Result<string, 'script_not_found' | 'not_visual'>> {
  const script = await scripts.findScript(userId, scriptId);
  if (script === null) return rejected('script_not_found');
  const model = script.type === 'visual' ? modelOf(script.source) : null;
  return model === null ? rejected('not_visual') : accepted(foreignText(model, VISUAL_PALETTE));
}

export type ConvertCommand = Omit<CreateScriptCommand, 'source' | 'description' | 'name'> &
  ScriptKey & { readonly name: string | null };

/** A new Lua script with the text that the visual one runs as, which stays as it is. */
export async function convertScript(
  deps: Omit<ScriptDeps, 'bots'>,
  command: ConvertCommand,
): Promise<Result<Script, 'script_not_found' | 'not_visual' | 'invalid' | TooManyScripts>> {
  const { userId, scriptId, ...rest } = command;
  const script = await deps.scripts.findScript(userId, scriptId);
  if (script === null) return rejected('script_not_found');
  if (script.type !== 'visual') return rejected('not_visual');
  if (script.check.lua === undefined) return rejected('invalid');
  const { description } = script;
  const text = { name: command.name ?? script.name, description, source: runnableSource(script) };
  return createScript(deps, { ...rest, userId, ...text });
}

/** How a version differs from an earlier one, block by block. */
export async function compareVersions(
  { scripts }: Deps,
  named: ScriptKey & { readonly version: number; readonly before: number },
): Promise<Result<readonly BlockChange[], 'script_not_found' | 'not_visual'>> {
  const { userId, scriptId, version, before } = named;
  const script = await scripts.findScript(userId, scriptId);
  if (script === null) return rejected('script_not_found');
  if (script.type !== 'visual') return rejected('not_visual');
  const later = await scripts.findVersion(userId, scriptId, version);
  const earlier = await scripts.findVersion(userId, scriptId, before);
  const [model, old] = [modelOf(later?.source ?? ''), modelOf(earlier?.source ?? '')];
  if (model === null || old === null) return rejected('script_not_found');
  return accepted(compareVisuals(old, model));
}
