// Refusals of a form, at the fields that they are about; the rest of them above.

import { ApiProblemError } from '@tidemill/client';
import type { ReactNode } from 'react';
import { createContext, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { Wrong } from './notice.tsx';

type FieldErrors = {
  readonly errors: NonNullable<ApiProblemError['problem']['errors']>;
  /** Says that there is a field of this pointer; returns how to take that back. */
  readonly claim: (field: string) => () => void;
};

const FieldErrorsContext = createContext<FieldErrors>({ errors: [], claim: () => () => undefined });

const NO_ERRORS: FieldErrors['errors'] = [];

type Props = { readonly error: unknown; readonly children: ReactNode };

/** Around the fields of a form; `error` is that of sending it. */
export function Refusals({ error, children }: Props) {
  const [claimed, setClaimed] = useState<readonly string[]>([]);
  const errors = (error instanceof ApiProblemError ? error.problem.errors : null) ?? NO_ERRORS;
  const claim = useCallback((field: string) => {
    setClaimed((before) => [...before, field]);
    return () => setClaimed((before) => before.toSpliced(before.indexOf(field), 1));
  }, []);
  const value = useMemo(() => ({ errors, claim }), [errors, claim]);
  const isAtFields =
    errors.length > 0 &&
    errors.every(({ pointer }) => claimed.some((field) => isWithin(pointer, field)));
  return (
    <FieldErrorsContext value={value}>
      {isAtFields ? null : <Wrong error={error} />}
      {children}
    </FieldErrorsContext>
  );
}

/**
 * What is refused of a field, named by its pointer into the body without `#/`; null: nothing, or
 * the field has no name.
 */
export function useRefusal(field: string | undefined): string | null {
  const { errors, claim } = useContext(FieldErrorsContext);
  useEffect(() => (field === undefined ? undefined : claim(field)), [claim, field]);
  if (field === undefined) return null;
  const detail = errors.find(({ pointer }) => isWithin(pointer, field))?.detail;
  return detail === undefined ? null : sentenceOf(detail);
}

function isWithin(pointer: string | undefined, field: string): boolean {
  return pointer === `#/${field}` || pointer?.startsWith(`#/${field}/`) === true;
}

/** The label says which field it is. */
function sentenceOf(detail: string): string {
  const text = detail.replace(/^Field "[^"]*": /, '');
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
}
