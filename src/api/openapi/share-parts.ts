// Moves what several operations have in common to the components of the OpenAPI document: their
// parameters, and successes that differ by their description only.

import type { OpenApiParameter, ParameterRef } from '#api/openapi/open-api-document.ts';
import type {
  OpenApiResponse,
  ResponseComponents,
  ResponseRef,
} from '#api/openapi/describe-responses.ts';
import { RESPONSE_REFERENCE } from '#api/openapi/describe-responses.ts';
import { SCHEMA_REFERENCE } from '#api/openapi/schema-collector.ts';

export const PARAMETER_REFERENCE = '#/components/parameters/';

type Parameters = { readonly [name: string]: OpenApiParameter };

/** By name: the form of a parameter that most operations have, if two at least have it. */
export function sharedParameters(all: readonly OpenApiParameter[]): Parameters {
  const shared: Record<string, OpenApiParameter> = {};
  for (const [name, forms] of Map.groupBy(all, componentName)) {
    const byText = [...Map.groupBy(forms, (form) => JSON.stringify(form)).values()];
    const [most = []] = byText.toSorted((left, right) => right.length - left.length);
    const [form] = most;
    if (form !== undefined && most.length > 1) shared[name] = form;
  }
  return Object.fromEntries(
    Object.entries(shared).toSorted(([left], [right]) => (left < right ? -1 : 1)),
  );
}

/**
 * A header that some operations have by the published contract, others beyond it, is two, of which
 * the second has the last word of its name, because the document is to stay small.
 */
function componentName(parameter: OpenApiParameter): string {
  const isAddition = parameter.in === 'header' && parameter['x-addition'] === true;
  return isAddition ? parameter.name.slice(parameter.name.lastIndexOf('-') + 1) : parameter.name;
}

/** A reference, where the parameter is one of the shared ones. */
export function referToParameter(
  shared: Parameters,
  parameter: OpenApiParameter,
): OpenApiParameter | ParameterRef {
  const name = componentName(parameter);
  const known = shared[name];
  if (known === undefined || JSON.stringify(known) !== JSON.stringify(parameter)) return parameter;
  return { $ref: PARAMETER_REFERENCE + name };
}

type Responses = { readonly [status: string]: OpenApiResponse | ResponseRef };

/** Finds the successes that several operations share, adds them, and returns who refers to them. */
export function shareSuccesses(
  all: readonly Responses[],
  components: ResponseComponents,
): (responses: Responses) => Responses {
  const counts = new Map<string, number>();
  const inline = all.flatMap((responses) =>
    Object.entries(responses).flatMap(([status, response]) =>
      '$ref' in response ? [] : [{ key: successKey(status, response), status, response }],
    ),
  );
  for (const { key } of inline) counts.set(key, (counts.get(key) ?? 0) + 1);
  const names = new Map<string, string>();
  for (const { key, status, response } of inline) {
    const name = successName(status, response);
    if (name === null || names.has(key) || (counts.get(key) ?? 0) < 2) continue;
    if (components.has(name)) continue;
    names.set(key, name);
    components.set(name, response);
  }
  const refer = (status: string, response: OpenApiResponse | ResponseRef) => {
    if ('$ref' in response) return response;
    const name = names.get(successKey(status, response));
    if (name === undefined) return response;
    return { $ref: RESPONSE_REFERENCE + name, description: response.description };
  };
  return (responses) =>
    Object.fromEntries(
      Object.entries(responses).map(([status, response]) => [status, refer(status, response)]),
    );
}

function successKey(status: string, response: OpenApiResponse): string {
  return JSON.stringify([status, { ...response, description: '' }]);
}

/** After the shape, such as `OrderPage` or `BotCreatedRetained`; null without a named one. */
function successName(status: string, { headers, content }: OpenApiResponse): string | null {
  const suffix = headers['Idempotency-Replayed'] === undefined ? '' : 'Retained';
  if (content === undefined) return `Done${suffix}`;
  const body = content['application/json'];
  const reference = body?.schema.$ref;
  if (reference === undefined || body?.['x-example-changes'] !== undefined) return null;
  const kind = status === '201' ? 'Created' : status === '202' ? 'Accepted' : '';
  return reference.slice(SCHEMA_REFERENCE.length) + kind + suffix;
}
