// A thread of compute whose work is to try what it must not do.

import { serveThread } from '#adapters/threads/serve-thread.ts';
import type { Escape } from './try-attempts.ts';
import { tryAttempts } from './try-attempts.ts';

serveThread((sent) => tryAttempts(sent as Escape));
