// Tables that the script exported.

import type { BacktestExportPart } from '@tidemill/client';
import { Panel } from '../parts/widgets.tsx';
import { REPORT } from '../words/report.ts';

const ROWS_SHOWN = 200;

export function ExportTables({ parts }: { readonly parts: readonly BacktestExportPart[] }) {
  const names = new Set(parts.map(({ name }) => name));
  return [...names].map((name) => {
    const of = parts.filter((part) => part.name === name);
    const headers = of[0]?.headers ?? [];
    const rows = of.flatMap((part) => part.rows);
    return (
      <Panel
        key={name}
        title={REPORT.export(name)}
        side={<span className="hint">{countText(rows.length)}</span>}
      >
        <div
          className="scroll trades"
          tabIndex={0}
          role="region"
          aria-label={REPORT.exportTitle(name)}
        >
          <table className="table table-dense">
            <thead>
              <tr>
                {headers.map((head, index) => (
                  <th key={index}>{head}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.slice(0, ROWS_SHOWN).map((cells, index) => (
                <tr key={index}>
                  {cells.map((cell, column) => (
                    <td key={column} className={isNumber(cell) ? 'right' : ''}>
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Panel>
    );
  });
}

function countText(rows: number): string {
  return rows > ROWS_SHOWN ? REPORT.rowsTheFirstShown(rows, ROWS_SHOWN) : REPORT.rows(rows);
}

const isNumber = (cell: string): boolean => cell !== '' && Number.isFinite(Number(cell));
