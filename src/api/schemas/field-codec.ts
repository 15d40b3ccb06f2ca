// Codecs of the API, each field written once: its schema, and how it is read from the domain's
// value. From a record of fields follow the documented shape and the function that fills it. Fields
// are sent in the order in which they are written.

import type { Static, TArrayOptions, TObject, TProperties, TSchema, TSchemaOptions } from 'typebox';
import Type from 'typebox';
import { present } from '#lib/assert.ts';
import type { Decimal } from '#lib/decimal.ts';
import type { LeftOut } from '#api/http/responses/left-out.ts';
import { addLeftOut, leftOutOf, markLeftOut } from '#api/http/responses/left-out.ts';
import { rowsEncoder } from '#api/schemas/sendable-rows.ts';
import {
  responseAmount,
  responseDecimal,
  averageToWire,
  nullableAverageToWire,
  decimalToWire,
  figureToWire,
  instantString,
  instantToWire,
  nullable,
  nullableDecimalToWire,
  nullableFigureToWire,
  nullableInstantToWire,
  percentToWire,
  shape,
} from '#api/schemas/wire-values.ts';

type Field<Source, Schema extends TSchema> = {
  readonly schema: Schema;
  readonly read: (source: Source) => Static<Schema>;
  /** Whether it is or has a list, of which rows may be left out. */
  readonly mayLack?: boolean;
  /** The field that it follows in the document, where it is sent at another place. */
  readonly documentedAfter?: string;
};

type Fields<Source> = { readonly [name: string]: Field<Source, TSchema> };

type PropertiesOf<Given extends Fields<never>> = {
  -readonly [Name in keyof Given]: Given[Name]['schema'];
};

/** A schema, and what fills it from a `Source`. */
export type WireShape<Source, Schema extends TSchema> = {
  readonly schema: Schema;
  readonly toWire: (source: Source) => Static<Schema>;
};

export type Codec<Source, Properties extends TProperties> = WireShape<Source, TObject<Properties>>;

/**
 * A shape of the document, filled from a `Source`. It is given in two calls, so that the source is
 * named and the fields are inferred.
 */
export function shapeOf<Source>() {
  return <Given extends Fields<Source>>(
    name: string,
    description: string,
    fields: Given,
    marks: TSchemaOptions = {},
  ): Codec<Source, PropertiesOf<Given>> => {
    const properties = propertiesOf(fields) as PropertiesOf<Given>;
    const schema = shape(name, description, properties, marks);
    const encode = encoderOf<Source>(fields);
    return { schema, toWire: (source) => encode(source) as Static<typeof schema> };
  };
}

/** Fields that several shapes share. */
export function fieldsOf<Source>() {
  return <Given extends Fields<Source>>(fields: Given): Given => fields;
}

/** A field of whatever schema. */
export function field<Source, Schema extends TSchema>(
  schema: Schema,
  read: (source: Source) => Static<Schema>,
): Field<Source, Schema> {
  return { schema, read };
}

/** Decimal field, sent as a string. */
export function decimalField<Source>(
  description: string,
  example: string,
  read: (source: Source) => Decimal,
) {
  const schema = responseDecimal(description, example);
  return field(schema, (source: Source) => decimalToWire(read(source)));
}

/** Decimal field that may be null. */
export function nullableDecimalField<Source>(
  description: string,
  example: string,
  read: (source: Source) => Decimal | null,
) {
  const schema = nullable(responseDecimal(description, example));
  return field(schema, (source: Source) => nullableDecimalToWire(read(source)));
}

/** An amount or a price, which are never below zero. */
export function amountField<Source>(
  description: string,
  example: string,
  read: (source: Source) => Decimal,
) {
  const schema = responseAmount(description, example);
  return field(schema, (source: Source) => decimalToWire(read(source)));
}

/** Field of an amount that may be null; its schema says that it is one. */
export function nullableAmountField<Source>(
  description: string,
  example: string,
  read: (source: Source) => Decimal | null,
) {
  const schema = nullable(responseAmount(description, example));
  return field(schema, (source: Source) => nullableDecimalToWire(read(source)));
}

/** An average of prices. */
export function averageField<Source>(
  description: string,
  example: string,
  read: (source: Source) => Decimal,
) {
  const schema = responseAmount(description, example);
  return field(schema, (source: Source) => averageToWire(read(source)));
}

/** An average of prices; null before there is one. */
export function nullableAverageField<Source>(
  description: string,
  example: string,
  read: (source: Source) => Decimal | null,
) {
  const schema = nullable(responseAmount(description, example));
  return field(schema, (source: Source) => nullableAverageToWire(read(source)));
}

/** Percentage field, rounded to the places of percentages. */
export function percentField<Source>(
  description: string,
  example: string,
  read: (source: Source) => Decimal,
) {
  const schema = responseDecimal(description, example);
  return field(schema, (source: Source) => percentToWire(read(source)));
}

/** A figure that was computed in floats. */
export function figureField<Source>(
  description: string,
  example: string,
  read: (source: Source) => number,
) {
  const schema = responseDecimal(description, example);
  return field(schema, (source: Source) => figureToWire(read(source)));
}

/** A figure that was computed in floats; null too where there is no such number. */
export function nullableFigureField<Source>(
  description: string,
  example: string,
  read: (source: Source) => number | null | undefined,
) {
  const schema = nullable(responseDecimal(description, example));
  return field(schema, (source: Source) => nullableFigureToWire(read(source)));
}

