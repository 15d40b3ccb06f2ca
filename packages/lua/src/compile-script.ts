// A script's source to JavaScript text, or to all that is wrong with it. What comes out is plain
// data and may be stored, or sent to another thread.

import { closestName } from '#lib/closest-name.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Result } from '#lib/result.ts';
import { emitModule } from '#lua/emit/emit-module.ts';
import type { GlobalPlace } from '#lua/emit/emit-module.ts';
import type { SiteText } from '#lua/emit/emission.ts';
import { LIBRARY, LIBRARY_CONSTANTS, LIBRARY_TABLES } from '#lua/library/library.ts';
import { infer } from '#lua/semantics/infer.ts';
import type { NamesOffered, NameOffer } from '#lua/semantics/names-offered.ts';
import { assignsEnvironment, withOwnEnvironment } from '#lua/semantics/own-environment.ts';
import { wrongConstants } from '#lua/semantics/wrong-constants.ts';
import { resolve } from '#lua/semantics/resolve.ts';
import type { Resolution } from '#lua/semantics/scope.ts';
import { bytesFromText } from '#lua/syntax/byte-string.ts';
import { sortDiagnostics } from '#lua/syntax/diagnostic.ts';
import type { Diagnostic } from '#lua/syntax/diagnostic.ts';
import { FOREIGN_VALUES } from '#lua/syntax/foreign-syntax.ts';
import { parse } from '#lua/syntax/parse.ts';
import { KEYWORDS } from '#lua/syntax/token.ts';
import type { FunctionBody } from '#lua/syntax/tree.ts';

export type CompileOptions = {
  /** What messages call the script. */
  readonly chunkName: string;
  /** The host's functions and constants, by name. */
  readonly host: ReadonlyMap<string, NameOffer>;
  /** Whether a global name that nobody offers or assigns is a mistake. */
  readonly refusesUnknownNames: boolean;
  readonly sourceBytesMax: number;
  /** What to write instead of names that other languages have, for messages. */
  readonly foreignNames: ReadonlyMap<string, string>;
};

export type CompiledScript = {
  readonly chunkName: string;
  /** Body of a function of the runtime and the sites; see load-script.ts. */
  readonly code: string;
  /** Script line of each line of the code. */
  readonly lines: readonly number[];
  /** Script column of each line of the code. */
  readonly columns: readonly number[];
  readonly sites: readonly SiteText[];
  readonly globalNames: readonly string[];
  /** The same with where each stands first in the text. */
  readonly globals: readonly GlobalPlace[];
  /** Global names that an update may find as an earlier one has left them. */
  readonly carriedGlobals: readonly string[];
  readonly hostNames: readonly string[];
  /** Constants of the host that are known at compile time. */
  readonly hostConstants: Readonly<Record<string, number | string | boolean>>;
  /** Whether all offered names must stand in the globals table, because the script can reach it. */
  readonly needsAllGlobals: boolean;
};

export const COMPILE_DEFAULTS: CompileOptions = {
  chunkName: 'script',
  host: new Map(),
  refusesUnknownNames: true,
  sourceBytesMax: 262_144,
  foreignNames: new Map(),
};

function isOffered(offered: NamesOffered, name: string): boolean {
  const { library, constants, libraryTables, host } = offered;
  if (library.has(name) || constants.has(name) || libraryTables.has(name)) return true;
  return host.has(name) || name === '_G' || name === '_ENV';
}

/** How many unknown names are compared with all that there are. */
const SUGGESTIONS_MAX = 50;

/** What an unknown name was probably meant to be. */
function suggestion(name: string, resolution: Resolution, offered: NamesOffered): string {
  const written = offered.foreign?.get(name) ?? FOREIGN_VALUES.get(name);
  if (written !== undefined) return `; write '${written}'`;
  const keyword = name.toLowerCase();
  if (KEYWORDS.has(keyword)) return `; write '${keyword}': words of Lua are in lower case`;
  const closest = closestName(name, [
    ...[...resolution.variables.values()].map((variable) => variable.name),
    ...[...resolution.globals.values()]
      .filter(({ assignments }) => assignments > 0)
      .map((global) => global.name),
    ...offered.host.keys(),
    ...[...offered.library.keys()].filter((each) => !each.includes('.')),
    ...offered.libraryTables,
  ]);
  return closest === null ? '' : `; did you mean '${closest}'?`;
}

