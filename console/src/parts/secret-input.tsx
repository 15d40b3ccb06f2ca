// A secret with its label: its letters are not shown, and its lines are retained, since some are
// private keys of several lines.

import { useId } from 'react';

type Props = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
};

export function SecretInput({ label, value, onChange }: Props) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className="input input-secret"
        rows={value.includes('\n') ? 4 : 1}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
