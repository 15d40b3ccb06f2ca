// Painters of texts that a script placed: labels with their ground and pointer, or their shape, and
// texts inside a box.

import type { PlacedObject } from './placed-objects.ts';

type Context = CanvasRenderingContext2D;
type Point = { readonly x: number; readonly y: number };
export type Area = {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
};

const LINE_HEIGHT = 1.25;
const PADDING = 5;
const POINTER = 6;
const AUTO_SIZE = 12;
const SMALLEST = 7;

/** Font of a text on a canvas, in pixels. */
export function fontOf({ style }: Pick<PlacedObject, 'style'>, size: number): string {
  const family = style.has('monospace') ? 'ui-monospace, monospace' : 'system-ui, sans-serif';
  const slope = style.has('italic') ? 'italic ' : '';
  return `${slope}${style.has('bold') ? 'bold ' : ''}${size}px ${family}`;
}

/** In pixels, of lines in the font that is set. */
export function sizeOfText(
  context: Context,
  lines: readonly string[],
  size: number,
): { readonly width: number; readonly height: number } {
  const width = Math.max(0, ...lines.map((line) => context.measureText(line).width));
  return { width, height: lines.length * size * LINE_HEIGHT };
}

function alignOf(style: ReadonlySet<string>, word: 'left' | 'right' | 'top' | 'bottom'): boolean {
  return style.has(`align_${word}`);
}

/** Lines within an area, aligned as the style says; the font and the colour are set. */
export function paintLines(
  context: Context,
  lines: readonly string[],
  { style }: Pick<PlacedObject, 'style'>,
  { left, top, width, height }: Area,
  size: number,
): void {
  const isLeft = alignOf(style, 'left');
  const isRight = alignOf(style, 'right');
  context.textAlign = isLeft ? 'left' : isRight ? 'right' : 'center';
  context.textBaseline = 'middle';
  const x = isLeft ? left : isRight ? left + width : left + width / 2;
  const whole = lines.length * size * LINE_HEIGHT;
  const start = alignOf(style, 'top')
    ? top
    : alignOf(style, 'bottom')
      ? top + height - whole
      : top + (height - whole) / 2;
  for (const [index, line] of lines.entries())
    context.fillText(line, x, start + (index + 0.5) * size * LINE_HEIGHT);
}

/** Paints a text inside of an area; one with an automatic size is made smaller until it fits. */
export function paintTextIn(
  context: Context,
  object: PlacedObject,
  { left, top, width, height }: Area,
  textColour: string,
): void {
  const inner = {
    left: left + PADDING,
    top: top + 2,
    width: width - 2 * PADDING,
    height: height - 4,
  };
  let size = object.textSize === 0 ? AUTO_SIZE : object.textSize;
  context.font = fontOf(object, size);
  let lines = wrapped(context, object, inner.width);
  if (object.textSize === 0) {
    const taken = sizeOfText(context, lines, size);
    const share = Math.min(1, inner.width / taken.width, inner.height / taken.height);
    size = Math.max(SMALLEST, Math.floor(size * share));
    context.font = fontOf(object, size);
    lines = wrapped(context, object, inner.width);
  }
  context.fillStyle = object.text_color ?? textColour;
  paintLines(context, lines, object, inner, size);
}

function wrapped(
  context: Context,
  { text, style }: PlacedObject,
  width: number,
): readonly string[] {
  const lines = text.split('\n');
  if (!style.has('wrap') || width <= 0) return lines;
  return lines.flatMap((line) => {
    const found: string[] = [];
    for (const word of line.split(' ')) {
      const longer = found.length === 0 ? word : `${found.at(-1) ?? ''} ${word}`;
      if (found.length === 0 || context.measureText(longer).width > width) found.push(word);
      else found[found.length - 1] = longer;
    }
    return found;
  });
}

type Anchor = { readonly right: number; readonly down: number };

/** By the look of a label: where its ground is beside its point, in its own widths and heights. */
const GROUNDS: Readonly<Record<string, Anchor>> = {
  label_down: { right: 0, down: -1 },
  label_up: { right: 0, down: 1 },
  label_left: { right: 1, down: 0 },
  label_right: { right: -1, down: 0 },
  label_lower_left: { right: 1, down: -1 },
  label_lower_right: { right: -1, down: -1 },
  label_upper_left: { right: 1, down: 1 },
  label_upper_right: { right: -1, down: 1 },
  label_center: { right: 0, down: 0 },
};

