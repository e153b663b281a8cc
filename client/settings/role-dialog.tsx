/** The dialog that changes the role of an account. */
import { useState } from 'react'
import { type Role, roleNames } from '#domain/web/roles'
import type { AccountInfo } from '#domain/web/schemas'
import { api } from '../api/api.ts'
import { useSession } from '../api/session.ts'
import { settingsApi } from '../api/settings-api.ts'
import { Confirmation } from '../ui/question.tsx'
import { RoleChoice } from './role-choice.tsx'

interface RoleDialogProps {
  account: AccountInfo
  onDone: (text: string) => void
  onClose: () => void
}

export function RoleDialog({ account: { user, role }, onDone, onClose }: RoleDialogProps) {
  const session = useSession()
  const [chosen, setChosen] = useState<Role>(role)

  async function change() {
    if (chosen === role) return onClose()
    await settingsApi.changeRole(user, chosen)
    if (user === session.user) session.update(await api.session())
    onDone(`El rol de ${user} es ahora ${roleNames[chosen]}: vale desde ahora, también donde ya entró.`)
  }

  return (
    <Confirmation title={`Rol de ${user}`} action="Cambiar" confirm={change} onClose={onClose}>
      <RoleChoice value={chosen} onChange={setChosen} />
    </Confirmation>
  )
}
