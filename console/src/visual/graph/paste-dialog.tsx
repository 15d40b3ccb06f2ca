// A text pasted as blocks: copies of this or another script, or a document of another program.

import type { SyntheticEvent } from 'react';
import { useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { DialogFrame } from '../../parts/confirm.tsx';
import { VISUAL } from '../../words/visual.ts';

type Props = {
  /** Null: it was pasted; otherwise why it was not. */
  readonly onPaste: (text: string) => string | null;
  readonly onClose: () => void;
};

export function PasteDialog({ onPaste, onClose }: Props) {
  const [text, setText] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    const reason = onPaste(text);
    setRefusal(reason);
    if (reason === null) onClose();
  };
  return (
    <DialogFrame title={VISUAL.pasteBlocks} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <label className="field">
          <span className="label">{VISUAL.textOfTheBlocks}</span>
          <textarea
            className="input"
            rows={7}
            spellCheck={false}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <span className="hint">{VISUAL.copiedFromAGraph}</span>
        </label>
        {refusal === null ? null : (
          <p className="wrong" role="alert">
            {refusal}
          </p>
        )}
        <div className="dialog-foot">
          <Button onPress={onClose}>{VISUAL.cancel}</Button>
          <Button look="main" type="submit" isDisabled={text.trim() === ''}>
            {VISUAL.pasteTitle}
          </Button>
        </div>
      </form>
    </DialogFrame>
  );
}
