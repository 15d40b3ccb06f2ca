// The partners of the installation with what each used this month, for its operator.

import { present } from '#lib/assert.ts';
import type { UserStore } from '#ports/stores/user-store.ts';
import type { PartnerStore } from '#ports/stores/partner-store.ts';
import type { Report, ReportDeps } from '#services/partner-reports/make-report.ts';
import { makeReport } from '#services/partner-reports/make-report.ts';
import type { PartnerOfUser } from '#services/partners/list-partners.ts';
import { listPartners } from '#services/partners/list-partners.ts';

export type ListPartnerUsageDeps = ReportDeps & {
  readonly users: Pick<UserStore, 'listUsers'>;
  readonly partners: Pick<PartnerStore, 'listPartners'>;
};

/** The report is of the current month, without its end users. */
export type PartnerWithUsage = { readonly partner: PartnerOfUser; readonly report: Report };

/** Sorted by name. Throws Failure. */
export async function listPartnerUsage(
  deps: ListPartnerUsageDeps,
): Promise<readonly PartnerWithUsage[]> {
  const partners = await listPartners(deps);
  const all: PartnerWithUsage[] = [];
  // One after the other: each reads all that its end users did.
  for (const partner of partners) {
    const caller = { userId: partner.partnerId, endUserId: null };
    const month = { fromMs: null, toMs: null, afterUserId: null, limit: 0 };
    const made = await makeReport(deps, { caller, ...month });
    all.push({ partner, report: present(made.ok ? made.value : null, 'this month has begun') });
  }
  return all.sort((one, other) => (one.partner.userName < other.partner.userName ? -1 : 1));
}
