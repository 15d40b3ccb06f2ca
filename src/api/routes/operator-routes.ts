// Operations of owners on the installation as a whole.

import { readInstallation } from '#services/operator/read-installation.ts';
import { listPartnerUsage } from '#services/partner-reports/list-partner-usage.ts';
import { ok } from '#api/http/responses/api-response.ts';
import { defineOperation } from '#api/http/operation.ts';
import { OPERATOR_PARTNER_LIST } from '#api/schemas/operator-partner.ts';
import { InstallationSchema, installationToWire } from '#api/schemas/installation.ts';

export const operatorRoutes = [
  defineOperation({
    method: 'GET',
    path: '/v1/operator',
    operationId: 'getInstallation',
    tag: 'Operator',
    summary: 'Get the state of the installation',
    description:
      'Its processes with their figures, queues, database and slow requests. Processes say every ' +
      'ten seconds that they live. `/metrics` has the figures for programs that watch them.',
    scope: 'admin',
    tier: 'reads',
    params: {},
    query: {},
    body: null,
    success: { status: 200, description: 'The state.', schema: InstallationSchema },
    errors: ['forbidden'],
    needsOwner: true,
    isAddition: true,
    handle: async (deps) => ok(installationToWire(await readInstallation(deps))),
  }),

  defineOperation({
    method: 'GET',
    path: '/v1/operator/partners',
    operationId: 'listPartners',
    tag: 'Operator',
    summary: 'List partners',
    description:
      'All partners, sorted by name, with what their end users used since the month began and ' +
      'what is due for it so far.',
    scope: 'admin',
    tier: 'reads',
    params: {},
    query: {},
    body: null,
    success: { status: 200, description: 'The partners.', schema: OPERATOR_PARTNER_LIST.schema },
    errors: ['forbidden'],
    needsOwner: true,
    isAddition: true,
    handle: async (deps) => ok(OPERATOR_PARTNER_LIST.toWire(await listPartnerUsage(deps))),
  }),
];
