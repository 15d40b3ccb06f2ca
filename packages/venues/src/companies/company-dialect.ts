// The dialect of a company: its exchange's, with the company's hosts, and with its code in markets
// and in tags. Readers name markets that are not listed after the exchange, so what they return is
// renamed.

import { assert } from '#lib/assert.ts';
import type { Company } from '#venues/companies/companies.ts';
import type { ListQuery, ListedMarket, VenueDialect } from '#venues/dialect.ts';

type Rename = <T>(value: T) => T;

/** Dialect of the exchange with hosts, code and markets of the company. */
export function companyDialect(exchange: VenueDialect, company: Company): VenueDialect {
  const { code, name, libraryId, marketTypes, isTestNet } = company;
  const { testNetHosts: _hosts, testNetAccount: _account, ...shared } = exchange;
  const rename = renameFor(company);
  const { stream, marketStream, bestPriceStream } = exchange;
  return {
    ...shared,
    code,
    name,
    libraryId,
    marketTypes,
    isTestNet,
    companyOf: exchange.code,
    hosts: exchange.hosts.map((host) => hostOf(company, host)),
    markets: () => marketLists(exchange, company).map(rename),
    orders: rename(exchange.orders),
    account: rename({ ...exchange.account, ...(isTestNet ? exchange.testNetAccount : {}) }),
    stream: {
      ...rename(stream),
      address: (...of) => addressAt(company, stream.address(...of)),
    },
    ...(marketStream === undefined ? {} : { marketStream: streamAt(company, marketStream) }),
    ...(bestPriceStream === undefined
      ? {}
      : { bestPriceStream: streamAt(company, bestPriceStream) }),
  };
}

function streamAt<T extends NonNullable<VenueDialect['marketStream']>>(company: Company, of: T): T {
  return { ...of, address: (marketType) => addressAt(company, of.address(marketType)) };
}

/** The lists of a dialect are in the order of its types of markets. */
function marketLists(
  { marketTypes, markets }: VenueDialect,
  company: Company,
): readonly ListQuery<ListedMarket>[] {
  const lists = markets();
  assert(lists.length === marketTypes.length, 'each type of market has a list');
  return lists.filter((_list, at) => {
    const type = marketTypes[at];
    return type !== undefined && company.marketTypes.includes(type);
  });
}

function hostOf({ hosts, code }: Company, host: string): string {
  const own = hosts[host];
  assert(own !== undefined, `"${code}" has a host in place of "${host}"`);
  return own;
}

function addressAt(company: Company, address: string): string {
  const url = new URL(address);
  url.hostname = hostOf(company, url.hostname);
  return url.href;
}

/** In what the dialect returns, what its functions return, and what their replies are read as. */
function renameFor({ code, of }: Company): Rename {
  const from = `${of.toUpperCase()}_`;
  const to = `${code.toUpperCase()}_`;
  const renameText = (field: string, text: string): string => {
    if (field === 'marketTag' && text.startsWith(from)) return `${to}${text.slice(from.length)}`;
    return field === 'exchange' && text === of ? code : text;
  };
  const renameField = (field: string, value: unknown): unknown => {
    if (typeof value === 'string') return renameText(field, value);
    if (Array.isArray(value)) return value.map((each: unknown) => renameField('', each));
    if (typeof value === 'function') {
      const work = value as (...given: readonly unknown[]) => unknown;
      return (...given: readonly unknown[]) => renameField('', work(...given));
    }
    return isPlain(value) ? renameAll(value) : value;
  };
  const renameAll = (value: object): object =>
    Object.fromEntries(
      Object.entries(value).map(([field, each]) => [field, renameField(field, each)]),
    );
  return <T>(value: T) => renameField('', value) as T;
}

function isPlain(value: unknown): value is object {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}
