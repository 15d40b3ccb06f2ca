// The rights that protect an account from those that trade in it.

import type { Scope } from '#domain/access/scope.ts';
import { allows } from '#domain/access/scope.ts';

/** One of them, beside the scope of the operation, where access is made or a limit lifted. */
export const PROTECTING_SCOPES = ['accounts', 'admin'] as const satisfies readonly Scope[];

/** Why a caller may tighten what protects, and not lift it. */
export type LooseningRefusal = 'insufficient_scope' | 'confirmation_required';

/** Whether rights reach beyond trading. */
export function mayProtect(granted: readonly Scope[]): boolean {
  return PROTECTING_SCOPES.some((scope) => allows(granted, scope));
}
