// Decimals as numbers of a library of your choice, such as decimal.js or big.js: an adapter around
// the client. Programs that do not import it do not carry it.

import type { Decimal, Event as ApiEvent, Operations } from './api-types.ts';
import { DECIMAL_OUTPUTS, DECIMAL_SHAPES } from './decimal-shapes.ts';
import type { EventOptions, StreamOptions } from './event-stream.ts';
import type { MarketMessage } from './market-stream.ts';
import * as OPERATION_TABLE from './operation-table.ts';
import type { OperationId, PagedId, TidemillClient } from './partial-client.ts';
import type { CallOptions } from './transport.ts';

export type DecimalAdapter<Numeral extends object> = {
  /** Such as `(text) => new BigNumber(text)`. */
  readonly read: (text: string) => Numeral;
  /** In plain digits: `(value) => value.toFixed()`; an exponent is refused by the service. */
  readonly write: (value: Numeral) => string;
};

/**
 * 0 is a decimal, a text the shape of that name; `*` is for fields of any name. A decimal that may
 * also be an object is the field without a name.
 */
export type Shape = 0 | string | { readonly [field: string]: Shape };

type DecimalMark = Exclude<keyof Decimal, keyof string>;

/** With numerals in place of decimals. */
export type WithNumerals<T, Numeral> = T extends string
  ? DecimalMark extends keyof T
    ? Numeral
    : T
  : T extends object
    ? { [Key in keyof T]: WithNumerals<T[Key], Numeral> }
    : T;

/** With numerals or texts in place of decimals. */
export type Numberable<T, Numeral> = T extends string
  ? DecimalMark extends keyof T
    ? Numeral | T
    : T
  : T extends object
    ? { [Key in keyof T]: Numberable<T[Key], Numeral> }
    : T;

type Input<Id extends OperationId, Numeral> = Numberable<Operations[Id]['input'], Numeral>;

type CallArguments<Id extends OperationId, Numeral> =
  {} extends Input<Id, Numeral>
    ? [input?: Input<Id, Numeral>, options?: CallOptions]
    : [input: Input<Id, Numeral>, options?: CallOptions];

export type DecimalClient<Numeral> = {
  readonly [Id in OperationId]: (
    ...given: CallArguments<Id, Numeral>
  ) => Promise<WithNumerals<Operations[Id]['output'], Numeral>>;
} & {
  each<Id extends PagedId>(
    id: Id,
    ...given: CallArguments<Id, Numeral>
  ): AsyncGenerator<WithNumerals<Operations[Id]['item'], Numeral>, void, undefined>;
  events(options?: EventOptions): AsyncGenerator<WithNumerals<ApiEvent, Numeral>, void, undefined>;
  market(
    marketTag: string,
    options?: StreamOptions,
  ): AsyncGenerator<WithNumerals<MarketMessage, Numeral>, void, undefined>;
} & Pick<TidemillClient, 'rateLimit'>;

/** Of the data of a message of a market. */
const MARKET_SHAPES: { readonly [type: string]: Shape } = {
  ticker: { data: 'MarketTicker' },
  minute: { data: 'Candle' },
};

type Values = Readonly<Record<string, unknown>>;
type Call = (input?: Values, options?: CallOptions) => Promise<unknown>;
type Iterate = (
  id: string,
  input?: Values,
  options?: CallOptions,
) => AsyncGenerator<unknown, void, undefined>;

/** The client with decimals read and written by the adapter. */
export function withDecimals<Numeral extends object>(
  client: TidemillClient,
  { read, write }: DecimalAdapter<Numeral>,
): DecimalClient<Numeral> {
  const reading = (shape: Shape | undefined, value: unknown): unknown =>
    readValue(shape, value, read);
  const writing = (input: Values = {}): Values => writeValue(input, write as never) as Values;
  const calls = client as unknown as { readonly [id: string]: Call };
  const methods = Object.fromEntries(
    Object.keys(OPERATION_TABLE).map((id) => [
      id,
      async (input?: Values, options?: CallOptions) =>
        reading(DECIMAL_OUTPUTS[id], await calls[id]?.(writing(input), options)),
    ]),
  );
  const others = {
    async *each(id: string, input?: Values, options?: CallOptions) {
      const shape = fieldOf(DECIMAL_OUTPUTS[id], listOf(id));
      for await (const item of (client.each as Iterate)(id, writing(input), options)) {
        yield reading(shape, item);
      }
    },
    async *events(options?: EventOptions) {
      for await (const event of client.events(options)) yield reading('Event', event);
    },
    async *market(marketTag: string, options?: StreamOptions) {
      for await (const message of client.market(marketTag, options)) {
        yield reading(MARKET_SHAPES[message.type], message);
      }
    },
    rateLimit: (tier: string) => client.rateLimit(tier),
  };
  return { ...methods, ...others } as unknown as DecimalClient<Numeral>;
}

/** The list of a page. */
function listOf(id: string): string {
  const table: { readonly [id: string]: readonly string[] } = OPERATION_TABLE;
  return table[id]?.[3] ?? 'data';
}

function fieldOf(shape: Shape | undefined, name: string): Shape | undefined {
  const named = typeof shape === 'string' ? DECIMAL_SHAPES[shape] : shape;
  if (typeof named === 'string') return fieldOf(named, name);
  if (typeof named !== 'object') return undefined;
  return named[name] ?? (name === '' ? undefined : named['*']);
}

/** Lists have the shape of their items. */
function readValue(
  shape: Shape | undefined,
  value: unknown,
  read: (text: string) => unknown,
): unknown {
  if (shape === undefined) return value;
  if (typeof value === 'string') {
    return shape === 0 || fieldOf(shape, '') === 0 ? read(value) : value;
  }
  if (Array.isArray(value)) return value.map((item) => readValue(shape, item, read));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      readValue(fieldOf(shape, name), each, read),
    ]),
  );
}

/** Objects of a class are numerals, except instants. */
function writeValue(value: unknown, write: (value: object) => string): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (Array.isArray(value)) return value.map((item) => writeValue(item, write));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return write(value);
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, writeValue(each, write)]),
  );
}
