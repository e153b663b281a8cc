/** The part of the pages that a scanned credential does not need. It loads as one script with one stylesheet. */

export { CredentialActions } from '../credential/credential-actions.tsx'
export { FormScreen } from '../form/form-screen.tsx'
export { HelpScreen } from '../help/help-screen.tsx'
export { ListScreen } from '../list/list-screen.tsx'
export { LoginScreen } from '../login/login-screen.tsx'
export { RemovedScreen } from '../removed/removed-screen.tsx'
export { Scanner } from '../scan/scanner.tsx'
export { SettingsScreen } from '../settings/settings-screen.tsx'
export { BackupFailure } from './backup-failure.tsx'
export { OtherRole } from './other-role.tsx'
export { ServerGone } from './server-gone.tsx'
