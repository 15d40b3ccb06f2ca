// The API as a file of HTTP requests, which editors send: the HTTP client of JetBrains, the REST
// Client of Visual Studio Code, httpYac and Kulala read it.

import type { OpenApiDocument } from '#api/openapi/open-api-document.ts';
import { groupsOf } from '#api/pages/reference-frame.ts';
import type { ExampleRequest } from './example-request.ts';
import { exampleRequest } from './example-request.ts';

/** The text of `clients/http/tidemill.http`. */
export function httpFile(document: OpenApiDocument, baseUrl: string): string {
  const requests = groupsOf(document).map(
    ({ name, description, entries }) =>
      `### ${name}: ${description}\n\n${entries
        .map((entry) => requestText(exampleRequest(document, entry)))
        .join('\n')}`,
  );
  const names = new Set(
    Object.keys(document.paths).flatMap((path) =>
      [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
    ),
  );
  const variables = [...names].toSorted().map((name) => `@${name} = `);
  return `# The requests of ${document.info.title}. Written from openapi.json by
# node test/golden/openapi/write-openapi.ts. Fill in the key, and the names that a request needs.

@baseUrl = ${baseUrl}
@apiKey = tm_live_
${variables.join('\n')}

${requests.join('\n')}`;
}

function requestText(request: ExampleRequest): string {
  const { id, title, method, path, inQuery, body, takesKey, isStream } = request;
  const place = path.replaceAll(/\{(\w+)\}/g, '{{$1}}');
  const required = inQuery.filter(({ isRequired }) => isRequired);
  const query = required.map(({ name, value }) => `${name}=${value}`).join('&');
  const optional = inQuery.filter(({ isRequired }) => !isRequired).map(({ name }) => name);
  return [
    `### ${title}`,
    `# @name ${id}`,
    ...(optional.length === 0 ? [] : [`# Optional: ${optional.join(', ')}`]),
    `${method} {{baseUrl}}${place}${query === '' ? '' : `?${query}`}`,
    'Authorization: Bearer {{apiKey}}',
    ...(takesKey ? ['Idempotency-Key: {{$guid}}'] : []),
    ...(isStream ? ['Accept: text/event-stream'] : []),
    ...(body === null ? [] : ['Content-Type: application/json', '', body]),
    '',
  ].join('\n');
}
