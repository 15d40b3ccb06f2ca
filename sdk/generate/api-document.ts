// Reads the OpenAPI document for the generators, with references followed.

export type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly (string | number | boolean | null)[];
  readonly const?: string | number | boolean | null;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: { readonly [name: string]: Schema };
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly 'x-extensible-enum'?: readonly string[];
};

type Reference = { readonly $ref: string };

export type Parameter = {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description: string;
  readonly schema: Schema;
};

type Response = {
  readonly content?: { readonly [type: string]: { readonly schema: Schema } };
};

export type Operation = {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly 'x-rate-limit-tier': string;
  readonly parameters: readonly (Parameter | Reference)[];
  readonly requestBody?: {
    readonly content: { readonly [type: string]: { readonly schema: Schema } };
  };
  readonly responses: { readonly [status: string]: Response | Reference };
};

export type ApiDocument = {
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } };
  readonly components: {
    readonly parameters: { readonly [name: string]: Parameter };
    readonly responses: { readonly [name: string]: Response };
    readonly schemas: { readonly [name: string]: Schema };
  };
};

/** An operation with what a client needs of it. */
export type ReadOperation = {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly tier: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly body: Schema | null;
  /** Null: it responds without a body. */
  readonly output: Schema | null;
  /** The shape of an item, and its list in a page; null: it is not read page by page. */
  readonly page: { readonly list: string; readonly item: Schema } | null;
  /** Whether its list is sent as a table too. */
  readonly isTable: boolean;
};

/**
 * The document with decimals where they are referred to: clients have a type of their own for them.
 */
export function withDecimals(document: ApiDocument): ApiDocument {
  const schemas = Object.entries(document.components.schemas);
  const decimals = new Map(schemas.filter(([, { format }]) => format === 'decimal'));
  const replaced = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(replaced);
    if (typeof part !== 'object' || part === null) return part;
    const { $ref, ...rest } = part as { readonly $ref?: string };
    const decimal = $ref === undefined ? undefined : decimals.get(nameIn($ref));
    const entries = Object.entries(decimal === undefined ? part : { ...decimal, ...rest });
    return Object.fromEntries(entries.map(([key, value]) => [key, replaced(value)]));
  };
  const others = Object.fromEntries(schemas.filter(([name]) => !decimals.has(name)));
  const components = { ...document.components, schemas: others };
  return replaced({ ...document, components }) as ApiDocument;
}

/**
 * All operations that end by themselves, in the order of the document. Streams do not: clients
 * follow them with iterators that are written by hand.
 */
export function readOperations(document: ApiDocument): readonly ReadOperation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => !isStream(document, operation))
      .map(([method, operation]) => readOperation(document, path, method.toUpperCase(), operation)),
  );
}

function isStream(document: ApiDocument, operation: Operation): boolean {
  return 'text/event-stream' in (successOf(document, operation).content ?? {});
}

function successOf({ components }: ApiDocument, { responses }: Operation): Response {
  const [status = ''] = Object.keys(responses);
  const given = responses[status] ?? {};
  return '$ref' in given ? found(components.responses, given.$ref) : given;
}

/** The schemas of which a value fits one; null: there is no choice. */
export function choicesOf({ anyOf, type, enum: words, ...rest }: Schema): readonly Schema[] | null {
  if (anyOf !== undefined) return anyOf;
  if (type === undefined || typeof type === 'string') return null;
  const known = words?.filter((word) => word !== null);
  return type.map((each) =>
    each === 'null'
      ? { type: each }
      : { ...rest, type: each, ...(known === undefined ? {} : { enum: known }) },
  );
}

/** Last part of a reference such as `#/components/schemas/Order`. */
export function nameIn(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

function readOperation(
  document: ApiDocument,
  path: string,
  method: string,
  operation: Operation,
): ReadOperation {
  const { components } = document;
  const parameters = operation.parameters.map((parameter) =>
    '$ref' in parameter ? found(components.parameters, parameter.$ref) : parameter,
  );
  const { content } = successOf(document, operation);
  const output = content?.['application/json']?.schema ?? null;
  return {
    id: operation.operationId,
    method,
    path,
    tier: operation['x-rate-limit-tier'],
    description: operation.description,
    parameters: parameters
      .filter((parameter) => parameter.in !== 'header')
      .map((parameter) =>
        isChosenByAccept(parameter) ? { ...parameter, required: false } : parameter,
      ),
    body: operation.requestBody?.content['application/json']?.schema ?? null,
    output,
    page: pageOf(components.schemas, output),
    isTable: content?.['text/csv'] !== undefined,
  };
}

/** One value chooses the response, which the clients do by the header `Accept`. */
function isChosenByAccept({ in: place, schema }: Parameter): boolean {
  return place === 'query' && schema.enum?.length === 1;
}

/** Pages have a cursor, and one list. */
function pageOf(
  schemas: ApiDocument['components']['schemas'],
  output: Schema | null,
): ReadOperation['page'] {
  const shape = output?.$ref === undefined ? null : found(schemas, output.$ref);
  if (shape?.properties?.['next_cursor'] === undefined) return null;
  const list = shape.properties['data'] === undefined ? 'users' : 'data';
  const item = shape.properties[list]?.items;
  if (item === undefined) throw new Error(`"${output?.$ref ?? ''}" has a cursor and no list`);
  return { list, item };
}

function found<T>(components: { readonly [name: string]: T }, reference: string): T {
  const component = components[nameIn(reference)];
  if (component === undefined) throw new Error(`"${reference}" is not in the document`);
  return component;
}
