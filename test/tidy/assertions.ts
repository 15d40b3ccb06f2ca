// Tests that assert something, and how many assertions the code carries. The count is reported, not
// judged.

import type { Project } from './project.ts';
import { findings, isTest, lineAt } from './project.ts';

const IN_CODE = /\b(?:assert|present|unreachable)\(/g;
const IN_TESTS = /\b(?:assert(?:\.\w+)?|fc\.assert|fc\.property)\(/g;
const ASSERTING = /\b(?:assert\w*|expect\w*|\w*(?:Contract|Golden))\b/;

/** Tests whose body asserts nothing, and tests that only run alone. */
export function checkTestBodies(project: Project): readonly string[] {
  return project.sources
    .filter((source) => isTest(source.path))
    .flatMap((source) => [
      ...[...source.code.matchAll(/^[ \t]*(?:await )?(?:test|it)\(/gm)].flatMap((match) => {
        const body = callText(source.code, match.index + match[0].length);
        if (ASSERTING.test(body)) return [];
        return [`${source.path}:${lineAt(source.code, match.index)}: the test asserts nothing`];
      }),
      ...findings(
        source,
        source.code,
        /\b((?:test|suite|it|describe)\.(?:only|todo|skip))\(/g,
        (word) => `"${word}" leaves tests out`,
      ),
    ]);
}

/** Assertions that stay on in production, and assertions of the tests. */
export function countAssertions(project: Project): {
  readonly inCode: number;
  readonly inTests: number;
  readonly sourceFiles: number;
} {
  const count = (searched: string, pattern: RegExp): number =>
    [...searched.matchAll(pattern)].length;
  const code = project.sources.filter(({ path }) => path.startsWith('src/') && !isTest(path));
  const tests = project.sources.filter(({ path }) => isTest(path));
  return {
    inCode: code.reduce((sum, source) => sum + count(source.code, IN_CODE), 0),
    inTests: tests.reduce((sum, source) => sum + count(source.code, IN_TESTS), 0),
    sourceFiles: code.length,
  };
}

/** The arguments of a call, up to its closing parenthesis. */
function callText(code: string, from: number): string {
  let depth = 1;
  for (let at = from; at < code.length; at += 1) {
    if (code[at] === '(') depth += 1;
    if (code[at] === ')') depth -= 1;
    if (depth === 0) return code.slice(from, at);
  }
  return code.slice(from);
}
