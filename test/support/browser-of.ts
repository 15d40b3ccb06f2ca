// A browser as far as HTTP sees one: it sends its cookie and its origin with each request.

import type { TestService } from './test-service.ts';

export const ORIGIN = 'http://tidemill.test';

export type BrowserReply = {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly cookie: string;
  readonly header: string;
};

export type HttpBrowser = ReturnType<typeof browserOf>;

export function browserOf(service: TestService) {
  let cookie = '';
  return {
    cookie: () => cookie,
    take: (stolen: string) => void (cookie = stolen),
    async ask(
      method: 'GET' | 'POST' | 'PUT' | 'DELETE',
      url: string,
      body?: object,
      origin = ORIGIN,
    ): Promise<BrowserReply> {
      const response = await service.api.app.inject({
        method,
        url,
        headers: {
          host: 'tidemill.test',
          ...(cookie === '' ? {} : { cookie }),
          ...(method === 'GET' || origin === '' ? {} : { origin }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      });
      const header = String(response.headers['set-cookie'] ?? '');
      if (header !== '') cookie = header.split(';')[0] ?? '';
      const text = response.body;
      const parsed = text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {};
      return { status: response.statusCode, body: parsed, cookie, header };
    },
  };
}
