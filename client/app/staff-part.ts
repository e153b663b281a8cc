/** The part of the pages that a scanned credential does not need. It loads as one script. */

export { CredentialActions } from '../credential/credential-actions.tsx'
export { ErasedDrafts } from '../form/drafts.ts'
export { FormScreen } from '../form/form-screen.tsx'
export { IncidentsEntry } from '../gate-numbers/gate-numbers.tsx'
export { HelpScreen } from '../help/help-screen.tsx'
export { ListScreen } from '../list/list-screen.tsx'
export { LoginScreen } from '../login/login-screen.tsx'
export { PassagesScreen } from '../passages/passages-screen.tsx'
export { RemovedScreen } from '../removed/removed-screen.tsx'
export { Scanner } from '../scan/scanner.tsx'
export { SettingsScreen } from '../settings/settings-screen.tsx'
export { BackupFailure, OtherRole, ServerGone } from './staff-frame.tsx'