/** Instant field, sent in ISO 8601 with milliseconds. */
export function instantField<Source>(description: string, read: (source: Source) => number) {
  const schema = instantString(description);
  return field(schema, (source: Source) => instantToWire(read(source)));
}

/** Instant field that may be null. */
export function nullableInstantField<Source>(
  description: string,
  read: (source: Source) => number | null,
  marks: TSchemaOptions = {},
) {
  const schema = nullable(instantString(description), marks);
  return field(schema, (source: Source) => nullableInstantToWire(read(source)));
}

/** An optional field of a request where it is shown: left out where nothing was chosen. */
export function chosenField<Source, Schema extends TSchema>(
  schema: Schema,
  read: (source: Source) => Static<Schema> | null | undefined,
): Field<Source, Schema> {
  // JSON leaves out what is undefined.
  return { schema, read: (source) => (read(source) ?? undefined) as Static<Schema> };
}

/** Another shape. */
export function shapeField<Source, Inner, Properties extends TProperties>(
  { schema, toWire }: Codec<Inner, Properties>,
  read: (source: Source) => Inner,
) {
  return { ...field(schema, (source: Source) => toWire(read(source))), mayLack: true } as const;
}

/** Another shape, or null. */
export function nullableShapeField<Source, Inner, Properties extends TProperties>(
  { schema, toWire }: Codec<Inner, Properties>,
  read: (source: Source) => Inner | null,
  marks: TSchemaOptions = {},
) {
  return field(nullable(schema, marks), (source: Source) => {
    const inner = read(source);
    return inner === null ? null : toWire(inner);
  });
}

/** A list of another shape. */
export function listField<Source, Inner, Properties extends TProperties>(
  { schema, toWire }: Codec<Inner, Properties>,
  options: TArrayOptions,
  read: (source: Source) => readonly Inner[],
) {
  const encode = rowsEncoder(schema, toWire);
  const list = field(Type.Array(schema, options), (source: Source) => encode(read(source)));
  return { ...list, mayLack: true } as const;
}

/** The same shape, filled from what its source is derived from. */
export function derivedFrom<Given, Source, Schema extends TSchema>(
  { schema, toWire }: WireShape<Source, Schema>,
  derive: (given: Given) => Source,
): WireShape<Given, Schema> {
  return { schema, toWire: (given) => toWire(derive(given)) };
}

/** `{data: [...]}`: what such values are sent as where all are returned at once. */
export function listOf<Source, Item extends TSchema>(name: string, item: WireShape<Source, Item>) {
  const schema = shape(name, 'A whole list.', { data: itemsOf(item.schema) });
  const encode = rowsEncoder(item.schema, item.toWire);
  const toWire = (sources: readonly Source[]) => {
    const data = encode(sources);
    return markLeftOut({ data }, leftOutOf(data));
  };
  return { schema, toWire };
}

/** How a page of such values is sent. */
export type SentPage<Source> = {
  readonly schema: TObject;
  readonly toWire: (sources: readonly Source[], nextCursor: string | null) => Static<TObject>;
};

/** `{data: [...], next_cursor}`: one page of them. */
export function pageOf<Source, Item extends TSchema>(name: string, item: WireShape<Source, Item>) {
  const schema = shape(name, 'One page.', {
    data: itemsOf(item.schema),
    next_cursor: nullable(Type.String({ description: 'Next page, or null.' })),
  });
  const encode = rowsEncoder(item.schema, item.toWire);
  const toWire = (sources: readonly Source[], nextCursor: string | null) => {
    const data = encode(sources);
    return markLeftOut({ data, next_cursor: nextCursor }, leftOutOf(data));
  };
  return { schema, toWire };
}

function itemsOf<Item extends TSchema>(item: Item) {
  return Type.Array(item, { description: 'Items.' });
}

/** The fields of a part of the source. */
export function fieldsThrough<Source, Inner, Given extends Fields<Inner>>(
  fields: Given,
  pick: (source: Source) => Inner,
) {
  const through = Object.entries(fields).map(([name, of]) => [
    name,
    { ...of, read: (source: Source) => of.read(pick(source)) },
  ]);
  return Object.fromEntries(through) as {
    readonly [Name in keyof Given]: Field<Source, Given[Name]['schema']>;
  };
}

/** In the order of the document. */
function propertiesOf(fields: Fields<never>): TProperties {
  const names = Object.keys(fields);
  for (const [name, { documentedAfter }] of Object.entries(fields)) {
    if (documentedAfter === undefined) continue;
    names.splice(names.indexOf(name), 1);
    names.splice(names.indexOf(documentedAfter) + 1, 0, name);
  }
  return Object.fromEntries(
    names.map((name) => [name, present(fields[name], 'a field of its name').schema]),
  );
}

/** Made once per shape: what a call does is to read each field. */
function encoderOf<Source>(fields: Fields<Source>): (source: Source) => object {
  const entries = Object.entries(fields).map(([name, { read }]) => ({ name, read }));
  const lacking = Object.keys(fields).filter((name) => fields[name]?.mayLack === true);
  return (source) => {
    const wire: { [name: string]: unknown } = {};
    for (const { name, read } of entries) wire[name] = read(source);
    let leftOut: LeftOut | null = null;
    for (const name of lacking) leftOut = addLeftOut(leftOut, leftOutOf(wire[name]));
    return markLeftOut(wire, leftOut);
  };
}
