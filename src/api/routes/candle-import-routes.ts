// Import of candles that are sent as a file.

import { LIMITS } from '#lib/limits.ts';
import { importSentCandles } from '#services/history/import-sent-candles.ts';
import { ok, refuseField } from '#api/http/responses/api-response.ts';
import { defineOperation } from '#api/http/operation.ts';
import { refuseImport } from '#api/routes/refuse-import.ts';
import {
  bytesFromWire,
  IMPORTED_CANDLES,
  importCommandFromWire,
  ImportCandlesSchema,
} from '#api/schemas/candle-import.ts';

export const candleImportRoutes = [
  defineOperation({
    method: 'POST',
    path: '/v1/candle-imports',
    operationId: 'importCandles',
    tag: 'Markets',
    summary: 'Import candles',
    description: 'Into the archive, as by `tidemill history import`.',
    scope: 'admin',
    tier: 'writes',
    params: {},
    query: {},
    body: ImportCandlesSchema,
    bodyBytesMax: LIMITS.candleFileBodyBytesMax,
    success: { status: 200, description: 'Read.', schema: IMPORTED_CANDLES.schema },
    errors: ['forbidden', 'invalid_request'],
    needsOwner: true,
    isAddition: true,
    handle: async (deps, { body }) => {
      const bytes = bytesFromWire(body.file);
      if (bytes === null) return refuseField('file', 'base64', 'something else');
      const command = importCommandFromWire(body, bytes, deps.archiveCode);
      const imported = await importSentCandles(deps, command);
      if (!imported.ok) return refuseImport(imported.rejection, body.symbol);
      return ok(IMPORTED_CANDLES.toWire(imported.value));
    },
  }),
];
