// Cells as a spreadsheet and a parser get them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvLine } from '#lib/csv.ts';

for (const [cells, line] of [
  [[], ''],
  [['plain', 1.5, -2, true, null, ''], 'plain,1.5,-2,true,,'],
  [
    ['a, b', 'say "no"', 'two\nlines', 'two\rlines'],
    '"a, b","say ""no""","two\nlines","two\rlines"',
  ],
  [['-0.000000000000000001', '+1', '1e-9', '-1E+5'], '-0.000000000000000001,+1,1e-9,-1E+5'],
  [['=1+1', '+A1', '-A1', '@SUM(A1)', '-1-1'], "'=1+1,'+A1,'-A1,'@SUM(A1),'-1-1"],
  [["=cmd|' /C calc'!A0"], "'=cmd|' /C calc'!A0"],
  [['=HYPERLINK("http://x","y")'], '"\'=HYPERLINK(""http://x"",""y"")"'],
  [['\t=1', '\r=1', '\n=1'], '\'\t=1,"\'\r=1","\'\n=1"'],
  [['＝1', '＋1', '－1', '＠a', '|x', '%x'], "'＝1,'＋1,'－1,'＠a,'|x,'%x"],
  [['a=1', ' =1'], 'a=1, =1'],
] as const) {
  test(`${JSON.stringify(cells)} is the line ${JSON.stringify(line)}`, () => {
    assert.equal(csvLine(cells), `${line}\r\n`);
  });
}
