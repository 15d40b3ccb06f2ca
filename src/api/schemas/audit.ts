// The wire shape of entries of the audit log.

import type { ListedEntry } from '#services/audit/list-audit.ts';
import { AUDIT_ACTS } from '#services/audit/list-audit.ts';
import { field, instantField, pageOf, shapeOf } from '#api/schemas/field-codec.ts';
import { ADDITION, nullable, oneOf, text } from '#api/schemas/wire-values.ts';

const ENTRY = shapeOf<ListedEntry>()(
  'AuditEntry',
  'Who did what from where.',
  {
    entry_id: field(text('The entry.', 'aud_01jd3f8k2m5q7r9t1v3x5z7b9c'), (of) => of.entryId),
    at: instantField('When it happened.', (of) => of.atMs),
    user_id: field(text('Whose it is.', 'user_01jd3f8k2m5q7r9t'), (of) => of.userId),
    user_name: field(nullable(text('Its name; null: it is no more.', 'ada')), (of) => of.userName),
    act: field(oneOf(AUDIT_ACTS, 'What was done.'), (of) => of.act),
    subject: field(
      nullable(text('What it was done with: of a request its operation.', 'startBot bot_01jd')),
      (of) => of.subject,
    ),
    actor_id: field(
      nullable(text('The session or key; null: the operator, at the machine.', 'sess_01jd3f8k')),
      (of) => of.actorId,
    ),
    actor_name: field(
      nullable(text('Who acted on another user; null: the user itself.', 'grace')),
      (of) => of.actorName,
    ),
    address: field(nullable(text('From where; null: unknown.', '192.0.2.7')), (of) => of.address),
  },
  ADDITION,
);
export const AUDIT_PAGE = pageOf('AuditPage', ENTRY);
