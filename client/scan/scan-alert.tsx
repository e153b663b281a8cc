/** Shows why a scan opened no credential: a notice over the page, or the red screen of a revoked credential. */
import { Failure } from '../ui/load.tsx'
import overlay from '../ui/overlay.module.css'
import type { CodeLookup } from './code-lookup.ts'
import { RevokedAlert } from './revoked-alert.tsx'

export function ScanAlert({ lookup: { alert, show } }: { lookup: CodeLookup }) {
  return (
    <>
      <div className={overlay.overlay}>{alert && 'notice' in alert && <Failure error={alert.notice} />}</div>
      {alert && 'revocation' in alert && (
        <RevokedAlert revocation={alert.revocation} onClose={() => show(undefined)} />
      )}
    </>
  )
}
