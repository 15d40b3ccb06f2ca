// A field in which a page is searched. Its page stores what is searched in the address, a little
// after it was typed: until the field is left it shows what was typed, so no letter is lost.

import { useState } from 'react';

type Props = {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder: string;
  /** Where no label stands beside it. */
  readonly label?: string;
  /** Of the label that stands beside it. */
  readonly id?: string;
};

export function SearchInput({ value, onChange, placeholder, label, id }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <input
      className="input search"
      type="search"
      {...(label === undefined ? {} : { 'aria-label': label })}
      {...(id === undefined ? {} : { id })}
      placeholder={placeholder}
      value={typed ?? value}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(target.value);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
