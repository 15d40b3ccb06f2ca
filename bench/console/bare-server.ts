// Bare pages that those of the console are compared with: one with a heading and a field, and one
// that has nothing but the library of the chart with the same candles.

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Bar } from '../../console/src/chart/bars.ts';

const LIBRARY = new URL(
  '../../node_modules/lightweight-charts/dist/lightweight-charts.standalone.production.js',
  import.meta.url,
);

const FORM = `<!doctype html><title>Bare</title><h1>Sign in</h1>
<form><input name="name"><input type="password"><button>Sign in</button></form>`;

const CHART = `<!doctype html><title>Bare</title>
<style>body { margin: 0 } .chart-canvas { width: 826px; height: 504px }</style>
<div class="chart-canvas"></div><script src="/library.js"></script><script>
fetch('/candles').then((found) => found.json()).then((candles) => {
  const { createChart, CandlestickSeries, HistogramSeries } = LightweightCharts;
  const chart = createChart(document.querySelector('.chart-canvas'), {
    localization: { locale: 'en-US' },
  });
  chart.addSeries(CandlestickSeries).setData(candles);
  const volumes = chart.addSeries(HistogramSeries, { priceScaleId: 'volume' });
  volumes.setData(candles.map(({ time, volume }) => ({ time, value: volume })));
  globalThis.isDrawn = true;
});
</script>`;

export async function startBareServer(candles: readonly Bar[]) {
  const files: Readonly<Record<string, readonly [type: string, body: string]>> = {
    '/form': ['text/html', FORM],
    '/chart': ['text/html', CHART],
    '/library.js': ['text/javascript', readFileSync(LIBRARY, 'utf8')],
    '/candles': ['application/json', JSON.stringify(candles)],
  };
  const server = createServer(({ url = '' }, response) => {
    const [type, body] = files[url] ?? ['text/plain', ''];
    response.setHeader('Content-Type', type).end(body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
