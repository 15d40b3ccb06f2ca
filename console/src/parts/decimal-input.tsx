// A number in a row of others: only the field, whose label stands around it.

import { useDecimalText } from './decimal-text.ts';

type Props = {
  readonly value: string;
  readonly placeholder?: string;
  readonly onChange: (value: string) => void;
};

export function DecimalInput({ value, placeholder, onChange }: Props) {
  const { shown, wrong, type } = useDecimalText(value, onChange);
  return (
    <input
      className="input"
      inputMode="decimal"
      autoComplete="off"
      {...(placeholder === undefined ? {} : { placeholder })}
      {...(wrong === null ? {} : { title: wrong, 'aria-invalid': true })}
      value={shown}
      onChange={({ target }) => type(target.value)}
    />
  );
}
