// Switches the writing of the log of events off and on, to compare what work costs with and without
// it. Positions of simulated futures are reported by a function and stay.

import type { Database } from '#adapters/postgres/connection/database.ts';

const TRIGGERS = {
  text: `
    SELECT tgrelid::regclass::text AS name, tgname AS trigger
    FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
    WHERE NOT tgisinternal AND p.proname LIKE 'note\\_%' ORDER BY 1, 2`,
};

type TriggerRow = { readonly name: string; readonly trigger: string };

/** `database` is the owner's. */
export async function switchLog(database: Database, isOn: boolean): Promise<void> {
  for (const { name, trigger } of await database.read<TriggerRow>(TRIGGERS, [])) {
    const verb = isOn ? 'ENABLE' : 'DISABLE';
    await database.write({ text: `ALTER TABLE ${name} ${verb} TRIGGER ${trigger}` }, []);
  }
}
