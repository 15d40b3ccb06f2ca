// The repository checks itself: layers, cycles, sizes, purity, names, syntax, documents,
// dependencies, leaks. Each line of a failure names a file, a line and what to do. The rules'
// reasons stand in STYLE.md.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { checkTestBodies, countAssertions } from './tidy/assertions.ts';
import { checkConsoleCalls } from './tidy/console-calls.ts';
import { checkCycles, checkFolderCycles } from './tidy/cycles.ts';
import {
  checkDependencyList,
  checkLockEntries,
  checkLockFile,
  checkPins,
  checkRuntime,
} from './tidy/dependencies.ts';
import {
  checkCommentPaths,
  checkDocumentPaths,
  checkFolderMap,
  checkGlossary,
  checkLayerTable,
  checkRoomMap,
  checkSettings,
} from './tidy/documents.ts';
import { checkGrouping } from './tidy/grouping.ts';
import { checkLayers } from './tidy/layers.ts';
import { checkLeaks } from './tidy/leaks.ts';
import { checkLoading } from './tidy/loading.ts';
import { checkNames } from './tidy/naming.ts';
import type { Project } from './tidy/project.ts';
import { readProject } from './tidy/project.ts';
import {
  checkAmbient,
  checkEnvironment,
  checkExchangeNames,
  checkStatuses,
} from './tidy/purity.ts';
import { checkSizes } from './tidy/sizes.ts';
import { checkVenueJson } from './tidy/venue-json.ts';
import { checkMigrations } from './tidy/migrations.ts';
import { checkWalks } from './tidy/walks.ts';
import { checkWords } from './tidy/words.ts';
import { checkClasses, checkHeaders, checkResponses, checkSyntax } from './tidy/syntax.ts';

const project = readProject(fileURLToPath(new URL('..', import.meta.url)));

const CHECKS: readonly (readonly [string, (project: Project) => readonly string[]])[] = [
  ['imports point one way', checkLayers],
  ['no file imports itself through others', checkCycles],
  ['no folder of a layer imports itself through others', checkFolderCycles],
  ['help and requests load nothing that runs scripts', checkLoading],
  ['files, functions and lines are small', checkSizes],
  ['pure code reads no clock, chance or machine', checkAmbient],
  ['the environment is read in main', checkEnvironment],
  ['HTTP statuses stand in the edge', checkStatuses],
  ['exchange names stand in adapters', checkExchangeNames],
  ['what venues send is read by one reader of JSON', checkVenueJson],
  ['names say what is inside', checkNames],
  ['syntax is erasable, exports are named, suppressions have reasons', checkSyntax],
  ['the core is data and functions', checkClasses],
  ['responses are filled by shapes', checkResponses],
  ['the console talks through the client that everybody has', checkConsoleCalls],
  ['no retired words', checkWords],
  ['every file says what it is for', checkHeaders],
  ['paths in documents exist', checkDocumentPaths],
  ['documents named in comments exist', checkCommentPaths],
  ['the folder map of the README is the tree', checkFolderMap],
  ['the folder map of ARCHITECTURE is the tree', checkRoomMap],
  ['the table of layers in ARCHITECTURE is what is checked', checkLayerTable],
  ['the walks are those of the imports', checkWalks],
  ['the glossary has each term once, in order', checkGlossary],
  ['the settings of the README are those that are read', checkSettings],
  ['every migration has a number of its own', checkMigrations],
  ['dependencies are pinned', checkPins],
  ['every dependency has a reason', checkDependencyList],
  ['the lock file names no registry', checkLockFile],
  ['the lock file is whole', checkLockEntries],
  ['the lock file pins the runtime', checkRuntime],
  ['no machine paths, no workplace words, no secrets', checkLeaks],
  ['every test asserts', checkTestBodies],
  ['every test is run once', checkGrouping],
];

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
