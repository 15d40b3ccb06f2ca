// Asks for the name of what is to be gone for good.

import type { ReactNode, SyntheticEvent } from 'react';
import { useState } from 'react';
import { Button } from './button.tsx';
import { DialogFrame } from './confirm.tsx';
import { TextInput } from './text-input.tsx';
import { CONTROLS } from '../words/controls.ts';

type Props = {
  readonly title: string;
  readonly name: string;
  readonly act: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  /** What will happen. */
  readonly children: ReactNode;
};

export function ConfirmByName({ title, name, act, onConfirm, onClose, children }: Props) {
  const [typed, setTyped] = useState('');
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (typed !== name) return;
    onConfirm();
    onClose();
  };
  return (
    <DialogFrame title={title} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <div className="soft">{children}</div>
        <TextInput label={CONTROLS.typeToConfirm(name)} value={typed} onChange={setTyped} isFirst />
        <div className="dialog-foot">
          <Button onPress={onClose}>{CONTROLS.cancel}</Button>
          <Button look="danger" type="submit" isDisabled={typed !== name}>
            {act}
          </Button>
        </div>
      </form>
    </DialogFrame>
  );
}
