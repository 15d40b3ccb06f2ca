// Docstrings: a function that other files may call has a comment directly before it, with what its
// signature does not say. Of a component, the header of the file that is named after it says so; a
// function that is a constant is a row of a table, which the type of its rows explains.

import path from 'node:path';

import type { Fact } from './facts-of-node.ts';
import type { Project, SourceFile } from './project.ts';
import { isTest, lineAt } from './project.ts';

const STREETS = /^(?:src|console\/src|sdk|packages\/[\w-]+\/src)\//;

/** Exported functions without a docstring. */
export function checkDocstrings(project: Project): readonly string[] {
  return project.sources
    .filter(({ path: file }) => STREETS.test(file) && (!isTest(file) || isLoopback(file)))
    .flatMap((source) => undocumented(source));
}

/** Its own tests apart, the loopback is code that others call. */
function isLoopback(file: string): boolean {
  return file.startsWith('packages/loopback/src/') && !/\.(?:test|fixture)\.tsx?$/.test(file);
}

function undocumented(source: SourceFile): readonly string[] {
  const seen = new Set<string>();
  return source.facts.flatMap((fact) => {
    if (fact.kind !== 'exported_function' || seen.has(fact.name)) return [];
    seen.add(fact.name);
    if (isDocumented(source.text, fact) || isComponentOf(source.path, fact.name)) return [];
    return [`${source.path}:${lineAt(source.text, fact.start)}: "${fact.name}" has no docstring`];
  });
}

/** A block comment ends before it; line comments between the two are remarks on the code. */
function isDocumented(text: string, { start }: Fact): boolean {
  const before = text.slice(0, start).split('\n').slice(0, -1);
  const last = before.findLast((line) => !line.startsWith('//')) ?? '';
  return last.endsWith('*/');
}

function isComponentOf(file: string, name: string): boolean {
  const { name: base, ext } = path.posix.parse(file);
  return ext === '.tsx' && base.replaceAll('-', '') === name.toLowerCase();
}
