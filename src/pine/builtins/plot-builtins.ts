// Plots: what the arguments of a call say, for the charts of the host.

import { hostNow } from '#pine/runtime/pine-now.ts';

/** In the order of their signatures; one that is left out is undefined, and `na` is null or NaN. */
type Values = readonly unknown[];

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** `na` hides what it colors; none leaves the choice to the chart. */
function colorOf(value: unknown): string | null {
  return value === null ? '' : textOf(value);
}

/** `display.pane` is the first of the places. */
function isOnPane(display: unknown): boolean {
  return typeof display !== 'number' || display % 2 === 1;
}

function plot(value: number, ...given: Values): string {
  const [title, color, width, style, , , offset, , , , display, , , isForced, dash] = given;
  return hostNow().charts.plot({
    title: textOf(title) ?? 'Plot',
    value,
    color: colorOf(color),
    style: textOf(style) ?? 'style_line',
    dash: textOf(dash) ?? '',
    width: numberOf(width),
    offset: numberOf(offset) ?? 0,
    isShown: isOnPane(display),
    isForced: isForced === true,
  });
}

function hline(price: number, ...given: Values): string {
  const [title, color, dash] = given;
  return hostNow().charts.level({
    title: textOf(title) ?? 'Level',
    price,
    color: colorOf(color),
    dash: textOf(dash) ?? 'style_dashed',
  });
}

/** The overload with values has them in front of its colors. */
function fill(first: unknown, second: unknown, ...given: Values): void {
  const color = typeof given[0] === 'number' ? given[2] : given[0];
  hostNow().charts.fill(String(first), String(second), colorOf(color));
}

const isTrue = (value: unknown): boolean =>
  value === true || (typeof value === 'number' && !Number.isNaN(value) && value !== 0);

function plotShape(value: unknown, ...given: Values): void {
  const [, style, location, color, offset, text, textColor, , , , display, , , isForced] = given;
  if (!isTrue(value) || !isOnPane(display)) return;
  hostNow().charts.shape({
    shape: textOf(style) ?? 'xcross',
    color: colorOf(color),
    text: textOf(text),
    textColor: textOf(textColor),
    offset: numberOf(offset) ?? 0,
    isAbove: location !== 'belowbar' && location !== 'bottom',
    isForced: isForced === true,
  });
}

function plotCharacter(value: unknown, ...given: Values): void {
  const [title, character, location, color, offset, text, ...rest] = given;
  const shown = [textOf(character), textOf(text)].filter((each) => each !== null).join(' ');
  plotShape(value, title, 'text', location, color, offset, shown === '' ? '★' : shown, ...rest);
}

function plotArrow(value: number, ...given: Values): void {
  const [title, up = '#089981', down = '#F23645', offset, , , , , display, , , isForced] = given;
  const [style, location, color] =
    value > 0 ? ['arrowup', 'belowbar', up] : ['arrowdown', 'abovebar', down];
  const at = [style, location, color, offset, null, null, true, null, null];
  plotShape(value, title, ...at, display, null, null, isForced);
}

function background(color: unknown, ...given: Values): void {
  const [, , , display, , , isForced] = given;
  if (isOnPane(display)) hostNow().charts.background(colorOf(color), isForced === true);
}

export const PLOTS = {
  plot,
  hline,
  fill,
  plotshape: plotShape,
  plotchar: plotCharacter,
  plotarrow: plotArrow,
  bgcolor: background,
};
