// `npm run bench:console [-- bytes start chart script graph pan live list minutes=60 pace=1 out=FILE]`:
// what the console costs a browser; all parts, or those that are named. `live` plays so many
// minutes of fifty bots, each in `pace` seconds; with `pace=60` they are real ones. `out` is a file
// to which the figures are written too. A part that takes far too long ends the run.

import { appendFileSync } from 'node:fs';
import { get } from 'node:http';
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import type { Bar } from '../console/src/chart/bars.ts';
import { barsOf } from '../console/src/chart/bars.ts';
import type { ConsoleService, ConsoleUser } from '../test/console/console-service.ts';
import { startConsole } from '../test/console/console-service.ts';
import type { Furniture } from '../test/console/furnish.ts';
import { furnish, MARKET } from '../test/console/furnish.ts';
import { findBrowser, NO_BROWSER, startBrowser } from '../test/support/browser.ts';
import { quantile } from './bots/figures.ts';
import { startBareServer } from './console/bare-server.ts';
import { graphCost } from './console/large-graph.ts';
import type { Frames, MeasuredPage, Memory } from './console/measured-page.ts';
import { drag, measuredPage } from './console/measured-page.ts';

const ROUNDS = 7;
const PAIRS = 3;
const PAN_MS = 5_000;
const REST_MS = 3_000;
const FIRST_PAGE_KB_MAX = 130;
const YEAR_MINUTES = 525_600;
const PAGE_MINUTES = 20_000;
const MINUTE_MS = 60_000;
/** As many as the page has read after a moment. */
const DRAWN_BARS = 1_000;
const LIVE_BOTS = 50;
const LISTED_BOTS = 1_000;
/** Of an hour, so that growth is seen. */
const LOOKS = 6;
/** Of one part, on a machine that does other things too; beside what `live` plays. */
const PART_LIMIT_MS = 900_000;
const SCRIPT_MS_MAX = 1_000;
const GROWTH_KIB_MAX = 50;

const IS_FORM = `document.querySelector('input[type=password]') !== null`;
const IS_HOME = `document.querySelector('main h1') !== null`;
const IS_CHART = `document.querySelector('.chart-canvas canvas') !== null &&
  document.querySelector('.chart-state') === null`;

const IS_EDITOR = `document.querySelector('.cm-content') !== null`;
const IS_FIGURE = `document.querySelector('.plot svg') !== null &&
  document.querySelector('.report-chart canvas') !== null`;

type Bench = {
  readonly service: ConsoleService;
  readonly browser: Browser;
  readonly user: ConsoleUser;
  readonly own: Furniture;
  readonly open: (session: string | null, url?: string) => Promise<MeasuredPage>;
};

async function measureBytes({ service, user, own, open }: Bench): Promise<void> {
  for (const [name, address, session, isLoaded] of [
    ['sign-in', '/sign-in', null, IS_FORM],
    ['home', '/', user.session, IS_HOME],
    ['a market', `/markets/${MARKET}?exchange=sim`, user.session, IS_CHART],
    ['scripts', '/scripts', user.session, `document.querySelector('main table') !== null`],
    ['a script', `/scripts/${own.scriptId}`, user.session, IS_EDITOR],
    ['a backtest', `/backtests/${own.backtestId}`, user.session, IS_FIGURE],
  ] as const) {
    const measured = await open(session);
    const paths = new Set<string>([address]);
    measured.page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/assets/')) paths.add(pathname);
    });
    await measured.openUntil(address, isLoaded);
    await measured.close();
    const sizes = { gzip: 0, br: 0 };
    for (const path of paths)
      for (const coding of ['gzip', 'br'] as const)
        sizes[coding] += await sizeOf(service.url + path, coding);
    const target = name === 'sign-in' ? ` (target: below ${FIRST_PAGE_KB_MAX})` : '';
    print(
      `Bytes of ${name}: ${kb(sizes.gzip)} kB gzip${target}, ${kb(sizes.br)} kB brotli, ` +
        `${paths.size} files`,
    );
  }
}

function sizeOf(url: string, coding: string): Promise<number> {
  return new Promise((done, fail) => {
    get(url, { headers: { 'Accept-Encoding': coding, Accept: 'text/html,*/*' } }, (response) => {
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
      });
      response.on('end', () => done(size));
      response.on('error', fail);
    }).on('error', fail);
  });
}

