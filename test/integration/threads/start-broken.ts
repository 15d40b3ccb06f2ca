// Thread in the tests of stateful threads that dies as it starts.

throw new Error('it cannot start');
