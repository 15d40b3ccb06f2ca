// A button that opens a list of beginnings of sentences and adds the one that is picked.

import { useState } from 'react';
import type { BlockSpec } from '#domain/visual-rules/new-block.ts';
import type { Starter } from '#domain/visual-rules/starters.ts';
import { Button } from '../parts/button.tsx';
import { useEditing } from './editing.ts';
import { PickDialog } from './pick-dialog.tsx';
import { served } from '../words/served.ts';

type Props = {
  readonly text: string;
  readonly title: string;
  readonly starters: readonly Starter[];
  readonly look?: 'main' | 'plain';
  readonly onAdd: (spec: BlockSpec) => void;
};

export function AddButton({ text, title, starters, look = 'plain', onAdd }: Props) {
  const { isReadOnly } = useEditing();
  const [isOpen, setIsOpen] = useState(false);
  if (isReadOnly) return null;
  return (
    <>
      <Button isSmall look={look} onPress={() => setIsOpen(true)}>
        {text}
      </Button>
      {isOpen ? (
        <PickDialog
          title={title}
          items={starters.map((starter) => ({
            ...starter,
            key: starter.label,
            label: served(starter.label),
            words: `${starter.label} ${starter.words}`,
          }))}
          onPick={({ spec }) => {
            setIsOpen(false);
            onAdd(spec);
          }}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </>
  );
}
