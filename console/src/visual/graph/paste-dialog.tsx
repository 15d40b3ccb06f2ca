// A text pasted as blocks: copies of this or another script, or a document of another program.

import type { SyntheticEvent } from 'react';
import { useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { DialogFrame } from '../../parts/confirm.tsx';

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
    <DialogFrame title="Paste blocks" onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <label className="field">
          <span className="label">Text of the blocks</span>
          <textarea
            className="input"
            rows={7}
            spellCheck={false}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <span className="hint">Copied from a graph, or the document of a visual script.</span>
        </label>
        {refusal === null ? null : (
          <p className="wrong" role="alert">
            {refusal}
          </p>
        )}
        <div className="dialog-foot">
          <Button onPress={onClose}>Cancel</Button>
          <Button look="main" type="submit" isDisabled={text.trim() === ''}>
            Paste
          </Button>
        </div>
      </form>
    </DialogFrame>
  );
}
