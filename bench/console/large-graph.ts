// Cost of a graph of 300 blocks in a browser: until it is drawn, and per frame while the canvas is
// moved, seen from afar and near, and while one of its blocks is dragged.

import { setTimeout as pause } from 'node:timers/promises';
import type { ConsoleUser } from '../../test/console/console-service.ts';
import { largeGraph } from '../../test/console/large-graph.ts';
import type { Frames, MeasuredPage } from './measured-page.ts';
import { drag } from './measured-page.ts';

const BLOCKS = 300;
const MOVED_MS = 4_000;
const REST_MS = 1_500;
/** Enough to have their fields in the blocks. */
const NEARER = 8;
const FIELDS = '.react-flow__node-block .block-head';

const IS_GRAPH = `document.querySelector('.react-flow__node-block') !== null`;
const EMPTY_SPOT = '.react-flow__pane';
const BLOCK = '.react-flow__node-block';

export type GraphCost = {
  readonly drawnMs: number;
  readonly nodes: { readonly far: number; readonly near: number };
  readonly panFar: Frames;
  readonly dragFar: Frames;
  readonly panNear: Frames;
  readonly dragNear: Frames;
};

export async function graphCost(
  user: ConsoleUser,
  open: () => Promise<MeasuredPage>,
): Promise<GraphCost> {
  const body = { name: `${BLOCKS} blocks`, document: largeGraph(BLOCKS) };
  const { script_id: scriptId } = await user.api.createVisualScript({ body });
  const measured = await open();
  const { page } = measured;
  const during = async (selector: string): Promise<Frames> => {
    await pause(REST_MS);
    return measured.framesDuring(() => drag(page, selector, MOVED_MS));
  };
  const ofBlock = async (): Promise<Frames> => during(await middleBlock(page));
  const count = (): Promise<number> => page.locator(BLOCK).count();
  const drawnMs = await measured.openUntil(`/scripts/${scriptId}?view=graph`, IS_GRAPH);
  const far = await count();
  const panFar = await during(EMPTY_SPOT);
  const dragFar = await ofBlock();
  for (let step = 0; step < NEARER; step += 1) {
    await page.getByRole('button', { name: 'Zoom In' }).click();
  }
  await page.locator(FIELDS).first().waitFor();
  const near = await count();
  const panNear = await during(EMPTY_SPOT);
  const dragNear = await ofBlock();
  await measured.close();
  return { drawnMs, nodes: { far, near }, panFar, dragFar, panNear, dragNear };
}

/** The head of the block that stands nearest to the middle of the canvas. */
async function middleBlock(page: MeasuredPage['page']): Promise<string> {
  const id = await page.evaluate<string>(`(() => {
    const box = document.querySelector('.react-flow').getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const far = (of) => {
      const at = of.getBoundingClientRect();
      return Math.hypot(at.left + at.width / 2 - x, at.top + at.height / 2 - y);
    };
    const blocks = [...document.querySelectorAll('${BLOCK}')];
    return blocks.toSorted((left, right) => far(left) - far(right))[0].dataset.id;
  })()`);
  return `.react-flow__node[data-id="${id}"] :is(.block-head, .block-far-words)`;
}