async function measureStart({ user, open }: Bench): Promise<void> {
  const bare = await startBareServer([]);
  const found: Record<'form' | 'bare' | 'home' | 'again', number[]> = {
    form: [],
    bare: [],
    home: [],
    again: [],
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    const ours = await open(null);
    found.form.push(await ours.openUntil('/sign-in', IS_FORM));
    await ours.close();
    const theirs = await open(null, bare.url);
    found.bare.push(await theirs.openUntil('/form', IS_FORM));
    await theirs.close();
    const home = await open(user.session);
    found.home.push(await home.openUntil('/', IS_HOME));
    found.again.push(await home.openUntil('/', IS_HOME));
    await home.close();
  }
  await bare.close();
  print(`Until the sign-in page is drawn: ${times(found.form)}, a bare form ${times(found.bare)}`);
  print(`Until home is drawn: ${times(found.home)}, with files at hand ${times(found.again)}`);
}

async function measureChart({ user, open }: Bench): Promise<void> {
  const address = `/markets/${MARKET}?interval=1`;
  const day = new Date(Date.now() - YEAR_MINUTES * MINUTE_MS).toISOString().slice(0, 10);
  const found: Record<'first' | 'back' | 'year', number[]> = { first: [], back: [], year: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    const measured = await open(user.session);
    const { page } = measured;
    found.first.push(await measured.openUntil(address, IS_CHART));
    const goBack = () => page.getByLabel('Go to a day').fill(day);
    const isBack = `${IS_CHART} && document.querySelector('.chart-end') !== null`;
    found.back.push(await measured.actUntil(goBack, isBack));
    const seeYear = () => page.getByRole('button', { name: '1Y' }).click();
    const isYear = `${IS_CHART} && document.querySelector('.chart-end') === null`;
    found.year.push(await measured.actUntil(seeYear, isYear));
    await measured.close();
  }
  print(`Until a chart of minutes is drawn: ${times(found.first)}`);
  print(`Until the minutes of a year ago are drawn: ${times(found.back)}`);
  print(`Until the days of a year are drawn: ${times(found.year)}`);
  const measured = await open(user.session);
  await measured.openUntil(address, IS_CHART);
  const [bytes, tookMs] = await measured.page.evaluate<[number, number]>(readsYear());
  await measured.close();
  print(
    `All ${YEAR_MINUTES} minutes of a year, read by the page: ${(tookMs / 1_000).toFixed(1)} s, ` +
      `${(bytes / 2 ** 20).toFixed(1)} MiB before compression`,
  );
}

function readsYear(): string {
  const path = `/v1/markets/${MARKET}/candle-columns?interval=1&limit=${PAGE_MINUTES}`;
  return `(async () => {
    const [fromMs, endMs] = [performance.now(), Math.floor(Date.now() / ${MINUTE_MS}) * ${MINUTE_MS}];
    let bytes = 0;
    for (let back = 0; back < ${YEAR_MINUTES}; back += ${PAGE_MINUTES}) {
      const to = new Date(endMs - back * ${MINUTE_MS}).toISOString();
      const found = await fetch('${path}&to=' + encodeURIComponent(to));
      const text = await found.text();
      if (JSON.parse(text).minutes.length === 0) throw new Error('a page is empty');
      bytes += text.length;
    }
    return [bytes, performance.now() - fromMs];
  })()`;
}

async function measurePan({ user, open }: Bench): Promise<void> {
  const bare = await startBareServer(await candlesOf(user));
  const found: Record<'ours' | 'bare', Frames[]> = { ours: [], bare: [] };
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const ours = await open(user.session);
    await ours.openUntil(`/markets/${MARKET}?interval=1`, IS_CHART);
    found.ours.push(await panned(ours));
    await ours.close();
    const theirs = await open(null, bare.url);
    await theirs.openUntil('/chart', 'globalThis.isDrawn === true');
    found.bare.push(await panned(theirs));
    await theirs.close();
  }
  await bare.close();
  print(
    `Frames dropped while panning: ${frames(found.ours)}, the library alone ${frames(found.bare)}`,
  );
}

/** Once the page has come to rest: what it does while it opens is measured by itself. */
async function panned(measured: MeasuredPage): Promise<Frames> {
  await pause(REST_MS);
  return measured.framesDuring(() => drag(measured.page, '.chart-canvas', PAN_MS));
}

async function candlesOf({ api }: ConsoleUser): Promise<readonly Bar[]> {
  const query = { market_tag: MARKET, interval: 1, limit: DRAWN_BARS } as const;
  return barsOf(await api.listCandleColumns(query));
}

