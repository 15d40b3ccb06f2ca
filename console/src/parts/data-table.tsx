// Table from columns: each has its heading and the cell of a row. It scrolls within its panel, and
// one with a label does so by the keyboard too.

import type { ReactNode } from 'react';

type Column<Row> = {
  readonly head: ReactNode;
  readonly look: string;
  readonly render: (row: Row) => ReactNode;
};

/**
 * The look is classes of heading and cells, such as `right`, `wide-only` and `soft`; `acts` is that
 * of buttons, at the right below a heading for screen readers alone.
 */
export type DefineColumn<Row> = (
  head: ReactNode,
  look: string,
  render: (row: Row) => ReactNode,
) => Column<Row>;

type Props<Row> = {
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
  /** The columns; those that are false are left out. */
  readonly children: (column: DefineColumn<Row>) => readonly (Column<Row> | false)[];
  readonly label?: string;
  readonly isDense?: boolean;
  /** A height at most, beyond which it scrolls; such a table is dense. */
  readonly isTall?: boolean;
  /** Further attributes of a row, such as that it is selected. */
  readonly rowProps?: (row: Row) => React.ComponentProps<'tr'>;
  /** Further rows, such as a sum. */
  readonly foot?: ReactNode;
};

export function DataTable<Row>(props: Props<Row>) {
  const { rows, keyOf, label, isDense = false, isTall = false } = props;
  const columns = props.children(columnOf).filter((column) => column !== false);
  return (
    <Frame label={label} isTall={isTall}>
      <table className={isDense || isTall ? 'table table-dense' : 'table'}>
        <Heads columns={columns} />
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} {...props.rowProps?.(row)}>
              {columns.map(({ look, render }, index) => (
                <td key={index} className={look || undefined}>
                  {render(row)}
                </td>
              ))}
            </tr>
          ))}
          {props.foot}
        </tbody>
      </table>
    </Frame>
  );
}

function columnOf<Row>(...[head, look, render]: Parameters<DefineColumn<Row>>): Column<Row> {
  return look === 'acts'
    ? { head: <span className="unseen">{head}</span>, look: 'right acts-cell', render }
    : { head, look, render };
}

/** None where no column has one. */
function Heads<Row>({ columns }: { readonly columns: readonly Column<Row>[] }) {
  if (columns.every(({ head }) => head === '')) return null;
  return (
    <thead>
      <tr>
        {columns.map(({ head, look }, index) => (
          <th key={index} className={look || undefined}>
            {head}
          </th>
        ))}
      </tr>
    </thead>
  );
}

type FrameProps = {
  readonly label: string | undefined;
  readonly isTall: boolean;
  readonly children: ReactNode;
};

function Frame({ label, isTall, children }: FrameProps) {
  const className = isTall ? 'scroll table-tall' : 'scroll';
  if (label === undefined) return <div className={className}>{children}</div>;
  return (
    <section className={className} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
