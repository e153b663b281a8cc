/** The part of the pages that a scanned credential does not show; it comes as one script, with one sheet. */
export { BackupFailure } from './components/backup-failure.tsx'
export { CredentialActions } from './components/credential-actions.tsx'
export { ServerGone } from './components/server-gone.tsx'
export { FormScreen } from './screens/form-screen.tsx'
export { HelpScreen } from './screens/help-screen.tsx'
export { ListScreen } from './screens/list-screen.tsx'
export { LoginScreen } from './screens/login-screen.tsx'