async function measureLive({ service, user, own, open }: Bench): Promise<void> {
  const [minutes, paceMs] = [numberOf('minutes', 60), numberOf('pace', 1) * 1_000];
  const botIds = await makeBots(user, own, LIVE_BOTS);
  for (const botId of botIds) await user.api.startBot({ bot_id: botId });
  const [botId = ''] = botIds;
  const measured = await open(user.session);
  const { page } = measured;
  await measured.openUntil(`/bots/${botId}`, IS_CHART);
  await pause(5_000);
  const found: Memory[] = [await measured.memory()];
  const each = Math.ceil(minutes / LOOKS);
  for (let minute = 1; minute <= minutes; minute += 1) {
    const fromMs = performance.now();
    await service.happen(user, botIds);
    await pause(Math.max(0, paceMs - (performance.now() - fromMs)));
    if (minute % each !== 0) continue;
    // Between the bot and the list, as one does.
    await page.getByRole('link', { name: 'Bots', exact: true }).first().click();
    await page.getByRole('row').nth(3).waitFor();
    await page.goBack();
    await page.locator('.chart-canvas canvas').first().waitFor();
    await pause(2_000);
    found.push(await measured.memory());
  }
  await measured.close();
  const each10 = found.map(
    ({ heapMib, nodes, listeners }) =>
      `${heapMib.toFixed(1)} MiB (${nodes} nodes, ${listeners} listeners)`,
  );
  print(
    `A tab with ${LIVE_BOTS} live bots, at first and every ${each} minutes: ${each10.join(', ')}`,
  );
  // The first look comes before all parts of the pages were ever shown.
  const slopeKib = 1_024 * slopeOf(found.slice(1).map(({ heapMib }) => heapMib / each));
  print(`  it grows by ${slopeKib.toFixed(1)} KiB a minute (target: below ${GROWTH_KIB_MAX})`);
}

/** Of the line that fits the values best, per step. */
function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  let [above, below] = [0, 0];
  for (const [index, value] of values.entries()) {
    above += (index - middle) * (value - mean);
    below += (index - middle) ** 2;
  }
  return above / below;
}

async function measureList({ service, user, own, open }: Bench): Promise<void> {
  const [copied = ''] = await makeBots(user, own, 1);
  const { length } = (await user.api.listBots({})).data;
  await service.copyBot(copied, LISTED_BOTS - length);
  const isListed = `document.querySelectorAll('.bots-rows [role=row]').length > 8`;
  const found: Record<'first' | 'search', number[]> = { first: [], search: [] };
  const scrolled: Frames[] = [];
  let memory: Memory | null = null;
  for (let round = 0; round < PAIRS; round += 1) {
    const measured = await open(user.session);
    const { page } = measured;
    found.first.push(await measured.openUntil('/bots', isListed));
    scrolled.push(
      await measured.framesDuring(async () => {
        await page.locator('.bots-rows').hover();
        for (let step = 0; step < 200; step += 1) {
          await page.mouse.wheel(0, 240);
          await pause(16);
        }
      }),
    );
    const search = page.getByRole('searchbox').first();
    const isFound = `document.body.innerText.includes('Bot 777') &&
      !document.body.innerText.includes('Bot 1 ')`;
    found.search.push(await measured.actUntil(() => search.fill('Bot 777'), isFound));
    memory = await measured.memory();
    await measured.close();
  }
  print(
    `Until ${LISTED_BOTS} bots are listed: ${times(found.first)}, until one is found ${times(found.search)}`,
  );
  print(`  frames dropped while scrolling: ${frames(scrolled)}; ${memory?.heapMib.toFixed(1)} MiB`);
}

/** From the wish to run a script until its chart and its figures are drawn beside the text. */
async function measureScript({ user, own, open }: Bench): Promise<void> {
  const found: Record<'first' | 'again' | 'changed', number[]> = {
    first: [],
    again: [],
    changed: [],
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    const measured = await open(user.session);
    const { page } = measured;
    await measured.openUntil(`/scripts/${own.scriptId}`, IS_EDITOR);
    const button = page.getByRole('button', { name: 'Run', exact: true });
    await page.getByRole('button', { name: 'Run', exact: true, disabled: false }).waitFor();
    const run = async (): Promise<number> => {
      await page.evaluate(FORGET_CHARTS);
      return measured.actUntil(() => button.click(), IS_NEW_CHART);
    };
    found.first.push(await run());
    found.again.push(await run());
    await page.getByRole('textbox', { name: 'Text of the script' }).click();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.insertText(`-- round ${round}\n`);
    await page.getByText('Not saved').waitFor();
    found.changed.push(await run());
    await measured.close();
  }
  print(
    `Until the chart of a month is drawn beside its script (target: ${SCRIPT_MS_MAX} ms): ` +
      `${times(found.first)}, again ${times(found.again)}, ` +
      `with a text to be saved first ${times(found.changed)}`,
  );
}

