// A link between two ends within one test process, over a socket of its own.

import { connect } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import type { VenueLink, VenueLinkOptions } from '#adapters/venue-link/open-venue-link.ts';
import { SYSTEM_LINK_TIME } from '#adapters/venue-link/link-time.ts';
import { openVenueLink } from '#adapters/venue-link/open-venue-link.ts';
import type { VenueLinkServerOptions } from '#adapters/venue-link/serve-venue-link.ts';
import { serveVenueLink } from '#adapters/venue-link/serve-venue-link.ts';

const NEVER = new AbortController().signal;
const ENTRY = { lost: NEVER, leave: () => undefined };

type Cleaner = Pick<TestContext, 'after'>;

/** A path for a socket in a folder that goes with the test. */
export function socketPathOf(t: Cleaner): string {
  const folder = mkdtempSync(join(tmpdir(), 'link-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'venues.sock');
}

/** Patient enough for a busy machine; tests of a limit give their own. */
export function linkTo(
  t: Cleaner,
  socketPath: string,
  limits: Partial<VenueLinkOptions> = {},
): VenueLink {
  const link = openVenueLink({
    connect: () => connect(socketPath),
    onLost: () => undefined,
    time: SYSTEM_LINK_TIME,
    connectTimeoutMs: 5_000,
    replyTimeoutMs: 20_000,
    actsBeginWithinMs: 20_000,
    silenceMs: 20_000,
    ...limits,
  });
  t.after(link.close);
  return link;
}

/** Returns the defects that it heard of. */
export async function serveTo(
  t: Cleaner,
  socketPath: string,
  exchanges: readonly Exchange[],
  changes: Partial<VenueLinkServerOptions> = {},
): Promise<{ readonly defects: unknown[]; readonly port: number | null; close(): Promise<void> }> {
  const defects: unknown[] = [];
  const server = await serveVenueLink({
    socketPath,
    endpoint: null,
    exchanges,
    accounts: { enter: () => ENTRY },
    feeds: new Map(),
    time: SYSTEM_LINK_TIME,
    statusEveryMs: 200,
    onDefect: (_method, error) => defects.push(error),
    ...changes,
  });
  let closing: Promise<void> | null = null;
  const close = (): Promise<void> => (closing ??= server.close());
  t.after(close);
  return { defects, port: server.port, close };
}
