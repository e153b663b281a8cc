/** Maps each address to its screen. */
import { Route, Routes } from 'react-router-dom'
import { screens } from '#domain/web/addresses'
import type { CredentialActionsProps } from '../credential/credential-actions.tsx'
import { CredentialScreen } from '../credential/credential-screen.tsx'
import { Later } from './later.tsx'
import { Layout } from './layout.tsx'
import { StaffOnly } from './staff-only.tsx'

export function Screens() {
  const list = <Later>{({ ListScreen }) => <ListScreen />}</Later>
  const actions = (props: CredentialActionsProps) => (
    <Later waiting={null}>{({ CredentialActions }) => <CredentialActions {...props} />}</Later>
  )
  return (
    <Routes>
      <Route element={<Layout />}>
        <Route path={screens.credential} element={<CredentialScreen actions={actions} />} />
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
