// The API as a collection for Bruno: a folder for each group, and in it a file for each operation.

import type { OpenApiDocument } from '#api/openapi/open-api-document.ts';
import { groupsOf } from '#api/pages/reference-frame.ts';
import type { ExampleParameter, ExampleRequest } from './example-request.ts';
import { exampleRequest } from './example-request.ts';

/** The texts below `clients/bruno/`, by their places there. */
export function brunoFolder(
  document: OpenApiDocument,
  baseUrl: string,
): readonly (readonly [string, string])[] {
  const collection = { version: '1', name: document.info.title, type: 'collection' };
  const groups = groupsOf(document).flatMap(({ name, description, entries }, index) => {
    const folder = name.toLowerCase().replaceAll(/[^a-z]+/g, '-');
    const meta = block('meta', [`name: ${name}`, `seq: ${index + 1}`]);
    return [
      [`${folder}/folder.bru`, textOf([meta, docs(description)])] as const,
      ...entries.map((entry, place) => {
        const request = exampleRequest(document, entry);
        return [`${folder}/${request.id}.bru`, requestText(request, place + 1)] as const;
      }),
    ];
  });
  return [
    ['bruno.json', `${JSON.stringify(collection, null, 2)}\n`],
    [
      'collection.bru',
      textOf([
        block('auth', ['mode: bearer']),
        block('auth:bearer', ['token: {{apiKey}}']),
        docs(document.info.description),
      ]),
    ],
    [
      'environments/local.bru',
      `${block('vars', [`baseUrl: ${baseUrl}`])}\nvars:secret [\n  apiKey\n]\n`,
    ],
    ...groups,
  ];
}

function requestText(request: ExampleRequest, place: number): string {
  const { title, description, method, path, inPath, inQuery, body, takesKey, isStream } = request;
  const required = inQuery.filter(({ isRequired }) => isRequired);
  const query = required.map(({ name, value }) => `${name}=${value}`).join('&');
  const address = `{{baseUrl}}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
  const headers = [
    ...(takesKey ? ['Idempotency-Key: {{$guid}}'] : []),
    ...(isStream ? ['Accept: text/event-stream'] : []),
  ];
  return textOf([
    block('meta', [`name: ${title}`, 'type: http', `seq: ${place}`]),
    block(method.toLowerCase(), [
      `url: ${address}${query === '' ? '' : `?${query}`}`,
      `body: ${body === null ? 'none' : 'json'}`,
      'auth: inherit',
    ]),
    block('params:query', inQuery.map(parameterLine)),
    block(
      'params:path',
      inPath.map(({ name }) => `${name}: `),
    ),
    block('headers', headers),
    block('body:json', body === null ? [] : body.split('\n')),
    docs([description, ...[...inPath, ...inQuery].map(parameterText)].join('\n')),
  ]);
}

/** One that is optional is there, and not sent. */
function parameterLine({ name, isRequired, value }: ExampleParameter): string {
  return `${isRequired ? '' : '~'}${name}: ${value}`;
}

function parameterText({ name, description }: ExampleParameter): string {
  return `- \`${name}\`: ${description}`;
}

function docs(text: string): string {
  return block('docs', text.split('\n'));
}

/** Empty: nothing is in it. */
function block(name: string, lines: readonly string[]): string {
  if (lines.length === 0) return '';
  return `${name} {\n${lines.map((line) => (line === '' ? '' : `  ${line}`)).join('\n')}\n}\n`;
}

function textOf(blocks: readonly string[]): string {
  return blocks.filter((each) => each !== '').join('\n');
}
