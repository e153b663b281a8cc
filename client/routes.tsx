/** Which screen stands at which address. */
import { Route, Routes } from 'react-router-dom'
import { screens } from '#domain/addresses'
import { Layout } from './components/layout.tsx'
import { StaffOnly } from './components/staff-only.tsx'
import { later } from './later.ts'
import { CredentialScreen } from './screens/credential-screen.tsx'

const ListScreen = later(async () => (await import('./screens/list-screen.tsx')).ListScreen)
const FormScreen = later(async () => (await import('./screens/form-screen.tsx')).FormScreen)
const HelpScreen = later(async () => (await import('./screens/help-screen.tsx')).HelpScreen)
const LoginScreen = later(async () => (await import('./screens/login-screen.tsx')).LoginScreen)

export function Screens() {
  return (
    <Routes>
      <Route element={<Layout />}>
        <Route path={screens.credential} element={<CredentialScreen />} />
        <Route path={screens.login} element={<LoginScreen />} />
        <Route path={screens.help} element={<HelpScreen />} />
        <Route element={<StaffOnly />}>
          <Route path={screens.home} element={<ListScreen />} />
          <Route path={screens.search} element={<ListScreen />} />
          <Route path={screens.form} element={<FormScreen />} />
          <Route path="*" element={<ListScreen isMissingPage />} />
        </Route>
      </Route>
    </Routes>
  )
}
