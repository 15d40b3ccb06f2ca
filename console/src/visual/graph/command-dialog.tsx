// Blocks made a command of the user's own: a script that defines it, which other scripts call too,
// and one block in their place.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SyntheticEvent } from 'react';
import { useState } from 'react';
import { visualText } from '#domain/visual/own-form.ts';
import { CUSTOM_PREFIX } from '#domain/visual/visual-model.ts';
import type { GroupCommand } from '#domain/visual-graph/group-command.ts';
import { commandFromBlocks } from '#domain/visual-graph/group-command.ts';
import { blockOf } from '#domain/visual-rules/change-block.ts';
import { api } from '../../api/api.ts';
import { Button } from '../../parts/button.tsx';
import { DialogFrame } from '../../parts/confirm.tsx';
import { Refusals } from '../../parts/refusals.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { useEditing } from '../editing.ts';
import { refreshCommands } from '../visual-palette.ts';
import { useGraph } from './graph-state.ts';
import { VISUAL } from '../../words/visual.ts';

type Props = { readonly blocks: ReadonlySet<string>; readonly onClose: () => void };

/** "Fast trend" as `FastTrend`, which Lua can call. */
function nameFrom(words: string): string {
  const parts = words
    .normalize('NFKD')
    .split(/[^A-Za-z\d]+/)
    .filter(Boolean);
  return parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join('');
}

export function CommandDialog({ blocks, onClose }: Props) {
  const { model, known } = useEditing();
  const [first = ''] = blocks;
  const group = blockOf(model, first)?.group ?? '';
  const [words, setWords] = useState(/^Group \d+$/.test(group) ? '' : group);
  const [description, setDescription] = useState('');
  const make = useCommand(onClose);
  const name = nameFrom(words);
  const isTaken = known.palette.has(CUSTOM_PREFIX + name);
  const made = commandFromBlocks(model, blocks, { name: name || 'X', description }, known.palette);
  const refusal = isTaken ? VISUAL.youHaveACommand : made.refused;
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (made.refused === null) make.mutate({ words: words.trim(), made });
  };
  return (
    <DialogFrame title={VISUAL.makeACommand} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <Refusals error={make.error}>
          <p className="hint">
            {VISUAL.aScriptOfIts(
              blocks.size === 1 ? VISUAL.oneBlockBecomes : VISUAL.blocksBecome(blocks.size),
            )}
          </p>
          <TextInput label={VISUAL.name} field="name" value={words} onChange={setWords} isFirst />
          <TextInput
            label={VISUAL.whatItDoes}
            field="description"
            value={description}
            onChange={setDescription}
          />
          {refusal === null ? <Ports made={made} /> : null}
          {refusal === null ? null : (
            <p className="wrong" role="alert">
              {refusal}
            </p>
          )}
          <div className="dialog-foot">
            <Button onPress={onClose}>{VISUAL.cancel}</Button>
            <Button
              look="main"
              type="submit"
              isDisabled={name === '' || refusal !== null || make.isPending}
            >
              {make.isPending ? VISUAL.making : VISUAL.makeTheCommand}
            </Button>
          </div>
        </Refusals>
      </form>
    </DialogFrame>
  );
}

/** What it will take and give. */
function Ports({ made }: { readonly made: GroupCommand }) {
  if (made.refused !== null) return null;
  const call = blockOf(made.model, made.block);
  if (call === null) return null;
  const takes = call.parameters.map((name) => name.replaceAll('_', ' ')).join(', ');
  const gives = call.outputs.map((name) => name.replaceAll('_', ' ')).join(', ');
  return (
    <p className="hint">
      {VISUAL.itTakesAndGives(
        takes === '' ? VISUAL.nothing : takes,
        gives === '' ? VISUAL.oneValue : gives,
      )}
    </p>
  );
}

type Wish = { readonly words: string; readonly made: GroupCommand & { readonly refused: null } };

function useCommand(onDone: () => void) {
  const client = useQueryClient();
  const { change } = useGraph();
  return useMutation({
    mutationFn: ({ words, made }: Wish) =>
      api.createVisualScript({ body: { name: words, document: visualText(made.command) } }),
    async onSuccess(_, { made }) {
      change(() => made.model);
      onDone();
      await Promise.all([
        client.invalidateQueries({ queryKey: ['scripts'] }),
        refreshCommands(client, visualText(made.command)),
      ]);
    },
  });
}