/** While the canvas is moved and one of its blocks is dragged, from afar and near. */
async function measureGraph({ user, open }: Bench): Promise<void> {
  const found = await graphCost(user, () => open(user.session));
  const { far, near } = found.nodes;
  print(`Until the graph is drawn: ${found.drawnMs.toFixed(0)} ms`);
  print(`  all ${far} blocks in view, moved: ${frames([found.panFar])}`);
  print(`  one of them dragged: ${frames([found.dragFar])}`);
  print(`  ${near} blocks in view with their fields, moved: ${frames([found.panNear])}`);
  print(`  one of them dragged: ${frames([found.dragNear])}`);
}

const FORGET_CHARTS = `document.querySelectorAll('.report-chart')
  .forEach((chart) => { chart.dataset.former = ''; })`;
const IS_NEW_CHART = `document.querySelector('.report-chart:not([data-former]) canvas') !== null &&
  document.querySelector('.figures-flat') !== null`;

async function makeBots(
  user: ConsoleUser,
  { scriptId: script_id, accountId: account_id }: Furniture,
  count: number,
): Promise<readonly string[]> {
  const botIds: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const name = `Bot ${index}`;
    const body = { name, script_id, account_id, market_tag: MARKET };
    botIds.push((await user.api.createBot({ body })).bot_id);
  }
  return botIds;
}

function times(found: readonly number[]): string {
  return `${quantile(found, 0.5).toFixed(0)} ms (${Math.min(...found).toFixed(0)} to ${Math.max(...found).toFixed(0)})`;
}

function frames(found: readonly Frames[]): string {
  const parts = found.map(
    ({ dropped, all, longestMs, processorMsEach }) =>
      `${((100 * dropped) / all).toFixed(1)} % of ${all} (longest ${longestMs.toFixed(0)} ms, ` +
      `processor ${processorMsEach.toFixed(1)} ms a frame)`,
  );
  return parts.join(', ');
}

const kb = (bytes: number): string => (bytes / 1_000).toFixed(1);

function numberOf(name: string, otherwise: number): number {
  const given = process.argv.find((word) => word.startsWith(`${name}=`));
  return given === undefined ? otherwise : Number(given.slice(name.length + 1));
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
  const out = process.argv.find((word) => word.startsWith('out='));
  if (out !== undefined) appendFileSync(out.slice('out='.length), `${line}\n`);
}

/** Fails where the part is not done in time, so that a run ends by itself. */
async function inTime(name: string, work: Promise<void>): Promise<void> {
  const playedMs = name === 'live' ? numberOf('minutes', 60) * numberOf('pace', 1) * 1_000 : 0;
  const late = pause(PART_LIMIT_MS + playedMs, 'late', { ref: false });
  if ((await Promise.race([work, late])) === 'late') throw new Error(`${name} takes too long.`);
}

const PARTS = {
  bytes: measureBytes,
  start: measureStart,
  chart: measureChart,
  script: measureScript,
  graph: measureGraph,
  pan: measurePan,
  live: measureLive,
  list: measureList,
} as const;

const installed = await findBrowser();
if (installed === null) throw new Error(NO_BROWSER);
const named = process.argv.slice(2).filter((word) => !word.includes('='));
const [service, browser] = await Promise.all([startConsole(), startBrowser(installed)]);
try {
  for (const [name, measure] of Object.entries(PARTS)) {
    if (named.length > 0 && !named.includes(name)) continue;
    const user = await service.makeUser(name, 'owner');
    const own = await furnish(service, user);
    const open: Bench['open'] = (session, url = service.url) => measuredPage(browser, url, session);
    print(`${name}, load ${(loadavg()[0] ?? 0).toFixed(1)}:`);
    await inTime(name, measure({ service, browser, user, own, open }));
  }
} finally {
  await browser.close();
  await service.close();
}
