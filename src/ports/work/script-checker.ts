// Checking a source: compiling it, and running it once over flat prices to find its inputs. It runs
// what a user wrote, so it happens away from the thread that serves requests.

export type ScriptNotice = {
  readonly message: string;
  /** 1-based; null when the check gave no position. */
  readonly line: number | null;
  /** 1-based, in characters; null when only the line is known. */
  readonly column: number | null;
  /** Of a visual script: id of the block; null: the whole document. */
  readonly block?: string | null;
  /** Of a visual script: name of the block's port; null: the whole block. */
  readonly port?: string | null;
};

/** What a script lets its user choose. */
export type ScriptInput = {
  readonly kind: string;
  readonly label: string;
  /** Empty: none. */
  readonly group: string;
  readonly tooltip: string;
  readonly defaultValue: number | string | boolean | null;
  /** Choices of a select; empty otherwise. */
  readonly options: readonly { readonly label: string; readonly value: number | string }[];
  readonly least: number | null;
  readonly most: number | null;
  readonly step: number | null;
};

/** What a check of a source found. */
export type ScriptCheck = {
  readonly isValid: boolean;
  /** Empty when it is valid. */
  readonly errors: readonly ScriptNotice[];
  readonly warnings: readonly ScriptNotice[];
  readonly inputs: readonly ScriptInput[];
  /** The custom command that the script defines; null for a script that runs on a bot. */
  readonly commandName: string | null;
  /** What a visual script was compiled to, which is what runs; absent of others. */
  readonly lua?: string;
  /** Absent: Lua. */
  readonly language?: 'pine';
};

/** A script that defines a custom command, as other scripts of its user need it. */
export type ScriptLibrary = { readonly name: string; readonly source: string };

export type ScriptChecker = {
  /**
   * In the turn of the user. Never throws for what is wrong with the source; Failure when it takes
   * too long, or when too many wait.
   */
  check(source: string, libraries: readonly ScriptLibrary[], userId: string): Promise<ScriptCheck>;
};
