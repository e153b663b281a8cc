/** The screens that a scanned credential does not need. `React.lazy` for each made a page take four times as long. */
import type { ComponentType } from 'react'
import { matchPath } from 'react-router-dom'
import { readApplicationPath, screens } from '#domain/api/addresses'
import { ApprovalsScreen } from '../applications/approvals-screen.tsx'
import { PendingScreen } from '../events/pending-screen.tsx'
import { ReportScreen } from '../events/report-screen.tsx'
import { StartListScreen } from '../events/startlist/start-list-screen.tsx'
import { PassagesScreen } from '../gate/passages/passages-screen.tsx'
import { HelpScreen } from '../help/help-screen.tsx'
import { ManualScreen } from '../help/manual-screen.tsx'
import { FormScreen } from '../pilots/form/form-screen.tsx'
import { RemovedScreen } from '../pilots/removed-screen.tsx'
import { LoginScreen } from '../staff/login-screen.tsx'
import { featureScreens } from './features.ts'
import { OtherScreen, SettingsScreen } from './settings-screen.tsx'

/** Each has the name of its address. */
const named: Readonly<Partial<Record<string, ComponentType>>> = {
  ...{ pending: PendingScreen, report: ReportScreen, startList: StartListScreen, incidents: PassagesScreen },
  ...{ help: HelpScreen, manual: ManualScreen, removed: RemovedScreen, login: LoginScreen },
  settings: SettingsScreen,
  ...featureScreens,
}

/** The screen of an address that is not a credential's. An unknown address shows the list under a notice. */
export function LaterScreen({ path, search }: { path: string; search: string }) {
  const application = readApplicationPath({ pathname: path, search })
  if (application || matchPath(screens.approvals, path)) return <ApprovalsScreen application={application} />
  const form = matchPath(screens.form, path)
  if (form) return <FormScreen id={form.params.id_form} />
  const [name = ''] = Object.entries(screens).find(([one, to]) => one in named && matchPath(to, path)) ?? []
  const Found = named[name]
  if (Found) return <Found />
  const isList = matchPath(screens.home, path) || matchPath(screens.search, path)
  return <OtherScreen isMissingPage={!isList} />
}
