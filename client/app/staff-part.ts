/**
 * The part of the pages that a scanned credential does not need. It loads as one script. A screen has the name of its
 * address. `React.lazy` for each screen made a page take four times as long.
 */

export { ApprovalsScreen } from '../applications/approvals-screen.tsx'
export { CredentialActions } from '../credential/credential-actions.tsx'
export { CredentialSections } from '../credential/credential-sections.tsx'
export { PendingScreen as pending } from '../events/pending-screen.tsx'
export { ReportScreen as report } from '../events/report-screen.tsx'
export { StartListScreen as startList } from '../events/startlist/start-list-screen.tsx'
export { ClockNotice } from '../gate/clock-notice.tsx'
export { PassagesScreen as incidents } from '../gate/passages/passages-screen.tsx'
export { HelpScreen as help } from '../help/help-screen.tsx'
export { ManualScreen as manual } from '../help/manual-screen.tsx'
export { ErasedDrafts } from '../pilots/form/drafts.ts'
export { FormScreen } from '../pilots/form/form-screen.tsx'
export { RemovedScreen as removed } from '../pilots/removed-screen.tsx'
export { Scanner } from '../scan/scanner.tsx'
export { LoginScreen as login } from '../staff/login-screen.tsx'
export { featureScreens } from './features.ts'
export { OtherScreen, SettingsScreen as settings } from './settings-screen.tsx'
export {
  BackupFailure,
  DamageNotice,
  LateEntries,
  MoreEntries,
  OtherRole,
  ServerGone,
  UnsentNotice,
  WaitingFigure,
} from './staff-frame.tsx'
