// Finds a colour in a picture of a page: connected pixels, by their middles. It knows nothing of
// how charts are drawn, so it can contradict what they say of themselves.

import type { Page } from 'playwright-core';

type Rgb = readonly [red: number, green: number, blue: number];
type Box = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/** In pixels of the page. */
export type Blot = Box & { readonly count: number };

/** What a custom property of the page's style is as a colour. */
export function colourOfStyle(page: Page, name: string): Promise<Rgb> {
  return page.evaluate<Rgb>(`(() => {
    const probe = document.createElement('span');
    probe.style.color = 'var(${name})';
    document.body.append(probe);
    const parts = getComputedStyle(probe).color.match(/\\d+/g).map(Number).slice(0, 3);
    probe.remove();
    return parts;
  })()`);
}

/** Connected pixels of the colour within the box, from left to right; specks are left out. */
export async function blotsOf(page: Page, box: Box, colour: Rgb, pixelsMin = 12) {
  const picture = (await page.screenshot({ clip: box })).toString('base64');
  const found = await page.evaluate<Blot[]>(
    `(${FIND})('${picture}', ${JSON.stringify(colour)}, ${pixelsMin})`,
  );
  return found
    .map((blot) => ({ ...blot, x: blot.x + box.x, y: blot.y + box.y }))
    .sort((left, right) => left.x - right.x);
}

const FIND = `async (text, colour, pixelsMin) => {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext('2d');
  context.drawImage(bitmap, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const isIt = (at) => colour.every((part, index) => Math.abs(part - data[4 * at + index]) < 10);
  const seen = new Uint8Array(width * height);
  const blots = [];
  for (let start = 0; start < seen.length; start += 1) {
    if (seen[start] || !isIt(start)) continue;
    const open = [start];
    seen[start] = 1;
    let [count, left, right, top, bottom] = [0, width, 0, height, 0];
    while (open.length > 0) {
      const at = open.pop();
      const [x, y] = [at % width, Math.floor(at / width)];
      count += 1;
      [left, right] = [Math.min(left, x), Math.max(right, x)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
      for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
        const [nx, ny] = [x + dx, y + dy];
        const next = ny * width + nx;
        if (nx < 0 || ny < 0 || nx >= width || ny >= height || seen[next] || !isIt(next)) continue;
        seen[next] = 1;
        open.push(next);
      }
    }
    if (count >= pixelsMin)
      blots.push({ x: left, y: top, width: right - left + 1, height: bottom - top + 1, count });
  }
  return blots;
}`;
