// A value that is made when it is first requested.

/** A function that calls `make` the first time, and returns that value each time. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