function unknownNames(resolution: Resolution, offered: NamesOffered): Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const global of resolution.globals.values()) {
    if (global.assignments > 0 || isOffered(offered, global.name)) continue;
    const { line, column, name } = global;
    const hint = found.length < SUGGESTIONS_MAX ? suggestion(name, resolution, offered) : '';
    const message = `unknown reference '${name}'${hint}`;
    found.push({ kind: 'reference', line, column, message });
  }
  return found;
}

function constantsOf(
  host: ReadonlyMap<string, NameOffer>,
): Record<string, number | string | boolean> {
  const constants = Object.create(null) as Record<string, number | string | boolean>;
  for (const [name, offered] of host) {
    if (offered.type === 'constant' && offered.value !== undefined) constants[name] = offered.value;
  }
  return constants;
}

function openersOf(host: ReadonlyMap<string, NameOffer>): string[] {
  const opens = ([, offer]: readonly [string, NameOffer]): boolean =>
    offer.type === 'function' && offer.group === 'opens';
  return [...host].filter(opens).map(([name]) => name);
}

function limitDiagnostic(message: string): Diagnostic {
  return { kind: 'limit', line: 1, column: 1, message };
}

type ResolvedChunk = { readonly chunk: FunctionBody; readonly resolution: Resolution };

function resolveNames(written: FunctionBody, diagnostics: Diagnostic[]): ResolvedChunk {
  const resolution = resolve(written, diagnostics);
  if (!assignsEnvironment(resolution)) return { chunk: written, resolution };
  const chunk = withOwnEnvironment(written);
  // What breaks the rules of scope is known from the first time.
  return { chunk, resolution: resolve(chunk, []) };
}

/**
 * Compiles a script. Never throws: whatever is wrong with the source comes back, in the order of
 * its lines.
 */
export function compileScript(
  source: string,
  options: CompileOptions = COMPILE_DEFAULTS,
): Result<CompiledScript, readonly Diagnostic[]> {
  const bytes = bytesFromText(source);
  if (bytes.length > options.sourceBytesMax) {
    const sizes = `${bytes.length} bytes, at most ${options.sourceBytesMax} are allowed`;
    return rejected([limitDiagnostic(`the script is too long: ${sizes}`)]);
  }
  const { chunk: written, diagnostics: mistakes } = parse(bytes);
  const diagnostics = [...mistakes];
  const { chunk, resolution } = resolveNames(written, diagnostics);
  const offered: NamesOffered = {
    library: LIBRARY,
    constants: LIBRARY_CONSTANTS,
    libraryTables: LIBRARY_TABLES,
    host: options.host,
    openers: openersOf(options.host),
    foreign: options.foreignNames,
  };
  const canJudgeNames = options.refusesUnknownNames && !resolution.usesEnvironment;
  if (canJudgeNames) diagnostics.push(...unknownNames(resolution, offered));
  if (diagnostics.length > 0) return rejected(sortDiagnostics(diagnostics));
  const hasListMetamethod = bytes.includes('__ipairs');
  const facts = infer(chunk, resolution, offered, { hasListMetamethod, text: bytes });
  const mistaken = wrongConstants(facts);
  if (mistaken.length > 0) return rejected(sortDiagnostics(mistaken));
  const emitted = emitModule(chunk, facts);
  const { refusals, ...text } = emitted;
  if (refusals.length > 0) return rejected(refusals.map(limitDiagnostic));
  return accepted({
    chunkName: options.chunkName,
    ...text,
    hostNames: [...options.host.keys()],
    hostConstants: constantsOf(options.host),
    needsAllGlobals: resolution.usesEnvironment,
  });
}
