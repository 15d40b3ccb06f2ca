// A secret with its label: its letters are not shown, and its lines are retained, since some are
// private keys of several lines.

import { useId } from 'react';
import { useRefusal } from './refusals.tsx';

type Props = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The field of the body that it is, by its pointer without `#/`: what is refused stands here. */
  readonly field?: string;
};

export function SecretInput({ label, value, onChange, field }: Props) {
  const id = useId();
  const refusal = useRefusal(field);
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
        aria-invalid={refusal !== null}
        {...(refusal === null ? {} : { 'aria-describedby': `${id}-note` })}
      />
      {refusal === null ? null : (
        <span id={`${id}-note`} className="wrong" role="alert">
          {refusal}
        </span>
      )}
    </div>
  );
}
