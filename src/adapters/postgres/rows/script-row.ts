// A script as a row of the table `scripts`.

import type {
  Script,
  ScriptLanguage,
  ScriptRow,
  ScriptType,
  ScriptVersion,
} from '#ports/stores/script-store.ts';
import type { ScriptCheck } from '#ports/work/script-checker.ts';

type Findings = Pick<ScriptCheck, 'errors' | 'warnings' | 'inputs' | 'lua'>;

export type ScriptHeadRow = {
  readonly script_id: string;
  readonly user_id: string;
  readonly name: string;
  readonly description: string | null;
  readonly type: ScriptType;
  readonly language: ScriptLanguage;
  readonly is_valid: boolean;
  readonly created_at_ms: number;
  readonly updated_at_ms: number;
};

export type StoredScriptRow = ScriptHeadRow & {
  readonly source: Uint8Array;
  readonly command_name: string | null;
  readonly findings: Findings;
};

export const SCRIPT_HEAD_COLUMNS = [
  'script_id',
  'user_id',
  'name',
  'description',
  'type',
  'language',
  'is_valid',
  'created_at_ms',
  'updated_at_ms',
] as const satisfies readonly (keyof ScriptHeadRow)[];

/** All columns by name: a prepared statement must not change its result when one is added. */
export const SCRIPT_COLUMNS = [
  ...SCRIPT_HEAD_COLUMNS,
  'source',
  'command_name',
  'findings',
] as const satisfies readonly (keyof StoredScriptRow)[];

/** Script of a row, without its source. */
export function scriptHeadFromRow(row: ScriptHeadRow): ScriptRow {
  return {
    scriptId: row.script_id,
    userId: row.user_id,
    name: row.name,
    description: row.description,
    type: row.type,
    language: row.language,
    isValid: row.is_valid,
    createdAtMs: row.created_at_ms,
    updatedAtMs: row.updated_at_ms,
  };
}

export type VersionHeadRow = {
  readonly version: number;
  readonly is_valid: boolean;
  readonly saved_at_ms: number;
};

export type VersionRow = VersionHeadRow & { readonly source: Uint8Array };

/** Version of a row, without its source. */
export function versionHeadFromRow(row: VersionHeadRow): Omit<ScriptVersion, 'source'> {
  return { version: row.version, isValid: row.is_valid, savedAtMs: row.saved_at_ms };
}

/** Script of a row, with its source and its check. */
export function scriptFromRow(row: StoredScriptRow): Script {
  const { isValid, language, ...head } = scriptHeadFromRow(row);
  const written = language === 'lua' ? {} : { language };
  const check = { isValid, ...row.findings, ...written, commandName: row.command_name };
  return { ...head, source: sourceFromColumn(row.source), check };
}

/** Values in the order of SCRIPT_COLUMNS. */
export function scriptValues(script: Script): readonly unknown[] {
  const { check } = script;
  return [
    script.scriptId,
    script.userId,
    script.name,
    script.description,
    script.type,
    languageOf(check),
    check.isValid,
    script.createdAtMs,
    script.updatedAtMs,
    sourceToColumn(script.source),
    check.commandName,
    findingsText(check),
  ];
}

/** Bytes of a source: texts of the database cannot have a zero character. */
export function sourceToColumn(source: string): Buffer {
  return Buffer.from(source, 'utf8');
}

/** Source of its bytes. */
export function sourceFromColumn(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8');
}

/** Language of a checked script; those without one are in Lua. */
export function languageOf({ language }: ScriptCheck): ScriptLanguage {
  return language ?? 'lua';
}

/** Findings of a check as JSON, with the Lua of a visual script. */
export function findingsText({ errors, warnings, inputs, lua }: ScriptCheck): string {
  const compiled = lua === undefined ? {} : { lua };
  return JSON.stringify({ errors, warnings, inputs, ...compiled } satisfies Findings);
}
