// Finding out why a backtest shows no trades: there was no signal, or every order was refused.

import type { Stage } from '../stage.ts';
import { MARKET } from '../furnish.ts';

const WINDOW = { start_at: '2026-11-01T00:00:00.000Z', end_at: '2026-11-02T00:00:00.000Z' };

export async function noTrades({ service, visit }: Stage): Promise<void> {
  const user = await service.makeUser('nora');
  const accountId = await service.openAccount('nora');
  const visitor = await visit(user);
  const { page } = visitor;
  for (const [name, source, cause] of [
    ['Silent', 'if ClosePrices() < 0 then DoLong() end', 'There was no signal'],
    [
      'Too small',
      'if ClosePrices() > 0 then PlaceBuyOrder(ClosePrices(), 0.00000001) end',
      /orders were refused/,
    ],
  ] as const) {
    const { script_id } = await user.api.createScript({ body: { name, source } });
    const { backtest_id } = await user.api.createBacktest({
      body: { script_id, account_id: accountId, market_tag: MARKET, interval: 60, ...WINDOW },
    });
    await visitor.open(`/backtests/${backtest_id}`);
    await page.getByRole('heading', { name: 'Why there are no trades' }).waitFor();
    await page.getByRole('heading', { name: cause }).waitFor();
    await visitor.picture(`no-trades-${name}`);
  }
  await visitor.leave();
}
