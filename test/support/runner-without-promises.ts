// The test runner follows each promise of its process, to say which test an error without one that
// waits for it came from. In tests of many promises that is a third of the time. Here it follows
// timers and connections only: such an error still fails the process, without a name of a test.
//
// It has an effect in a process that has not loaded the runner before.

import hooks from 'node:async_hooks';

const { createHook } = hooks;
hooks.createHook = (callbacks) => createHook({ ...callbacks, trackPromises: false });
export const { after, test } = await import('node:test');
hooks.createHook = createHook;
