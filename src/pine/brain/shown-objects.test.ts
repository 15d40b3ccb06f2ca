// Drawings of Pine scripts in the report of a backtest: what is left of them, where it stands, and
// how it looks.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { BacktestReport } from '#backtesting/backtest.ts';
import { CLOSES, inputOf, reportOf } from '#pine/brain/logged-values.fixture.ts';

const MINUTE_MS = 60_000;

type Objects = NonNullable<BacktestReport['objects']>;

function objectsOf(body: string): Objects {
  return reportOf(body).objects ?? [];
}

function oneOf(body: string): Objects[number] {
  const [first, ...more] = objectsOf(body);
  assert(first !== undefined && more.length === 0);
  return first;
}

/** Minutes of the points after the first bar's open, with their values. */
function placesOf({ points }: Objects[number]): readonly (readonly [number, number])[] {
  const { startMs } = inputOf('');
  return points.map(({ atMs, value }) => [(atMs - startMs) / MINUTE_MS, value]);
}

const LAST = CLOSES.length - 1;

suite('Objects on the chart', () => {
  test('are as many as the declaration allows, and those that were deleted are gone', () => {
    const body = 'l = line.new(bar_index, close, bar_index + 1, close)';
    assert.equal(objectsOf(body).length, CLOSES.length);
    assert.equal(objectsOf(`${body}\nline.delete(l[1])`).length, 1);
    assert.deepEqual(reportOf('plot(close)').objects, undefined);
  });

  test('a line stands at the opens of its bars, also behind the last one', () => {
    const line = oneOf('if barstate.islast\n    line.new(1, 10, bar_index + 3, 20)');
    assert.deepEqual(placesOf(line), [
      [1, 10],
      [LAST + 3, 20],
    ]);
    assert.deepEqual([line.color, line.width, line.style], ['#2962FF', 1, []]);
    const timed = oneOf(
      'if barstate.islast\n    line.new(time[2], 1, time, 2, xloc.bar_time, extend.right, ' +
        'color.red, line.style_arrow_right, 3)',
    );
    assert.deepEqual(placesOf(timed), [
      [LAST - 2, 1],
      [LAST, 2],
    ]);
    assert.deepEqual(
      [timed.color, timed.width, timed.style],
      ['#F23645', 3, ['arrow_right', 'extend_right']],
    );
  });

  test('what has no place or no color is not there', () => {
    for (const each of [
      'line.new(na, 1, 2, 3)',
      'line.new(0, 1, 2, na)',
      'line.new(0, 1, 2, 3, color = na)',
      'line.new(0, 1, 2, 3, color = color.new(color.red, 100))',
      'line.new(int(1e300), 1, 2, 3)',
    ])
      assert.deepEqual(objectsOf(`if barstate.islast\n    ${each}`), [], each);
  });

  test('a label has the high or the low of its bar', () => {
    const at = (yloc: string): unknown =>
      placesOf(oneOf(`if barstate.islast\n    label.new(1, na, "a", yloc = yloc.${yloc})`));
    const report = reportOf('if bar_index == 1\n    log.info("{0} {1}", high, low)');
    const [high, low] = (report.logs[0]?.message ?? '').split(' ').map(Number);
    assert.deepEqual(at('abovebar'), [[1, high]]);
    assert.deepEqual(at('belowbar'), [[1, low]]);
    assert.deepEqual(
      objectsOf('if barstate.islast\n    label.new(-1, na, "a", yloc = yloc.abovebar)'),
      [],
    );
  });

  test('a label without a ground has letters that can be read on any', () => {
    const look = (rest: string) => {
      const { color, textColor, style, textSize } = oneOf(
        `if barstate.islast\n    label.new(1, 5, "a"${rest})`,
      );
      return [color, textColor, textSize, ...style];
    };
    assert.deepEqual(look(''), ['#2962FF', '#FFFFFF', 12, 'label_down']);
    assert.deepEqual(look(', color = na, style = label.style_none'), [null, null, 12, 'none']);
    assert.deepEqual(look(', color = na, textcolor = color.red, size = size.huge'), [
      null,
      '#F23645',
      24,
      'label_down',
    ]);
  });

  test('a box has its text, and a fill the lines that are drawn still', () => {
    const box = oneOf(
      'if barstate.islast\n    box.new(0, 20, 3, 10, border_color = na, text = "range", ' +
        'text_valign = text.align_top, text_size = size.small)',
    );
    assert.deepEqual([box.color, box.fillColor, box.text], [null, '#2962FF', 'range']);
    assert.deepEqual([box.style, box.textSize], [['align_top'], 10]);
    const fill =
      'if barstate.islast\n    a = line.new(0, 1, 2, 3)\n    b = line.new(0, 5, 2, 6)\n' +
      '    linefill.new(a, b, color.new(color.red, 50))';
    const [first] = objectsOf(fill);
    assert(first?.kind === 'linefill');
    assert.deepEqual(placesOf(first), [
      [0, 1],
      [2, 3],
      [0, 5],
      [2, 6],
    ]);
    const kinds = objectsOf(`${fill}\n    line.delete(b)`).map(({ kind }) => kind);
    assert.deepEqual(kinds, ['line']);
  });

  test('a polyline goes through its points', () => {
    const polyline = oneOf(
      'if barstate.islast\n' +
        '    points = array.from(chart.point.from_index(0, 1), chart.point.from_index(2, 3))\n' +
        '    points.push(chart.point.from_index(1, 7))\n' +
        '    polyline.new(points, curved = true, closed = true, fill_color = color.green, ' +
        'line_width = 2)',
    );
    assert.deepEqual(placesOf(polyline), [
      [0, 1],
      [2, 3],
      [1, 7],
    ]);
    assert.deepEqual(
      [polyline.style, polyline.fillColor, polyline.width],
      [['curved', 'closed'], '#4CAF50', 2],
    );
  });

  test('of the points of polylines those of the newest come first', () => {
    const long =
      'long(n) =>\n    points = array.new<chart.point>()\n    for i = 0 to n - 1\n' +
      '        points.push(chart.point.from_index(i, i))\n    points\n' +
      'if barstate.islast\n    polyline.new(long(8000))\n    polyline.new(long(3000))';
    assert.deepEqual(
      objectsOf(long).map(({ points }) => points.length),
      [3_000],
    );
  });

  test('a table is followed by its cells, of which merged ones are one', () => {
    const [table, ...cells] = objectsOf(
      'var t = table.new(position.top_right, 2, 3, bgcolor = color.black, ' +
        'frame_color = color.red, frame_width = 2, border_color = color.gray, border_width = 1)\n' +
        't.cell(1, 1, "right", text_color = color.white, text_halign = text.align_left)\n' +
        't.cell(0, 1, "left")\nt.cell(0, 0, "head", width = 20)\nt.cell(1, 0, "covered")\n' +
        't.merge_cells(0, 0, 1, 0)',
    );
    assert.deepEqual(table?.style, ['top_right']);
    assert.deepEqual([table?.color, table?.width, table?.cell], ['#F23645', 2, [0, 0, 2, 3]]);
    assert.deepEqual(
      cells.map(({ text, cell }) => [text, cell]),
      [
        ['head', [0, 0, 2, 1]],
        ['left', [0, 1, 1, 1]],
        ['right', [1, 1, 1, 1]],
      ],
    );
    assert.deepEqual(
      [cells[0]?.width, cells[2]?.style, cells[2]?.color],
      [20, ['align_left'], '#787B86'],
    );
  });

  test('of two tables at one place the newer is shown', () => {
    const texts = objectsOf(
      'if barstate.islast\n    a = table.new(position.top_left, 1, 1)\n    a.cell(0, 0, "old")\n' +
        '    b = table.new(position.top_left, 1, 1)\n    b.cell(0, 0, "new")',
    ).map(({ text }) => text);
    assert.deepEqual(texts, ['', 'new']);
  });
});
