// Saves the source of a script, and what is known of the script by it.

import type { ScriptDetail } from '@tidemill/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import { refreshCommands } from '../visual/visual-palette.ts';
import { scriptQuery, scriptsQuery } from '../api/queries.ts';

/** The text is what was sent: more may be written before it is saved. */
export function useSaveScript(script: ScriptDetail) {
  const client = useQueryClient();
  const { queryKey } = scriptQuery(script.script_id);
  return useMutation({
    mutationFn: (source: string) =>
      api.replaceScriptSource({ script_id: script.script_id, body: { source } }),
    async onSuccess({ compile }, source) {
      client.setQueryData(queryKey, { ...script, source, compile, is_valid: compile.is_valid });
      // At once: who makes a bot next is not to be offered a script with mistakes.
      client.setQueryData(scriptsQuery.queryKey, (all) =>
        all?.map((of) =>
          of.script_id === script.script_id ? { ...of, is_valid: compile.is_valid } : of,
        ),
      );
      const id = script.script_id;
      await refreshCommands(client, source, script.source);
      await Promise.all([
        client.invalidateQueries({ queryKey: ['scripts'], exact: true }),
        client.invalidateQueries({ queryKey: ['scripts', id, 'inputs'] }),
        client.invalidateQueries({ queryKey: ['scripts', id, 'versions'], exact: true }),
      ]);
    },
  });
}
