// The registry of the checks of the repository: each with a sentence that holds when it finds
// nothing. The law of checks takes its participants from here.

import { checkTestBodies } from './assertions.ts';
import { checkConsoleCalls } from './console-calls.ts';
import { checkCycles, checkFolderCycles } from './cycles.ts';
import {
  checkDependencyList,
  checkLockEntries,
  checkLockIntegrity,
  checkLockFile,
  checkPins,
  checkRuntime,
} from './dependencies.ts';
import {
  checkCommentPaths,
  checkDocumentPaths,
  checkFolderMap,
  checkGlossary,
  checkLayerTable,
  checkRoomMap,
  checkSettings,
} from './documents.ts';
import { checkDocstrings } from './docstrings.ts';
import { checkEmptyStates } from './empty-states.ts';
import { checkGrouping } from './grouping.ts';
import { checkLateAddresses } from './late-addresses.ts';
import { checkLayers } from './layers.ts';
import { checkLeaks } from './leaks.ts';
import { checkLoading } from './loading.ts';
import { checkNames } from './naming.ts';
import { checkPackages } from './packages.ts';
import type { Project } from './project.ts';
import { checkAmbient, checkEnvironment, checkExchangeNames, checkStatuses } from './purity.ts';
import { checkSizes } from './sizes.ts';
import { checkVenueJson } from './venue-json.ts';
import { checkDatabaseFunctions, checkMigrations } from './migrations.ts';
import { checkSqlColumns } from './sql-columns.ts';
import { checkTransactions } from './transactions.ts';
import { checkWalks } from './walks.ts';
import { checkTypeNames } from './type-names.ts';
import { checkWords } from './words.ts';
import { checkClasses, checkHeaders, checkResponses, checkSyntax } from './syntax.ts';

export type Check = (project: Project) => readonly string[];

export const CHECKS: readonly (readonly [sentence: string, check: Check])[] = [
  ['imports point one way', checkLayers],
  ['packages are whole, and imported by their exports', checkPackages],
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
  ['types are nouns', checkTypeNames],
  ['syntax is erasable, exports are named, suppressions have reasons', checkSyntax],
  ['the core is data and functions', checkClasses],
  ['responses are filled by shapes', checkResponses],
  ['the console talks through the client that everybody has', checkConsoleCalls],
  ['nothing is called empty before it was loaded', checkEmptyStates],
  ['no page that was left goes elsewhere', checkLateAddresses],
  ['no retired words', checkWords],
  ['every file says what it is for', checkHeaders],
  ['every function that others call says what its signature does not', checkDocstrings],
  ['paths in documents exist', checkDocumentPaths],
  ['documents named in comments exist', checkCommentPaths],
  ['the folder map of the README is the tree', checkFolderMap],
  ['the folder map of ARCHITECTURE is the tree', checkRoomMap],
  ['the table of layers in ARCHITECTURE is what is checked', checkLayerTable],
  ['the walks are those of the imports', checkWalks],
  ['the glossary has each term once, in order', checkGlossary],
  ['the settings of the README are those that are read', checkSettings],
  ['every migration has a number of its own', checkMigrations],
  ['every function of the database has a file of its own', checkDatabaseFunctions],
  ['statements name their columns', checkSqlColumns],
  ['transactions may be run twice', checkTransactions],
  ['dependencies are pinned', checkPins],
  ['every dependency has a reason', checkDependencyList],
  ['the lock file names no registry', checkLockFile],
  ['the lock file is whole', checkLockEntries],
  ['the lock file has checksums', checkLockIntegrity],
  ['the lock file pins the runtime', checkRuntime],
  ['no machine paths, no workplace words, no secrets', checkLeaks],
  ['every test asserts', checkTestBodies],
  ['every test is run once', checkGrouping],
];
