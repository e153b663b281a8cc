/** Translates the decision of a status to SQL: see `statusKinds`, which decides alike. */
import { licences } from '#domain/validity/rules'
import { earliestIssue, type StatusBasis } from '#domain/validity/status-kinds'
import type { Bind } from './search-sql.ts'

/** Returns an expression for the kind of a pilot's status. */
export function statusColumn(basis: StatusBasis, bind: Bind): string {
  const day = bind(basis.day)
  const isInTime = (licence: string) => {
    const earliest = earliestIssue(basis, licence)
    if (!earliest) return 'false'
    return `coalesce(issued >= ${bind(earliest.day)}, since >= ${bind(earliest.moment)}, true)`
  }
  const issues = licences.map((licence) => `WHEN licencia = ${bind(licence)} THEN ${isInTime(licence)}`)
  return `CASE
    WHEN suspended_from <= ${day} AND coalesce(suspended_to >= ${day}, true) THEN 'suspended'
    WHEN medical_until < ${day} THEN 'expired'
    WHEN coalesce(valid_until >= ${day}, CASE ${issues.join(' ')} ELSE ${isInTime('')} END) THEN 'valid'
    ELSE 'expired' END`
}
