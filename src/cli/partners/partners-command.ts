// `tidemill partners`: create, list, what their end users may use, keys and prices.

import type { Command } from 'commander';
import { formatInstant } from '#lib/time.ts';
import { changeExchange, changeMarket } from '#services/partners/change-offer.ts';
import { createPartner } from '#services/partners/create-partner.ts';
import type { PartnerOfUser } from '#services/partners/list-partners.ts';
import { listPartners } from '#services/partners/list-partners.ts';
import type { Partner } from '#services/partners/partner-deps.ts';
import type { CommonOptions } from '#cli/command-base.ts';
import { baseCommand, groupCommand, withApplication, writeResult } from '#cli/command-base.ts';
import { CommandFailed } from '#cli/command-error.ts';
import type { Host } from '#cli/host.ts';
import { partnerKeyCommand, partnerKeysCommand } from '#cli/partners/partner-keys-command.ts';
import { partnerTariffCommand } from '#cli/partners/partner-tariff-command.ts';
import { refusedPartner } from '#cli/partners/refused-partner.ts';
import { formatTable } from '#cli/table.ts';

const NAME_HELP = 'the user that is the partner';

/** Group `tidemill partners`. */
export function partnersCommand(host: Host): Command {
  return groupCommand('partners', 'users with customers of their own, and what those may use', [
    createCommand(host),
    listCommand(host),
    exchangeCommand(host, 'enable-exchange', 'let end users be at an exchange', true),
    exchangeCommand(host, 'disable-exchange', 'let no more end users be at an exchange', false),
    marketCommand(host, 'enable-market', 'narrow an exchange to the markets enabled so', true),
    marketCommand(host, 'disable-market', 'take a market away again', false),
    partnerKeyCommand(host),
    partnerKeysCommand(host),
    partnerTariffCommand(host),
  ]);
}

function createCommand(host: Host): Command {
  return baseCommand('create', 'make a user a partner')
    .argument('<NAME>', 'a user; see "tidemill users create"')
    .action(async (userName: string, options: CommonOptions) => {
      await withApplication(host, options, async ({ deps }) => {
        const made = await createPartner(deps, { userName });
        if (!made.ok) throw await refusedPartner(deps, made.rejection, userName);
        const next = `Next: tidemill partners enable-exchange ${userName} CODE\n`;
        writeResult(
          host,
          options,
          partnerToJson({ ...made.value, userName }),
          () => `${userName} is a partner.\n${next}`,
        );
      });
    });
}

function listCommand(host: Host): Command {
  return baseCommand('list', 'show all partners').action(async (options: CommonOptions) => {
    await withApplication(host, options, async ({ deps }) => {
      const partners = await listPartners(deps);
      const whenEmpty = 'There are no partners. To make one: tidemill partners create NAME';
      writeResult(host, options, { data: partners.map(partnerToJson) }, () =>
        formatTable(host.terminal, COLUMNS, partners, whenEmpty),
      );
    });
  });
}

function exchangeCommand(
  host: Host,
  verb: string,
  description: string,
  isEnabled: boolean,
): Command {
  return baseCommand(verb, description)
    .argument('<NAME>', NAME_HELP)
    .argument('<CODE>', 'an exchange; see "tidemill exchanges list"')
    .action(async (userName: string, exchange: string, options: CommonOptions) => {
      await withApplication(host, options, async ({ deps }) => {
        const changed = await changeExchange(deps, { userName, exchange, isEnabled });
        if (!changed.ok) {
          if (changed.rejection !== 'exchange_not_found')
            throw await refusedPartner(deps, changed.rejection, userName);
          throw new CommandFailed(
            `There is no exchange "${exchange}".`,
            'See which there are: tidemill exchanges list',
          );
        }
        writeOffer(host, options, changed.value, userName);
      });
    });
}

function marketCommand(host: Host, verb: string, description: string, isEnabled: boolean): Command {
  return baseCommand(verb, description)
    .argument('<NAME>', NAME_HELP)
    .argument('<MARKET>', 'a market of one of its exchanges')
    .action(async (userName: string, marketTag: string, options: CommonOptions) => {
      await withApplication(host, options, async ({ deps }) => {
        const changed = await changeMarket(deps, { userName, marketTag, isEnabled });
        if (!changed.ok) {
          if (changed.rejection !== 'market_not_found')
            throw await refusedPartner(deps, changed.rejection, userName);
          throw new CommandFailed(
            `No exchange of the partner has a market "${marketTag}".`,
            `Enable its exchange first: tidemill partners enable-exchange ${userName} CODE`,
          );
        }
        writeOffer(host, options, changed.value, userName);
      });
    });
}

function writeOffer(host: Host, options: CommonOptions, partner: Partner, userName: string): void {
  const { exchanges, marketTags } = partner;
  writeResult(host, options, partnerToJson({ ...partner, userName }), () => {
    const markets = marketTags.length === 0 ? 'all markets' : marketTags.join(', ');
    return `${userName} has ${exchanges.join(', ') || 'no exchanges'}; ${markets}.\n`;
  });
}

const COLUMNS = [
  { title: 'ID', cell: (partner: PartnerOfUser) => partner.partnerId },
  { title: 'USER', cell: (partner: PartnerOfUser) => partner.userName },
  { title: 'EXCHANGES', cell: (partner: PartnerOfUser) => partner.exchanges.join(', ') || 'none' },
  { title: 'MARKETS', cell: (partner: PartnerOfUser) => partner.marketTags.join(', ') || 'all' },
] as const;

function partnerToJson({ partnerId, userName, exchanges, marketTags, createdAtMs }: PartnerOfUser) {
  return {
    user_id: partnerId,
    user: userName,
    exchanges,
    markets: marketTags,
    created_at: formatInstant(createdAtMs),
  };
}
