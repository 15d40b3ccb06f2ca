// Colours that a picture of a chart shows: what is drawn on a canvas is not in the document.

import type { Page } from 'playwright-core';

export type Colour = readonly [red: number, green: number, blue: number];

/** Fewer may be the edge of something else. */
const PIXELS_MIN = 4;

/** Names of the colours that the report's chart does not show. */
export async function missingColours(
  page: Page,
  colours: Readonly<Record<string, Colour>>,
): Promise<readonly string[]> {
  const picture = (await page.locator('.report-chart').screenshot()).toString('base64');
  const counts = await page.evaluate<number[]>(
    `(${COUNT})('${picture}', ${JSON.stringify(Object.values(colours))})`,
  );
  return Object.keys(colours).filter((_, at) => (counts[at] ?? 0) < PIXELS_MIN);
}

/** Pixels of a picture that have each of the colours. */
const COUNT = `async (text, colours) => {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
  context.drawImage(bitmap, 0, 0);
  const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
  return colours.map((colour) => {
    let count = 0;
    for (let at = 0; at < data.length; at += 4)
      if (colour.every((part, index) => Math.abs(part - data[at + index]) < 9)) count += 1;
    return count;
  });
}`;
