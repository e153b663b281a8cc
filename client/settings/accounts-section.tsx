/** The accounts of staff: their list, and the dialogs that add, change and remove them. */
import { useState } from 'react'
import { api } from '../api/api.ts'
import { useSession } from '../api/session.ts'
import { settingsApi } from '../api/settings-api.ts'
import { useLoad } from '../api/use-load.ts'
import button from '../ui/button.module.css'
import { Failure, Loading } from '../ui/load.tsx'
import { Confirmation } from '../ui/question.tsx'
import { AccountDialog } from './account-dialog.tsx'
import styles from './settings-screen.module.css'

type Open = { dialog: 'add' } | { dialog: 'change' | 'remove'; user: string }

export function AccountsSection() {
  const session = useSession()
  const { value: accounts, error, reload } = useLoad((signal) => settingsApi.accounts(signal), 'accounts')
  const [open, setOpen] = useState<Open>()
  const [done, setDone] = useState('')

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
    if (info.staff) finish(text)
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
          {accounts.map(({ user }) => (
            <li key={user} className={styles.row}>
              <p>
                <b>{user}</b>
                {user === session.user && <span className={styles.hint}>la suya</span>}
              </p>
              <div className={styles.actions}>
                <button
                  type="button"
                  className={button.button}
                  aria-label={`Cambiar la contraseña de ${user}`}
                  onClick={() => setOpen({ dialog: 'change', user })}
                >
                  Contraseña
                </button>
                <button
                  type="button"
                  className={button.danger}
                  aria-label={`Borrar la cuenta ${user}`}
                  onClick={() => setOpen({ dialog: 'remove', user })}
                >
                  Borrar
                </button>
              </div>
            </li>
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
          title={`¿Borrar la cuenta ${open.user}?`}
          action="Borrar cuenta"
          confirm={() => remove(open.user)}
          onClose={() => setOpen(undefined)}
        >
          <p>{consequence(open.user, session.user, accounts?.length ?? 0)}</p>
        </Confirmation>
      )}
      {open && open.dialog !== 'remove' && (
        <AccountDialog
          user={open.dialog === 'change' ? open.user : undefined}
          onDone={finish}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
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
