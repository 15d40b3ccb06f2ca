// By which way the requests of contract tests reach the service: as they are written, or by the one
// that is set before the tests are loaded, such as a client.

import type { InjectOptions, LightMyRequestResponse as ReceivedResponse } from 'fastify';
import type { CheckedDocument, DescribedOperation } from './document-check.ts';

export type Inject = (request: InjectOptions | string) => Promise<ReceivedResponse>;

export type CarriedRequest = {
  readonly request: InjectOptions;
  readonly path: string;
  readonly operation: DescribedOperation;
  readonly document: CheckedDocument;
};

/** Gets the request to the service, once, and returns what the service responded. */
export type Carrier = (carried: CarriedRequest, inject: Inject) => Promise<ReceivedResponse>;

let carrier: Carrier = ({ request }, inject) => inject(request);

/** For all services of this process. */
export function carryBy(other: Carrier): void {
  carrier = other;
}

export const carry: Carrier = (carried, inject) => carrier(carried, inject);