/** Paints a label: a text on its ground, or a shape with the text beside it. */
export function paintLabel(
  context: Context,
  object: PlacedObject,
  at: Point,
  textColour: string,
): void {
  const size = object.textSize === 0 ? AUTO_SIZE : object.textSize;
  context.font = fontOf(object, size);
  const lines = object.text === '' ? [] : object.text.split('\n');
  const text = sizeOfText(context, lines, size);
  const found = [...object.style].find((word) => GROUNDS[word] !== undefined);
  const anchor = GROUNDS[found ?? ''];
  if (anchor === undefined) {
    paintBeside(context, object, { at, size, lines, text, textColour });
    return;
  }
  const [width, height] = [
    Math.max(text.width + 2 * PADDING, 10),
    Math.max(text.height + 4, size * 0.8),
  ];
  const area = {
    left: at.x - width / 2 + anchor.right * (width / 2 + (anchor.down === 0 ? POINTER : 0)),
    top: at.y - height / 2 + anchor.down * (height / 2 + (anchor.right === 0 ? POINTER : 0)),
    width,
    height,
  };
  if (object.color !== null) {
    context.fillStyle = object.color;
    context.beginPath();
    context.roundRect(area.left, area.top, width, height, 3);
    context.fill();
    tracePointer(context, anchor, at);
  }
  context.fillStyle = object.text_color ?? textColour;
  const inner = { ...area, left: area.left + PADDING, width: width - 2 * PADDING };
  paintLines(context, lines, object, inner, size);
}

/** From the ground to the point; at corners and in the middle there is none. */
function tracePointer(context: Context, { right, down }: Anchor, { x, y }: Point): void {
  if ((right === 0) === (down === 0)) return;
  const [along, across] = [POINTER + 1, POINTER * 0.8];
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x + right * along - down * across, y + down * along - right * across);
  context.lineTo(x + right * along + down * across, y + down * along + right * across);
  context.closePath();
  context.fill();
}

type Beside = {
  readonly at: Point;
  readonly size: number;
  readonly lines: readonly string[];
  readonly text: { readonly width: number; readonly height: number };
  readonly textColour: string;
};

/** A text alone, with an outline, or above a shape. */
function paintBeside(
  context: Context,
  object: PlacedObject,
  { at, size, lines, text, textColour }: Beside,
): void {
  const { style, color } = object;
  const hasShape = !style.has('none') && !style.has('text_outline');
  const radius = size / 2;
  if (hasShape && color !== null) {
    context.fillStyle = color;
    context.strokeStyle = color;
    context.lineWidth = Math.max(1.5, size / 7);
    paintFigure(context, style, at, radius);
  }
  const down = hasShape ? -(radius + text.height / 2 + 2) : 0;
  const area = {
    left: at.x - text.width / 2,
    top: at.y + down - text.height / 2,
    ...text,
  };
  if (style.has('text_outline') && color !== null) {
    context.strokeStyle = color;
    context.lineWidth = 3;
    context.lineJoin = 'round';
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    for (const [index, line] of lines.entries())
      context.strokeText(line, at.x, area.top + (index + 0.5) * size * LINE_HEIGHT);
  }
  context.fillStyle = object.text_color ?? textColour;
  paintLines(context, lines, object, area, size);
}

/** Corners in radii around the point, filled. */
const FIGURES: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
  triangleup: [
    [0, -1],
    [1, 0.8],
    [-1, 0.8],
  ],
  triangledown: [
    [0, 1],
    [1, -0.8],
    [-1, -0.8],
  ],
  arrowup: [
    [0, -1],
    [0.8, 0],
    [0.3, 0],
    [0.3, 1],
    [-0.3, 1],
    [-0.3, 0],
    [-0.8, 0],
  ],
  arrowdown: [
    [0, 1],
    [0.8, 0],
    [0.3, 0],
    [0.3, -1],
    [-0.3, -1],
    [-0.3, 0],
    [-0.8, 0],
  ],
  flag: [
    [-0.6, -1],
    [0.8, -1],
    [0.4, -0.5],
    [0.8, 0],
    [-0.4, 0],
    [-0.4, 1],
    [-0.6, 1],
  ],
  square: [
    [-0.8, -0.8],
    [0.8, -0.8],
    [0.8, 0.8],
    [-0.8, 0.8],
  ],
  diamond: [
    [0, -1],
    [0.8, 0],
    [0, 1],
    [-0.8, 0],
  ],
};

/** Its two strokes. */
const CROSSES: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
  cross: [
    [-1, 0],
    [1, 0],
    [0, -1],
    [0, 1],
  ],
  xcross: [
    [-0.8, -0.8],
    [0.8, 0.8],
    [-0.8, 0.8],
    [0.8, -0.8],
  ],
};

function paintFigure(
  context: Context,
  style: ReadonlySet<string>,
  { x, y }: Point,
  radius: number,
): void {
  const word = [...style].find((each) => FIGURES[each] ?? CROSSES[each]) ?? '';
  const [corners, strokes] = [FIGURES[word], CROSSES[word]];
  context.beginPath();
  if (strokes !== undefined) {
    for (const [index, [right, down]] of strokes.entries())
      if (index % 2 === 0) context.moveTo(x + right * radius, y + down * radius);
      else context.lineTo(x + right * radius, y + down * radius);
    context.stroke();
    return;
  }
  if (corners === undefined) context.arc(x, y, radius * 0.8, 0, 2 * Math.PI);
  else
    for (const [index, [right, down]] of corners.entries())
      if (index === 0) context.moveTo(x + right * radius, y + down * radius);
      else context.lineTo(x + right * radius, y + down * radius);
  context.fill();
}
