/** Redirects people who are not staff to the sign-in, and remembers the address that they asked for. */
import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { screens } from '#domain/web/addresses'
import { useSession } from '../api/session.ts'

export function StaffOnly({ children }: { children: ReactNode }) {
  const { staff } = useSession()
  const { pathname, search } = useLocation()
  return staff ? (
    children
  ) : (
    <Navigate to={screens.login} replace state={{ goingTo: pathname.replace(/^[\\/]+/, '/') + search }} />
  )
}
