// Gallery of the scripts that come with the service: searched by what they say, copied by a press.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/api.ts';
import { useGo } from '../app/use-go.ts';
import { Button } from '../parts/button.tsx';
import { DialogFrame } from '../parts/confirm.tsx';
import { Wrong } from '../parts/notice.tsx';
import { SearchInput } from '../parts/search-input.tsx';
import { Loaded } from '../parts/states.tsx';
import type { ExampleScript } from './example-scripts.ts';
import { SCRIPTS } from '../words/scripts.ts';

const examplesQuery = {
  queryKey: ['examples'],
  queryFn: async () => (await import('./example-scripts.ts')).EXAMPLE_SCRIPTS,
  staleTime: Infinity,
} as const;

export function ExampleGallery({ onClose }: { readonly onClose: () => void }) {
  const examples = useQuery(examplesQuery);
  const [search, setSearch] = useState('');
  const client = useQueryClient();
  const go = useGo();
  const copy = useMutation({
    mutationFn: ({ name, source, about }: ExampleScript) =>
      api.createScript({ body: { name, source, description: about.slice(0, ABOUT_MAX) } }),
    async onSuccess({ script_id: scriptId }) {
      await client.invalidateQueries({ queryKey: ['scripts'] });
      await go({ to: '/scripts/$scriptId', params: { scriptId } });
    },
  });
  return (
    <DialogFrame title={SCRIPTS.examples} onClose={onClose}>
      <div className="stack">
        <SearchInput
          label={SCRIPTS.searchTheExamples}
          placeholder={SCRIPTS.searchGridRsiWebhook}
          value={search}
          onChange={setSearch}
        />
        <Wrong error={copy.error} />
        <Loaded query={examples} lines={8}>
          {(all) => (
            <ul className="gallery">
              {all
                .filter((of) => isFound(of, search))
                .map((of) => (
                  <li key={of.name}>
                    <div>
                      <b>{of.name}</b>
                      <p className="hint">{of.about}</p>
                    </div>
                    <Button isSmall isDisabled={copy.isPending} onPress={() => copy.mutate(of)}>
                      {SCRIPTS.copy}
                      <span className="unseen"> {of.name}</span>
                    </Button>
                  </li>
                ))}
            </ul>
          )}
        </Loaded>
      </div>
    </DialogFrame>
  );
}

/** Of a script's description. */
const ABOUT_MAX = 200;

/** Each word stands in its name, its description or its text. */
function isFound({ name, about, source }: ExampleScript, search: string): boolean {
  const text = `${name} ${about} ${source}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
