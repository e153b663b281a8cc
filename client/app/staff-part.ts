/** The part of the pages that a scanned credential does not need. It loads as one script. */

export { CredentialActions } from '../credential/credential-actions.tsx'
export { CredentialSections } from '../credential/credential-sections.tsx'
export { ClockNotice } from '../gate/clock-notice.tsx'
export { ErasedDrafts } from '../pilots/form/drafts.ts'
export { Scanner } from '../scan/scanner.tsx'
export { LaterScreen } from './later-screen.tsx'
export {
  BackupFailure,
  DamageNotice,
  LateEntries,
  MoreEntries,
  OtherRole,
  PagePaper,
  ServerGone,
  UnsentNotice,
  WaitingFigure,
} from './staff-frame.tsx'
