/** The screen in place of one that the role of the person may not open. */
import { screens } from '#domain/web/addresses'
import { permits, type Role, roleRefusal } from '#domain/web/roles'
import button from '../ui/button.module.css'
import empty from '../ui/empty.module.css'
import { Link } from '../ui/link.tsx'

export function OtherRole({ role, needed }: { role: Role; needed: Role }) {
  return (
    <div className={empty.empty} role="alert">
      <title>Otra cuenta · PilotOS</title>
      <h1>Esta pantalla pide otra cuenta</h1>
      <p>{roleRefusal(role, needed)}.</p>
      {permits(role, 'mesa') && (
        <Link className={button.primary} to={screens.search}>
          Ir a la lista
        </Link>
      )}
    </div>
  )
}
