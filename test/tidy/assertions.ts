// Tests that assert something, and how many assertions the code carries. The count is reported, not
// judged.

import type { Project } from './project.ts';
import { isTest, lineAt } from './project.ts';

const IN_CODE = /\b(?:assert|present|unreachable)\(/g;
const IN_TESTS = /\b(?:assert(?:\.\w+)?|fc\.assert|fc\.property)\(/g;
const CASES: ReadonlySet<string> = new Set(['test', 'it']);
const LEFT_OUT: ReadonlySet<string> = new Set(['only', 'todo', 'skip']);
const ASSERTING = /\b(?:assert\w*|expect\w*|\w*(?:Contract|Golden))\b/;

/** Tests whose body asserts nothing, and tests that only run alone. */
export function checkTestBodies(project: Project): readonly string[] {
  return project.sources
    .filter((source) => isTest(source.path))
    .flatMap(({ path, code, facts }) =>
      facts.flatMap((fact) => {
        if (fact.kind !== 'test') return [];
        const place = `${path}:${lineAt(code, fact.start)}`;
        if (LEFT_OUT.has(fact.modifier ?? ''))
          return [`${place}: "${fact.word}.${fact.modifier}" leaves tests out`];
        const isCase = CASES.has(fact.word) && fact.modifier === null;
        if (!isCase || ASSERTING.test(code.slice(fact.start, fact.end))) return [];
        return [`${place}: the test asserts nothing`];
      }),
    );
}

/** Assertions that stay on in production, and assertions of the tests. */
export function countAssertions(project: Project): {
  readonly inCode: number;
  readonly inTests: number;
  readonly sourceFiles: number;
} {
  const count = (searched: string, pattern: RegExp): number =>
    [...searched.matchAll(pattern)].length;
  const code = project.sources.filter(
    ({ path }) => /^(?:src|packages)\//.test(path) && !isTest(path),
  );
  const tests = project.sources.filter(({ path }) => isTest(path));
  return {
    inCode: code.reduce((sum, source) => sum + count(source.code, IN_CODE), 0),
    inTests: tests.reduce((sum, source) => sum + count(source.code, IN_TESTS), 0),
    sourceFiles: code.length,
  };
}
