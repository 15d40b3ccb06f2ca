// The client against peers that hang, break off, and say what no service says.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { ClientOptions, TidemillClient } from '../../sdk/src/tidemill-client.ts';
import { ApiProblemError, createClient, NoResponseError } from '../../sdk/src/tidemill-client.ts';
import type { HostilePeer } from './hostile-peer.ts';
import { until } from '../support/until.ts';
import { streamResponse } from './scripted-fetch.ts';
import { begins, hangs, says, saysHalf, withHostilePeer } from './hostile-peer.ts';

const JSON_TYPE = 'application/json';
const PLACED = says('201 Created', JSON_TYPE, '{"order_id":"ord_1"}');
const ORDER = {
  account_id: 'acc_1',
  market_tag: 'SIM_BTC_USDT',
  side: 'buy',
  type: 'market',
  amount: '0.1',
} as const;

function clientOf(
  { url }: Pick<HostilePeer, 'url'>,
  options: Partial<ClientOptions> = {},
): TidemillClient {
  const retries = { firstWaitMs: 1, waitMsMax: 2, triesMax: 3 };
  return createClient({ baseUrl: url, apiKey: 'tm_live_x', retries, ...options });
}

function keysOf({ requests }: HostilePeer): readonly string[] {
  return requests.map((request) => /idempotency-key: (\S+)/i.exec(request)?.[1] ?? '');
}

suite('a response that cannot be read is none: the outcome is unknown', () => {
  const parts = {
    'a page of something between': says('200 OK', 'text/html', '<html>Sign in</html>'),
    'JSON that breaks off': says('201 Created', JSON_TYPE, '{"order_id":"ord'),
    'half of a body': saysHalf('201 Created', JSON_TYPE, '{"order_id":'),
  };
  for (const [name, part] of Object.entries(parts)) {
    test(`${name} is tried again under the same key`, async () => {
      await withHostilePeer([part, part, PLACED], async (peer) => {
        assert.deepEqual(await clientOf(peer).placeOrder({ body: ORDER }), { order_id: 'ord_1' });
        assert.equal(peer.requests.length, 3);
        assert.equal(new Set(keysOf(peer)).size, 1);
      });
    });

    test(`${name}, each time, is an error that names the key`, async () => {
      await withHostilePeer([part], async (peer) => {
        const options = { idempotencyKey: 'mine' };
        await assert.rejects(clientOf(peer).placeOrder({ body: ORDER }, options), (error) => {
          assert(error instanceof NoResponseError, String(error));
          assert.equal(error.idempotencyKey, 'mine');
          return true;
        });
        assert.equal(peer.requests.length, 3);
      });
    });
  }
});

suite('time', () => {
  for (const [name, part] of Object.entries({
    'a peer that never responds': hangs,
    'a body that never ends': begins('200 OK', JSON_TYPE, '{"data":['),
  })) {
    test(`${name} is left after the time of each try`, async () => {
      await withHostilePeer([part], async (peer) => {
        const call = clientOf(peer, { timeoutMs: 100 }).listBots();
        await assert.rejects(call, (error) => {
          assert(error instanceof NoResponseError && error.isTimeout, String(error));
          return true;
        });
        assert(peer.requests.length <= 3);
      });
    });
  }

  test('a signal ends a call, and a stream, that are under way', async () => {
    await withHostilePeer([hangs], async (peer) => {
      const client = clientOf(peer);
      const controller = new AbortController();
      const { signal } = controller;
      const call = assert.rejects(client.placeOrder({ body: ORDER }, { signal }), /enough/);
      const stream = assert.rejects(client.events({ signal }).next(), /enough/);
      await until('both requests arrived', () => peer.requests.length === 2);
      controller.abort(new Error('enough'));
      await Promise.all([call, stream]);
      await assert.rejects(client.listBots({}, { signal }), /enough/);
      assert.equal(peer.requests.length, 2);
    });
  });

  test('Retry-After may be a date', async () => {
    const date = new Date(Date.now() + 3_600_000).toUTCString();
    const away = says('503 Away', 'text/plain', 'away', `retry-after: ${date}`);
    await withHostilePeer([away], async (peer) => {
      await assert.rejects(clientOf(peer).listBots(), (error) => {
        assert(error instanceof ApiProblemError, String(error));
        assert((error.retryAfterMs ?? 0) > 3_500_000);
        return true;
      });
      assert.equal(peer.requests.length, 1);
    });
  });
});

