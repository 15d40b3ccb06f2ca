// Syntax that the language offers and this code does not use: what cannot be erased, default
// exports, barrels, classes in the core, suppressions without a reason; and the comment that every
// file begins with.

import { PURE_LAYERS } from './layers.ts';
import type { Fact } from './facts-of-node.ts';
import type { Project, SourceFile } from './project.ts';
import { findings, layerOf, lineAt } from './project.ts';

const HEADER_LINES_MAX = 8;

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
    ...source.facts.flatMap((fact) =>
      fact.kind === 'forbidden' ? `${placeOf(source, fact)}: ${fact.reason}` : [],
    ),
    ...SUPPRESSIONS.flatMap(({ pattern, reason }) =>
      findings(source, source.comments, pattern, (found) => `"${found}": ${reason}`),
    ),
  ]);
}

/** Classes in the core that are no errors, with the reason why. */
export const CORE_CLASSES: { readonly [file: string]: string } = {
  'src/engine/series/series.ts': 'a Lua value; generated code reads it by its hidden class',
  'packages/lua/src/runtime/coroutine.ts': 'a Lua value, distinguished from others by its class',
  'packages/lua/src/runtime/table.ts': 'a Lua value; made by the million, all of one hidden class',
  'packages/lua/src/runtime/traverse.ts': 'a position in a table, in the innermost loops',
};

/** What the class of an error extends. */
const ERRORS = /(?:Error|Failure|Fault|Failed|Unknown)$/;

/** The core is data and functions; only errors are classes. */
export function checkClasses(project: Project): readonly string[] {
  return project.sources
    .filter((source) => PURE_LAYERS.has(layerOf(source.path) ?? ''))
    .filter((source) => CORE_CLASSES[source.path] === undefined)
    .flatMap((source) =>
      source.facts.flatMap((fact) =>
        fact.kind === 'class' && !ERRORS.test(fact.parent ?? '')
          ? `${placeOf(source, fact)}: the core is data and functions`
          : [],
      ),
    );
}

/** The line of a fact, and the beginning of its text. */
function placeOf({ path, text }: SourceFile, { start, end }: Fact): string {
  const [shown = ''] = text.slice(start, end).split(/[\n{(]/);
  return `${path}:${lineAt(text, start)}: "${shown.trim()}"`;
}

/** A header that begins with one of these puts a clause where a noun belongs. */
const CLAUSE_WORDS: ReadonlySet<string> = new Set(
  (
    'Everybody Everything How It Nobody That There They Those What Whatever When Where Wherever ' +
    'Whether Which Who Whoever Whose Why'
  ).split(' '),
);

/**
 * Each file begins with a few lines: what it is for and what it relies on. Tests stand beside
 * theirs.
 */
export function checkHeaders(project: Project): readonly string[] {
  return project.sources.flatMap((source) => {
    const count = headerLines(source);
    if (count === 0 && /\.(?:test|prop)\.tsx?$/.test(source.path)) return [];
    if (count === 0) return [`${source.path}:1: begin with a comment: what is this for?`];
    if (count > HEADER_LINES_MAX) {
      return [`${source.path}:1: ${count} lines of header, at most ${HEADER_LINES_MAX}`];
    }
    const first = /^(?:#![^\n]*\n)?(?:\/\/|\/\*\*?)\s*([A-Za-z]+)/.exec(source.text)?.[1] ?? '';
    if (CLAUSE_WORDS.has(first))
      return [`${source.path}:1: begins with "${first}": begin with a noun or a verb of the field`];
    return [];
  });
}

function headerLines(source: SourceFile): number {
  const lines = source.text.split('\n').filter((line) => !line.startsWith('#!'));
  const end = lines.findIndex((line) => !/^(?:\/\/|\/\*| \*)/.test(line));
  return end < 0 ? lines.length : end;
}
