// Writes the list of recordings that no reader reads, each with its reason:
// `node test/venues/recordings/write-unread.ts`.

import { writeFileSync } from 'node:fs';
import { unreadRecordings, UNREAD_FILE } from './unread-recordings.ts';

writeFileSync(UNREAD_FILE, await unreadRecordings());
