/** Maps each address to its screen. */
import { Route, Routes } from 'react-router-dom'
import { screens } from '#domain/web/addresses'
import type { CredentialActionsProps } from '../credential/credential-actions.tsx'
import { CredentialScreen } from '../credential/credential-screen.tsx'
import { StaffPartLoader } from './later.tsx'
import { Layout } from './layout.tsx'
import { StaffOnly } from './staff-only.tsx'

export function Screens() {
  const list = <StaffPartLoader>{({ ListScreen }) => <ListScreen />}</StaffPartLoader>
  const actions = (props: CredentialActionsProps) => (
    <StaffPartLoader waiting={null}>
      {({ CredentialActions }) => <CredentialActions {...props} />}
    </StaffPartLoader>
  )
  return (
    <Routes>
      <Route element={<Layout />}>
        <Route path={screens.credential} element={<CredentialScreen actions={actions} />} />
        <Route
          path={screens.login}
          element={<StaffPartLoader>{({ LoginScreen }) => <LoginScreen />}</StaffPartLoader>}
        />
        <Route
          path={screens.help}
          element={<StaffPartLoader>{({ HelpScreen }) => <HelpScreen />}</StaffPartLoader>}
        />
        <Route element={<StaffOnly />}>
          <Route path={screens.home} element={list} />
          <Route path={screens.search} element={list} />
          <Route
            path={screens.form}
            element={<StaffPartLoader>{({ FormScreen }) => <FormScreen />}</StaffPartLoader>}
          />
          <Route
            path={screens.removed}
            element={<StaffPartLoader>{({ RemovedScreen }) => <RemovedScreen />}</StaffPartLoader>}
          />
          <Route
            path={screens.settings}
            element={<StaffPartLoader>{({ SettingsScreen }) => <SettingsScreen />}</StaffPartLoader>}
          />
          <Route
            path="*"
            element={<StaffPartLoader>{({ ListScreen }) => <ListScreen isMissingPage />}</StaffPartLoader>}
          />
        </Route>
      </Route>
    </Routes>
  )
}
