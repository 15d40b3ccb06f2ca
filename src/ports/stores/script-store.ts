// Scripts as the service stores them: source, and what its last check found.

import type { Completion } from '#ports/stores/idempotency-store.ts';
import type { ScriptCheck, ScriptLibrary } from '#ports/work/script-checker.ts';

export const SCRIPT_TYPES = ['lua', 'visual'] as const;
export type ScriptType = (typeof SCRIPT_TYPES)[number];

/** What a script is written in; a visual one is compiled to Lua. */
export type ScriptLanguage = 'lua' | 'pine';

/** A script without its text. */
export type ScriptRow = {
  readonly scriptId: string;
  readonly userId: string;
  readonly name: string;
  readonly description: string | null;
  readonly type: ScriptType;
  readonly language: ScriptLanguage;
  readonly isValid: boolean;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
};

export type Script = Omit<ScriptRow, 'isValid' | 'language'> & {
  readonly source: string;
  readonly check: ScriptCheck;
};

/** A source as it was saved; a save that changes nothing makes none. */
export type ScriptVersion = {
  /** From 1 on. */
  readonly version: number;
  readonly source: string;
  readonly isValid: boolean;
  readonly savedAtMs: number;
};

export const SCRIPT_LIBRARIES_MAX = 200;
/** Of a script; older ones are discarded. */
export const SCRIPT_VERSIONS_MAX = 200;

export type InsertOutcome = 'inserted' | 'exists' | 'limit';

export type ScriptWords = {
  readonly name: string;
  readonly description: string | null | undefined;
};

export type ScriptStore = {
  /**
   * `limit`: the user has as many as may be, and none with this id. Completes the idempotent
   * request with what it inserts.
   */
  insertScript(
    script: Script,
    scriptsMax?: number,
    completion?: Completion | null,
  ): Promise<InsertOutcome>;
  /** Null when unknown or another user's. */
  findScript(userId: string, scriptId: string): Promise<Script | null>;
  /** Sorted by id. `afterId` null: from the start. */
  listScripts(userId: string, afterId: string | null, limit: number): Promise<readonly ScriptRow[]>;
  /** False when unknown or another user's; else it completes the idempotent request. */
  replaceSource(
    userId: string,
    scriptId: string,
    source: string,
    check: ScriptCheck,
    atMs: number,
    completion?: Completion | null,
  ): Promise<boolean>;
  /**
   * Changes what it is called and what it is said to do; `description` undefined: as it was. False
   * when unknown or another user's; else it completes the idempotent request.
   */
  renameScript(
    userId: string,
    scriptId: string,
    words: ScriptWords,
    completion?: Completion | null,
  ): Promise<boolean>;
  /** Newest first, at most `limit` before a version; none when unknown or another user's. */
  listVersions(
    userId: string,
    scriptId: string,
    beforeVersion: number | null,
    limit: number,
  ): Promise<readonly Omit<ScriptVersion, 'source'>[]>;
  /** Null when unknown, discarded, or another user's. */
  findVersion(userId: string, scriptId: string, version: number): Promise<ScriptVersion | null>;
  /** False when unknown or another user's. */
  deleteScript(userId: string, scriptId: string): Promise<boolean>;
  countScripts(userId: string): Promise<number>;
  /** Valid ones that define custom commands; sorted by id, at most SCRIPT_LIBRARIES_MAX. */
  listLibraries(userId: string): Promise<readonly ScriptLibrary[]>;
};
