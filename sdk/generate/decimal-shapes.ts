// Places of decimals in what operations return, for the adapter of the client that reads them as
// numbers of a library.

import type { ApiDocument, Schema } from './api-document.ts';
import { choicesOf, nameIn, readOperations } from './api-document.ts';

/**
 * 0 is a decimal, a text the shape of that name; `*` is for fields of any name. A decimal that may
 * also be an object is the field without a name.
 */
type Shape = 0 | string | { readonly [field: string]: Shape };

const TEXT = '';

/** The text of `src/decimal-shapes.ts`. */
export function decimalShapes(document: ApiDocument): string {
  const shapes = namedShapes(document);
  const operations = readOperations(document).flatMap(({ id, output }) => {
    const shape = output === null ? null : shapeOf(output, shapes);
    return shape === null ? [] : [[id, shape] as const];
  });
  return `// Data: where decimals are. Written by sdk/generate/write-client.ts from openapi.json.

import type { Shape } from './decimals.ts';

export const DECIMAL_SHAPES: { readonly [name: string]: Shape } = {
${[...shapes].map(line).join('')}};

/** Of what operations return. */
export const DECIMAL_OUTPUTS: { readonly [id: string]: Shape } = {
${operations.map(line).join('')}};
`;
}

function line([name, shape]: readonly [string, Shape]): string {
  return `  ${name}: ${literal(shape)},\n`;
}

function literal(shape: Shape): string {
  if (shape === 0) return '0';
  if (typeof shape === 'string') return `'${shape}'`;
  const fields = Object.entries(shape).map(
    ([name, each]) => `${/^\w+$/.test(name) ? name : `'${name}'`}: ${literal(each)}`,
  );
  return `{ ${fields.join(', ')} }`;
}

/** Those that have decimals in them, however deep. */
function namedShapes({ components }: ApiDocument): ReadonlyMap<string, Shape> {
  const schemas = Object.entries(components.schemas);
  const shapes = new Map<string, Shape>();
  for (let size = -1; size < shapes.size;) {
    size = shapes.size;
    for (const [name, schema] of schemas) {
      const shape = shapeOf(schema, shapes);
      if (shape !== null) shapes.set(name, shape);
    }
  }
  return shapes;
}

/** Null: nothing in it is a decimal. */
function shapeOf(schema: Schema, named: ReadonlyMap<string, Shape>): Shape | null {
  if (schema.$ref !== undefined) {
    const name = nameIn(schema.$ref);
    return named.has(name) ? name : null;
  }
  const choices = choicesOf(schema);
  if (choices !== null) return joined(choices, named);
  if (schema.format === 'decimal') return 0;
  if (schema.items !== undefined) return shapeOf(schema.items, named);
  const { properties = {}, additionalProperties: others } = schema;
  const fields = Object.entries(properties);
  if (typeof others === 'object') fields.push(['*', others]);
  const shapes = fields.flatMap(([name, field]) => {
    const shape = shapeOf(field, named);
    return shape === null ? [] : [[name, shape] as const];
  });
  return shapes.length === 0 ? null : Object.fromEntries(shapes);
}

/** Of a value that is one of several: the fields of all. */
function joined(choices: readonly Schema[], named: ReadonlyMap<string, Shape>): Shape | null {
  const shapes = choices.map((choice) => shapeOf(choice, named)).filter((shape) => shape !== null);
  const [first, ...others] = shapes;
  if (first === undefined) return null;
  const isText = ({ type, format }: Schema): boolean => type === 'string' && format !== 'decimal';
  if (first === 0 && choices.some(isText)) throw new Error('a decimal beside a text is ambiguous');
  return others.reduce((all, shape) => merged(all, shape, named), first);
}

function merged(left: Shape, right: Shape, named: ReadonlyMap<string, Shape>): Shape {
  if (literal(left) === literal(right)) return left;
  const [own, other] = [fieldsOf(left, named), fieldsOf(right, named)];
  const fields = Object.entries(other).map(([name, shape]) => {
    const known = own[name];
    return [name, known === undefined ? shape : merged(known, shape, named)] as const;
  });
  return { ...own, ...Object.fromEntries(fields) };
}

function fieldsOf(shape: Shape, named: ReadonlyMap<string, Shape>): Exclude<Shape, 0 | string> {
  const fields = typeof shape === 'string' ? (named.get(shape) ?? {}) : shape;
  if (typeof fields === 'string') return fieldsOf(fields, named);
  return fields === 0 ? { [TEXT]: 0 } : fields;
}
