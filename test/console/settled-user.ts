// An owner who has everything that pages show. It takes as much time as walking through a dozen
// pages, so journeys of one file share it that change nothing which another one reads.

import type { ConsoleService, ConsoleUser } from './console-service.ts';
import { furnishPartner } from './furnish-partner.ts';
import { furnish } from './furnish.ts';
import type { OwnObjects } from './pages.ts';

export type SettledUser = { readonly user: ConsoleUser; readonly own: OwnObjects };

const users = new WeakMap<ConsoleService, Promise<SettledUser>>();

/** The same one for each journey at a service. */
export function settledUser(service: ConsoleService): Promise<SettledUser> {
  const known = users.get(service) ?? settle(service);
  users.set(service, known);
  return known;
}

async function settle(service: ConsoleService): Promise<SettledUser> {
  const user = await service.makeUser('olaf', 'owner');
  const own = { ...(await furnish(service, user)), ...(await furnishPartner(service, user)) };
  return { user, own };
}
