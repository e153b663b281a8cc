/** The accounts of staff: their list with the roles, and the dialogs that add, change and remove them. */
import { useState } from 'react'
import { roleNames } from '#domain/web/roles'
import type { AccountInfo } from '#domain/web/schemas'
import { api } from '../api/api.ts'
import { useSession } from '../api/session.ts'
import { settingsApi } from '../api/settings-api.ts'
import { useLoad } from '../api/use-load.ts'
import button from '../ui/button.module.css'
import { Failure, Loading } from '../ui/load.tsx'
import { Confirmation } from '../ui/question.tsx'
import { AccountDialog } from './account-dialog.tsx'
import { RoleDialog } from './role-dialog.tsx'
import styles from './settings-screen.module.css'

type Open = { dialog: 'add' } | { dialog: 'change' | 'remove' | 'role'; account: AccountInfo }

export function AccountsSection() {
  const session = useSession()
  const { value, error, reload } = useLoad((signal) => settingsApi.accounts(signal), 'accounts')
  // The phones of the gates have a section of their own.
  const accounts = value?.filter(({ gate }) => gate === undefined)
  const [open, setOpen] = useState<Open>()
  const [done, setDone] = useState('')

  const close = () => setOpen(undefined)

  function finish(text: string) {
    setOpen(undefined)
    setDone(text)
    reload()
  }

  async function remove(user: string) {
    await settingsApi.removeAccount(user)
    if (user !== session.user) return finish(`La cuenta ${user} fue borrada.`)
    const text = `La cuenta ${user} fue borrada, y con ella terminó su sesión.`
    const info = await api.session()
    session.update(info, text)
    if (info.role === 'admin') finish(text)
  }

  return (
    <>
      <p>Con una cuenta se entra desde otro equipo: un teléfono, una tableta u otra computadora.</p>
      <p role="status" className={styles.good}>
        {done}
      </p>
      {error && <Failure error={error} retry={reload} />}
      {!accounts && !error && <Loading />}
      {accounts?.length === 0 && <p>Todavía no hay ninguna cuenta.</p>}
      {accounts && accounts.length > 0 && (
        <ul className={styles.rows}>
          {accounts.map((account) => (
            <AccountRow
              key={account.user}
              account={account}
              isOwn={account.user === session.user}
              onOpen={(dialog) => setOpen({ dialog, account })}
            />
          ))}
        </ul>
      )}
      <div className={styles.actions}>
        <button type="button" className={button.primary} onClick={() => setOpen({ dialog: 'add' })}>
          Agregar cuenta
        </button>
      </div>
      {open?.dialog === 'remove' && (
        <Confirmation
          title={`¿Borrar la cuenta ${open.account.user}?`}
          action="Borrar cuenta"
          confirm={() => remove(open.account.user)}
          onClose={close}
        >
          <p>{consequence(open.account.user, session.user, accounts?.length ?? 0)}</p>
        </Confirmation>
      )}
      {open?.dialog === 'role' && <RoleDialog account={open.account} onDone={finish} onClose={close} />}
      {(open?.dialog === 'add' || open?.dialog === 'change') && (
        <AccountDialog
          user={open.dialog === 'change' ? open.account.user : undefined}
          onDone={finish}
          onClose={close}
        />
      )}
    </>
  )
}

interface AccountRowProps {
  account: AccountInfo
  isOwn: boolean
  onOpen: (dialog: 'change' | 'remove' | 'role') => void
}

function AccountRow({ account: { user, role }, isOwn, onOpen }: AccountRowProps) {
  return (
    <li className={styles.row}>
      <p>
        <b>{user}</b>
        <span className={styles.hint}>
          {roleNames[role]}
          {isOwn && ', la suya'}
        </span>
      </p>
      <div className={styles.actions}>
        <button
          type="button"
          className={button.button}
          aria-label={`Cambiar el rol de ${user}`}
          onClick={() => onOpen('role')}
        >
          Rol
        </button>
        <button
          type="button"
          className={button.button}
          aria-label={`Cambiar la contraseña de ${user}`}
          onClick={() => onOpen('change')}
        >
          Contraseña
        </button>
        <button
          type="button"
          className={button.danger}
          aria-label={`Borrar la cuenta ${user}`}
          onClick={() => onOpen('remove')}
        >
          Borrar
        </button>
      </div>
    </li>
  )
}

function consequence(user: string, own: string | null, accounts: number): string {
  const first =
    user === own
      ? 'Es la cuenta con la que usted entró: su sesión termina aquí y en los demás equipos.'
      : 'Los equipos que entraron con ella salen al momento. Lo que registró no cambia.'
  const last = ' Es la última cuenta: hasta crear otra en la laptop, nadie puede entrar desde otro equipo.'
  return accounts === 1 ? first + last : first
}
