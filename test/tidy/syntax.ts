// What the language offers and this code does not use: syntax that cannot be erased, default
// exports, barrels, classes in the core, suppressions without a reason; and the comment that every
// file begins with.

import { PURE_LAYERS } from './layers.ts';
import type { Project, SourceFile } from './project.ts';
import { findings, layerOf } from './project.ts';

const HEADER_LINES_MAX = 8;

const FORBIDDEN: readonly { readonly pattern: RegExp; readonly reason: string }[] = [
  { pattern: /^[ \t]*((?:export |declare |const )*enum\s+\w+)\s*\{/gm, reason: 'is not erasable' },
  {
    pattern: /^[ \t]*((?:export |declare )*(?:namespace|module)\s+[\w.]+)\s*\{/gm,
    reason: 'is not erasable',
  },
  { pattern: /^[ \t]*(@[\w$]+)/gm, reason: 'decorators do not run' },
  {
    pattern: /\bconstructor\s*\([^)]*?\b((?:private|public|protected|readonly)\s+\w+)/g,
    reason: 'parameter properties are not erasable',
  },
  { pattern: /^[ \t]*(export\s+default)\b/gm, reason: 'export it by name' },
  { pattern: /^[ \t]*(export\s*=|import\s+\w+\s*=\s*require)/gm, reason: 'use modules' },
  { pattern: /^[ \t]*(export\s+\*)/gm, reason: 'barrels hide where a thing lives' },
  { pattern: /^[ \t]*(export\s+\{[^}]*\}\s*from)/gm, reason: 'import it from where it lives' },
  { pattern: /\b(var)\s+[\w${[]/g, reason: 'use const' },
];

const SUPPRESSIONS: readonly { readonly pattern: RegExp; readonly reason: string }[] = [
  { pattern: /(@ts-(?:ignore|nocheck))/g, reason: 'use @ts-expect-error with a reason' },
  { pattern: /(@ts-expect-error)[ \t:]*$/gm, reason: 'say why' },
  { pattern: /((?:oxlint|eslint)-disable(?!.* -- \S).*)$/gm, reason: 'end with "-- reason"' },
  { pattern: /\b(TODO|FIXME|XXX|HACK)\b/g, reason: 'finish it or leave it out' },
];

/** A response that a route writes itself has its fields in two places, there and in a schema. */
const HAND_WRITTEN = /\b((?:ok|created|queued|taken)\(\{)/g;

/** Responses are filled by the shapes of `src/api/schemas/`, from which their schemas follow. */
export function checkResponses(project: Project): readonly string[] {
  return project.sources
    .filter((source) => source.path.startsWith('src/api/routes/'))
    .flatMap((source) =>
      findings(source, source.code, HAND_WRITTEN, (found) => `"${found}": call toWire of a shape`),
    );
}

/** Constructs that are not used anywhere. */
export function checkSyntax(project: Project): readonly string[] {
  return project.sources.flatMap((source) => [
    ...FORBIDDEN.flatMap(({ pattern, reason }) =>
      findings(source, source.code, pattern, (found) => `"${found}": ${reason}`),
    ),
    ...SUPPRESSIONS.flatMap(({ pattern, reason }) =>
      findings(source, source.comments, pattern, (found) => `"${found}": ${reason}`),
    ),
  ]);
}

/** Classes in the core that are no errors, with the reason why. */
export const CORE_CLASSES: { readonly [file: string]: string } = {
  'src/engine/series/series.ts': 'a Lua value; generated code reads it by its hidden class',
  'src/script/runtime/coroutine.ts': 'a Lua value, distinguished from others by its class',
  'src/script/runtime/table.ts': 'a Lua value; made by the million, all of one hidden class',
  'src/script/runtime/traverse.ts': 'a position in a table, in the innermost loops',
};

/** A class that does not extend an error. */
const CLASS = /\b(class\s+[\w$]+)\b(?!\s+extends\s+\w*(?:Error|Failure|Fault|Failed|Unknown)\b)/g;

/** The core is data and functions; only errors are classes. */
export function checkClasses(project: Project): readonly string[] {
  return project.sources
    .filter((source) => PURE_LAYERS.has(layerOf(source.path) ?? ''))
    .filter((source) => CORE_CLASSES[source.path] === undefined)
    .flatMap((source) =>
      findings(source, source.code, CLASS, (found) => `"${found}": the core is data and functions`),
    );
}

/**
 * Each file begins with a few lines: what it is for and what it relies on. Tests stand beside
 * theirs.
 */
export function checkHeaders(project: Project): readonly string[] {
  return project.sources.flatMap((source) => {
    const count = headerLines(source);
    if (count === 0 && /\.(?:test|prop)\.ts$/.test(source.path)) return [];
    if (count === 0) return [`${source.path}:1: begin with a comment: what is this for?`];
    if (count > HEADER_LINES_MAX) {
      return [`${source.path}:1: ${count} lines of header, at most ${HEADER_LINES_MAX}`];
    }
    return [];
  });
}

function headerLines(source: SourceFile): number {
  const lines = source.text.split('\n').filter((line) => !line.startsWith('#!'));
  const end = lines.findIndex((line) => !/^(?:\/\/|\/\*| \*)/.test(line));
  return end < 0 ? lines.length : end;
}
