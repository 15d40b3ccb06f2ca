// The service is killed while a page is open, and comes back: the page says that the connection is
// gone, then shows what is true now, without being loaded again.

import type { Stage } from '../stage.ts';

export async function lostConnection({ service, visit }: Stage): Promise<void> {
  const user = await service.makeUser('lena');
  const visitor = await visit(user);
  const { page } = visitor;
  await visitor.open('/accounts');
  await page.getByText('No accounts yet').waitFor();
  await page.getByText('Live', { exact: true }).waitFor();
  visitor.expectLostConnection();
  await service.end('SIGKILL');
  await page.getByText('Not connected since').waitFor();
  await visitor.picture('connection-lost');
  await service.openAccount('lena');
  await service.start();
  await page.getByText('Live', { exact: true }).waitFor();
  await page.getByText('Main').waitFor();
  await page.getByText('Not connected since').waitFor({ state: 'detached' });
  await visitor.leave();
}
