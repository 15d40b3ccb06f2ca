// Takes over a visual script from its file, ours or one of HaasScript's visual editor. A document
// with mistakes is stored too, and says at which block each of them is.

import type { TidemillClient } from '../src/tidemill-client.ts';

type Import = {
  readonly scriptId: string;
  /** Null: it has mistakes. */
  readonly lua: string | null;
  readonly mistakes: readonly string[];
};

/** Stores a document as a new script, with its Lua and its mistakes, which may be none. */
export async function importDocument(
  client: TidemillClient,
  name: string,
  document: string,
): Promise<Import> {
  const { script_id: scriptId, compile } = await client.createVisualScript({
    body: { name, document },
  });
  const mistakes = compile.errors.map(({ block, port, message }) =>
    [block, port, message].filter(Boolean).join(': '),
  );
  const { lua } = await client.getScriptLua({ script_id: scriptId });
  return { scriptId, lua, mistakes };
}
