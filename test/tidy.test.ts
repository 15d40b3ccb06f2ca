// The repository checks itself: layers, cycles, sizes, purity, names, syntax, documents,
// dependencies, leaks. Each line of a failure names a file, a line and what to do. The rules'
// reasons stand in STYLE.md.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { countAssertions } from './tidy/assertions.ts';
import { CHECKS } from './tidy/checks.ts';
import { readProject } from './tidy/project.ts';

const project = readProject(fileURLToPath(new URL('..', import.meta.url)));

for (const [name, check] of CHECKS) {
  test(name, () => {
    const found = check(project);
    assert.equal(found.length, 0, `${found.length} to mend:\n${found.join('\n')}`);
  });
}

test('assertions stay on in production', (t) => {
  const { inCode, inTests, sourceFiles } = countAssertions(project);
  t.diagnostic(`${inCode} assertions in ${sourceFiles} source files, ${inTests} in tests`);
  assert.ok(inCode > 0, 'the code asserts its invariants');
});
