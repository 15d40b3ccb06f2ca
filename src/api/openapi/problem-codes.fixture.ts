// Codes that the document lists under one status, for tests.

import type { ProblemCode } from '#api/http/responses/problems.ts';
import { PROBLEMS } from '#api/http/responses/problems.ts';
import type { OpenApiDocument, OpenApiOperation } from '#api/openapi/open-api-document.ts';
import { responseOf } from '#api/openapi/open-api-document.ts';

/** The codes of problems that an operation responds with under a status. */
export function problemCodesOf(
  document: OpenApiDocument,
  operation: OpenApiOperation,
  status: number,
): readonly ProblemCode[] {
  const { [String(status)]: listed, default: any } = operation.responses;
  const given = listed ?? any;
  const shared = given === undefined ? [] : (responseOf(document, given)['x-codes'] ?? []);
  const codes = [...shared, ...(operation['x-problems'] ?? [])];
  return codes.filter((code) => PROBLEMS[code].status === status);
}
