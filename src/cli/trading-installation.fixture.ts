// Commands on an installation in memory, with the simulated exchange and a bot that runs: for the
// tests of commands that trade.

import { systemRandom } from '#adapters/system/system-ports.ts';
import { botHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { commandRunner, opened } from '#cli/command-host.fixture.ts';

const RESTING = `
  if not IsAnyOrderOpen() then
    PlaceBuyOrder(1000, 0.01, {type = NoTimeOutOrderType})
  end`;

/** A bot that runs and has one order on the book. */
export async function tradingInstallation() {
  const harness = await botHarness();
  const bot = await harness.start(RESTING);
  const runner = harness.runner();
  await harness.passMinutes(2, [runner]);
  const { store } = harness;
  const accounts = { users: store, accounts: store };
  const stores = { ...accounts, bots: store, orders: store, scripts: store, events: store };
  const deps = {
    ...harness.deps,
    ...stores,
    botRuns: harness.runs,
    inbox: harness.inbox,
    idempotency: store,
    random: systemRandom,
  };
  const open = opened(deps);
  const runWords = commandRunner({ openApplication: open, openRiskApplication: open });
  const run = async (line: string, ...words: readonly string[]) =>
    runWords([...line.split(' '), ...words]);
  const orderIds = async () => (await harness.ordersOf(bot)).map(({ orderId }) => orderId);
  return { harness, bot, run, orderIds };
}
