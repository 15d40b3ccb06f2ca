// Status server of a process beside the API: whether it lives, whether it does its work, and its
// figures. Nothing in it is anybody's.

import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Figure } from '#api/http/responses/metrics.ts';
import { METRICS_TYPE, renderMetrics } from '#api/http/responses/metrics.ts';

export type ProcessStatus = {
  figures(this: void): readonly Figure[];
  /** Why it does not do its work now, in words; null when it does. */
  whyNotReady(this: void): string | null;
};

type Delay = ReturnType<typeof monitorEventLoopDelay>;

/** Does not listen yet. */
export function statusServer(
  status: ProcessStatus,
  figures: () => readonly Figure[],
  delay: Delay,
): Server {
  const json = 'application/json; charset=utf-8';
  return createServer((request, response) => {
    const reply = (code: number, type: string, body: string): void => {
      response.writeHead(code, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
    };
    const path = request.method === 'GET' ? (request.url ?? '') : '';
    switch (path) {
      case '/healthz':
        return reply(200, json, JSON.stringify({ status: 'ok' }));
      case '/readyz': {
        const reason = status.whyNotReady();
        const body = reason === null ? { status: 'ready' } : { status: 'not_ready', reason };
        return reply(reason === null ? 200 : 503, json, JSON.stringify(body));
      }
      case '/metrics':
        return void renderMetrics(null, delay, figures()).then((text) =>
          reply(200, METRICS_TYPE, text),
        );
      default:
        return reply(404, json, JSON.stringify({ status: 'not_found' }));
    }
  });
}
