// Bindings of generated code for its globals, host and state while its script does not run: a
// function that another script still holds fails as a script does, not as the service.

import { libraryError } from '#lua/runtime/errors.ts';

function refuse(): never {
  throw libraryError('a function of a script that does not run cannot be called');
}

export const UNBOUND: object = new Proxy(Object.freeze(Object.create(null) as object), {
  get: refuse,
  set: refuse,
});
