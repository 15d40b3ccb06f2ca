// Scripts from files of the reader, texts and documents of blocks: each becomes a script of the
// file's name, and is checked as one that is saved.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { isVisualText } from '#domain/visual/read-visual-text.ts';
import { api } from '../api/api.ts';
import { Button } from '../parts/button.tsx';
import { explain } from '../parts/states.tsx';
import { refreshCommands } from '../visual/visual-palette.ts';
import { SCRIPTS } from '../words/scripts.ts';

const NAME_MAX = 100;

export function ImportScripts() {
  const field = useRef<HTMLInputElement>(null);
  const client = useQueryClient();
  const read = useMutation({
    async mutationFn(files: readonly File[]) {
      const sources: string[] = [];
      for (const file of files) {
        const name = file.name.replace(/\.(?:lua|pine|txt|hss|json)$/i, '').slice(0, NAME_MAX);
        const source = await file.text();
        sources.push(source);
        if (isVisualText(source)) {
          await api.createVisualScript({ body: { name, document: source } });
        } else await api.createScript({ body: { name, source } });
      }
      return sources;
    },
    onSettled: (sources = ['DefineCommand']) =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['scripts'] }),
        refreshCommands(client, ...sources),
      ]),
  });
  return (
    <>
      {read.isError ? (
        <span className="wrong" role="alert">
          {explain(read.error)}
        </span>
      ) : null}
      <input
        ref={field}
        className="unseen"
        type="file"
        aria-label={SCRIPTS.filesOfScripts}
        tabIndex={-1}
        multiple
        accept=".lua,.pine,.txt,.hss,.json"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          target.value = '';
          if (files.length > 0) read.mutate(files);
        }}
      />
      <Button isDisabled={read.isPending} onPress={() => field.current?.click()}>
        {read.isPending ? SCRIPTS.importing : SCRIPTS.importFiles}
      </Button>
    </>
  );
}
