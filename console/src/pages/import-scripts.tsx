// Scripts from files of the reader: each becomes a script of the file's name, and is checked as one
// that is saved.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { api } from '../api/api.ts';
import { Button } from '../parts/button.tsx';
import { explain } from '../parts/states.tsx';

const NAME_MAX = 100;

export function ImportScripts() {
  const field = useRef<HTMLInputElement>(null);
  const client = useQueryClient();
  const read = useMutation({
    async mutationFn(files: readonly File[]) {
      for (const file of files) {
        const name = file.name.replace(/\.(?:lua|pine|txt)$/i, '').slice(0, NAME_MAX);
        await api.createScript({ body: { name, source: await file.text() } });
      }
      return files.length;
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['scripts'] }),
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
        aria-label="Files of scripts"
        tabIndex={-1}
        multiple
        accept=".lua,.pine,.txt"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          target.value = '';
          if (files.length > 0) read.mutate(files);
        }}
      />
      <Button isDisabled={read.isPending} onPress={() => field.current?.click()}>
        {read.isPending ? 'Importing…' : 'Import files'}
      </Button>
    </>
  );
}
