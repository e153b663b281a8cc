/** Shows a screen to people with a role, and leads a gate to its page and people without a session to the sign-in. */
import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { screens } from '#domain/web/addresses'
import { permits, type Role } from '#domain/web/roles'
import { useSession } from '../api/session.ts'
import { StaffPartLoader } from './later.tsx'

/** The sign-in remembers the address that the person asked for. */
export function RoleOnly({ needed, children }: { needed: Role; children: ReactNode }) {
  const { role } = useSession()
  const { pathname, search } = useLocation()
  if (role === null) {
    const goingTo = pathname.replace(/^[\\/]+/, '/') + search
    return <Navigate to={screens.login} replace state={{ goingTo }} />
  }
  if (permits(role, needed)) return children
  if (role === 'puerta' && pathname !== screens.gate) return <Navigate to={screens.gate} replace />
  return <StaffPartLoader>{({ OtherRole }) => <OtherRole role={role} needed={needed} />}</StaffPartLoader>
}