suite('what is between', () => {
  test('a redirection is not followed: an order must not become a GET elsewhere', async () => {
    const moved = says('301 Moved Permanently', 'text/html', 'moved', 'location: /elsewhere');
    await withHostilePeer([moved, says('200 OK', JSON_TYPE, '{}')], async (peer) => {
      await assert.rejects(clientOf(peer).placeOrder({ body: ORDER }), (error) => {
        assert(error instanceof ApiProblemError, String(error));
        assert.equal(error.status, 301);
        return true;
      });
      assert.equal(peer.requests.length, 1);
    });
  });

  test('JSON that is no problem is one by its status, and is tried again by it', async () => {
    for (const body of ['{"status":"error","code":503}', 'null', '["no"]', '"no"', '{"code"']) {
      const gateway = says('503 Unavailable', JSON_TYPE, body);
      await withHostilePeer([gateway], async (peer) => {
        await assert.rejects(clientOf(peer).listBots(), (error) => {
          assert(error instanceof ApiProblemError, String(error));
          assert.equal(error.status, 503);
          assert.equal(error.code, 'unknown');
          return true;
        });
        assert.equal(peer.requests.length, 3);
      });
    }
  });

  test('a storm of refusals ends after the tries', async () => {
    const problem =
      '{"type":"about:blank","title":"","status":429,"detail":"","code":"rate_limited"}';
    const refused = says('429 Too Many', 'application/problem+json', problem, 'retry-after: 0');
    await withHostilePeer([refused], async (peer) => {
      const calls = Array.from({ length: 20 }, () => clientOf(peer).listBots());
      const outcomes = await Promise.allSettled(calls);
      for (const outcome of outcomes) {
        assert(outcome.status === 'rejected' && outcome.reason instanceof ApiProblemError);
        assert.equal(outcome.reason.code, 'rate_limited');
      }
      assert.equal(peer.requests.length, 60);
    });
  });
});

suite('what a program gives', () => {
  test('a parameter cannot lead out of its place', async () => {
    await withHostilePeer([PLACED], async (peer) => {
      for (const id of ['.', '..']) {
        await assert.rejects(
          async () => clientOf(peer).cancelAccountOrders({ account_id: id }),
          /"account_id" is "\.+", which no path can have/,
        );
      }
      assert.equal(peer.requests.length, 0);
    });
  });

  test('a header of its own replaces one of the client, however it is written', async () => {
    await withHostilePeer([says('200 OK', JSON_TYPE, '{"data":[]}')], async (peer) => {
      await clientOf(peer, {
        headers: { Authorization: 'Basic x', ACCEPT: '*/*' },
      }).listExchanges();
      const [request = ''] = peer.requests;
      assert.deepEqual(
        [...request.matchAll(/^(?:authorization|accept): .*$/gim)].map(([line]) => line).toSorted(),
        ['accept: */*', 'authorization: Bearer tm_live_x'],
      );
    });
  });
});

suite('streams', () => {
  test('a connection on which nothing comes for 30 seconds is made anew', async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    const requested: string[] = [];
    const end = 'event: end\ndata: {"reason":"key_not_valid"}\n\n';
    const respond: typeof fetch = async (url, { signal } = {}) => {
      requested.push(url instanceof Request ? url.url : url.toString());
      return requested.length === 2 ? streamResponse(end) : silentResponse(signal);
    };
    const stream = clientOf({ url: 'http://tidemill.invalid' }, { fetch: respond }).events();
    const over = assert.rejects(stream.next(), /key_not_valid/);
    let seconds = 0;
    for (; requested.length < 2; seconds += 1) {
      await turn();
      context.mock.timers.tick(1_000);
    }
    await over;
    assert(seconds >= 30);
  });

  test('a page in place of a stream is no connection, its blank lines are no events', async () => {
    const page = says('200 OK', 'text/html', '<html>\n\n\n\n</html>\n\n');
    const end = 'event: end\ndata: {"reason":"key_not_valid"}\n\n';
    await withHostilePeer([page, says('200 OK', 'text/event-stream', end)], async (peer) => {
      const connections: boolean[] = [];
      const stream = clientOf(peer).events({ onConnection: (is) => connections.push(is) });
      await assert.rejects(stream.next(), /key_not_valid/);
      assert.deepEqual(connections, [false, true]);
    });
  });

  test('an event that cannot be read is requested again', async () => {
    const whole = (id: string) => `id: ${id}\ndata: {"event_id":"${id}"}\n\n`;
    const end = 'event: end\ndata: {"reason":"key_not_valid"}\n\n';
    const stream = (...messages: readonly string[]) =>
      says('200 OK', 'text/event-stream', messages.join(''));
    const broken = stream(whole('1'), 'id: 2\ndata: {"event_id":\n\n', whole('3'));
    await withHostilePeer([broken, stream(whole('2'), whole('3'), end)], async (peer) => {
      const [seen, places]: [string[], string[]] = [[], []];
      const following = clientOf(peer).events({ onPlace: (place) => places.push(place) });
      await assert.rejects(async () => {
        for await (const { event_id: id } of following) seen.push(id);
      }, /key_not_valid/);
      assert.deepEqual(seen, ['1', '2', '3']);
      assert.deepEqual(places, ['1', '2', '3']);
      assert.match(peer.requests[1] ?? '', /last-event-id: 1/i);
    });
  });

  test('a message without an end is not collected forever', async () => {
    const flood = (socket: Parameters<typeof hangs>[0]): void => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n');
      const more = (): void => {
        while (!socket.destroyed && socket.write('x'.repeat(65_536)));
      };
      socket.on('drain', more);
      more();
    };
    const end = 'event: end\ndata: {"reason":"key_not_valid"}\n\n';
    await withHostilePeer([flood, says('200 OK', 'text/event-stream', end)], async (peer) => {
      await assert.rejects(clientOf(peer).events().next(), /key_not_valid/);
      assert.equal(peer.requests.length, 2);
    });
  });
});

/** A stream that ends with its request. */
function silentResponse(signal: AbortSignal | null | undefined): Response {
  const body = new ReadableStream({
    start: (controller) =>
      signal?.addEventListener('abort', () => controller.error(new Error('aborted'))),
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}
