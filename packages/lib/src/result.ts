// A correct result is either a value or a rejection; both are returned, neither is thrown.

export type Accepted<T> = { readonly ok: true; readonly value: T };
export type Rejected<R> = { readonly ok: false; readonly rejection: R };
export type Result<T, R> = Accepted<T> | Rejected<R>;

/** The request was carried out (or the value is valid). */
export function accepted<T>(value: T): Accepted<T> {
  return { ok: true, value };
}

/** The request was understood and refused for a reason that the caller can read. */
export function rejected<R>(rejection: R): Rejected<R> {
  return { ok: false, rejection };
}
