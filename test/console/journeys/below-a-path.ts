// A service that a proxy shows below a path: its link signs in there, its pages, files and streams
// are found there, and what it names is there, whether the proxy takes the path away or not.

import assert from 'node:assert/strict';
import { createClient } from '../../../sdk/src/tidemill-client.ts';
import type { PathProxy } from '../../support/path-proxy.ts';
import { startPathProxy } from '../../support/path-proxy.ts';
import type { Stage } from '../stage.ts';

const PLACE = '/mill';
const PASSWORD = 'chosen below a path';

/** The base address of the service, with the path. */
export function addressBelow(port: number): string {
  return `http://127.0.0.1:${port}${PLACE}`;
}

async function behind(
  { service }: Stage,
  port: number,
  isPathPassedOn: boolean,
  work: (proxy: PathProxy) => Promise<void>,
): Promise<void> {
  const terms = { port, path: PLACE, target: service.url, isPathPassedOn };
  const proxy = await startPathProxy(terms);
  try {
    await work(proxy);
  } finally {
    await proxy.close();
  }
}

/** Everything by a browser. */
export async function pagesBelowPath(stage: Stage, port: number): Promise<void> {
  await behind(stage, port, false, async () => {
    const visitor = await stage.visit(null);
    const { page } = visitor;
    assert.ok(stage.service.firstLink.startsWith(`${addressBelow(port)}/sign-in#`));
    await visitor.open(stage.service.firstLink);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Repeat password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Save and continue' }).click();
    await page.getByRole('heading', { name: 'First steps' }).waitFor();
    assert.equal(new URL(page.url()).pathname, `${PLACE}/`);
    await page.getByRole('link', { name: 'Markets', exact: true }).first().click();
    await page.getByRole('link', { name: 'BTC/USDT' }).first().click();
    const ticket = page.getByRole('form', { name: 'Order ticket' });
    await ticket.getByLabel('Type').selectOption('market');
    await ticket.getByLabel('Amount').fill('0.01');
    await ticket.getByRole('button', { name: 'Buy 0.01 BTC' }).click();
    await page.getByText('Bought 0.01').waitFor();
    assert.ok(new URL(page.url()).pathname.startsWith(`${PLACE}/markets/`));
    // An address within is opened as it is, also by who just came.
    await visitor.open(`${addressBelow(port)}/settings`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    assert.equal(new URL(page.url()).pathname, `${PLACE}/settings`);
    const cookies = await visitor.context.cookies();
    assert.deepEqual(
      cookies.map(({ path }) => path),
      [`${PLACE}/`],
    );
    await visitor.open(`${addressBelow(port)}/docs`);
    await page.getByRole('link', { name: 'Script commands' }).first().click();
    await page.getByRole('heading', { name: 'Script commands' }).first().waitFor();
    assert.equal(new URL(page.url()).pathname, `${PLACE}/docs/commands`);
    await visitor.leave();
  });
}

/** Everything by a program, through both kinds of proxies. */
export async function programsBelowPath(stage: Stage, port: number): Promise<void> {
  const user = await stage.service.makeUser('below');
  const accountId = await stage.service.openAccount('below');
  const { key } = user;
  for (const isPathPassedOn of [false, true])
    await behind(stage, port, isPathPassedOn, async () => {
      const api = createClient({ baseUrl: addressBelow(port), apiKey: key });
      const { data } = await api.listAccounts();
      assert.equal(data[0]?.account_id, accountId);
      const response = await fetch(`${addressBelow(port)}/v1/orders`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          account_id: accountId,
          market_tag: 'SIM_BTC_USDT',
          side: 'buy',
          type: 'market',
          amount: '0.001',
        }),
      });
      assert.equal(response.status, 201);
      const place = response.headers.get('location') ?? '';
      assert.ok(place.startsWith(`${PLACE}/v1/`), place);
      const headers = { authorization: `Bearer ${key}` };
      const made = await fetch(new URL(place, addressBelow(port)), { headers });
      assert.equal(made.status, 200);
      const missing = await fetch(`${addressBelow(port)}/v1/nothing`, { headers });
      const problem = (await missing.json()) as { readonly type: string };
      assert.ok(problem.type.startsWith(`${addressBelow(port)}/errors/`), problem.type);
      assert.equal((await fetch(problem.type)).status, 200);
    });
}
