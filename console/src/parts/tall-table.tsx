// A table that scrolls within its panel, by the keyboard too.

import type { ReactNode } from 'react';

type Props = { readonly label: string; readonly children: ReactNode };

export function TallTable({ label, children }: Props) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls takes the focus
    <section className="scroll table-tall" aria-label={label} tabIndex={0}>
      <table className="table table-dense">{children}</table>
    </section>
  );
}
