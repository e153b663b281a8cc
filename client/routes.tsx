/** Which screen stands at which address. */
import { Route, Routes } from 'react-router-dom'
import { screens } from '#domain/addresses'
import { Layout } from './components/layout.tsx'
import { StaffOnly } from './components/staff-only.tsx'
import { Later } from './later.tsx'
import { CredentialScreen } from './screens/credential-screen.tsx'

export function Screens() {
  const list = <Later>{({ ListScreen }) => <ListScreen />}</Later>
  return (
    <Routes>
      <Route element={<Layout />}>
        <Route path={screens.credential} element={<CredentialScreen />} />
        <Route path={screens.login} element={<Later>{({ LoginScreen }) => <LoginScreen />}</Later>} />
        <Route path={screens.help} element={<Later>{({ HelpScreen }) => <HelpScreen />}</Later>} />
        <Route element={<StaffOnly />}>
          <Route path={screens.home} element={list} />
          <Route path={screens.search} element={list} />
          <Route path={screens.form} element={<Later>{({ FormScreen }) => <FormScreen />}</Later>} />
          <Route path="*" element={<Later>{({ ListScreen }) => <ListScreen isMissingPage />}</Later>} />
        </Route>
      </Route>
    </Routes>
  )
}
