/** The accounts of staff: their list with the roles, and the dialogs that add, change and remove them. */

import { useState } from 'react'
import { passwordProblem, repetitionProblem, userProblem } from '#domain/staff/accounts'
import type { AccountInfo } from '#domain/staff/calls'
import { type Role, roleNames, roles, roleTexts } from '#domain/staff/roles'
import { call, callForList, callForOne } from '../api/call.ts'
import { useLoad } from '../api/load.ts'
import { useSession } from '../api/session.ts'
import button from '../ui/button.module.css'
import { Confirmation, FormDialog } from '../ui/dialog.tsx'
import { RadioGroup, TextField } from '../ui/field.tsx'
import { Button, Done, useForm } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import { Awaited } from '../ui/notice.tsx'
import parts from '../ui/parts.module.css'
import styles from '../ui/settings.module.css'

type Open = { dialog: 'add' } | { dialog: 'password' | 'remove' | 'role'; account: AccountInfo }

export function AccountsSection() {
  const session = useSession()
  const loaded = useLoad(async (signal) => {
    const accounts = await callForList('GET /api/accounts', { signal })
    // The phones of the gates have a section of their own.
    return accounts.filter(({ gate }) => gate === undefined)
  }, 'accounts')
  const [open, setOpen] = useState<Open>()
  const [done, setDone] = useState('')
  const account = open && 'account' in open ? open.account : undefined
  const dialog = { onDone: finish, onClose: () => setOpen(undefined) }

  function finish(text: string) {
    setOpen(undefined)
    setDone(text)
    loaded.reload()
  }

  async function remove(user: string) {
    await call('DELETE /api/accounts', { query: { user } })
    if (user !== session.user) return finish(`La cuenta ${user} fue borrada.`)
    const text = `La cuenta ${user} fue borrada, y con ella terminó su sesión.`
    const info = await callForOne('GET /api/session')
    session.update(info, text)
    if (info.role === 'admin') finish(text)
  }

  return (
    <>
      <p>Con una cuenta se entra desde otro equipo: un teléfono, una tableta u otra computadora.</p>
      <Done>{done}</Done>
      <Awaited load={loaded}>
        {(accounts) =>
          accounts.length === 0 ? (
            <p>Todavía no hay ninguna cuenta.</p>
          ) : (
            <ul className={`${parts.lines} ${styles.rows}`}>
              {accounts.map((account) => (
                <AccountRow
                  key={account.user}
                  account={account}
                  isOwn={account.user === session.user}
                  onOpen={(dialog) => setOpen({ dialog, account })}
                />
              ))}
            </ul>
          )
        }
      </Awaited>
      <div className={layout.row}>
        <Button className={button.primary} onClick={() => setOpen({ dialog: 'add' })}>
          Agregar cuenta
        </Button>
      </div>
      {open?.dialog === 'add' && <AccountDialog {...dialog} />}
      {account && open?.dialog === 'password' && <AccountDialog user={account.user} {...dialog} />}
      {account && open?.dialog === 'role' && <RoleDialog account={account} {...dialog} />}
      {account && open?.dialog === 'remove' && (
        <Confirmation
          title={`¿Borrar la cuenta ${account.user}?`}
          action="Borrar cuenta"
          confirm={() => remove(account.user)}
          onClose={dialog.onClose}
        >
          <p>{consequence(account.user === session.user, loaded.value?.length === 1)}</p>
        </Confirmation>
      )}
    </>
  )
}

interface AccountRowProps {
  account: AccountInfo
  isOwn: boolean
  onOpen: (dialog: 'password' | 'remove' | 'role') => void
}

function AccountRow({ account: { user, role }, isOwn, onOpen }: AccountRowProps) {
  const actions = [
    { dialog: 'role', text: 'Rol', label: `Cambiar el rol de ${user}` },
    { dialog: 'password', text: 'Contraseña', label: `Cambiar la contraseña de ${user}` },
    { dialog: 'remove', text: 'Borrar', label: `Borrar la cuenta ${user}` },
  ] as const
  return (
    <li className={layout.split}>
      <p>
        <b>{user}</b>
        <span className={layout.hint}>
          {roleNames[role]}
          {isOwn && ', la suya'}
        </span>
      </p>
      <div className={parts.actions}>
        {actions.map(({ dialog, text, label }) => (
          <Button
            key={dialog}
            className={dialog === 'remove' ? button.danger : button.button}
            aria-label={label}
            onClick={() => onOpen(dialog)}
          >
            {text}
          </Button>
        ))}
      </div>
    </li>
  )
}

function consequence(isOwn: boolean, isLast: boolean): string {
  const first = isOwn
    ? 'Es la cuenta con la que usted entró: su sesión termina aquí y en los demás equipos.'
    : 'Los equipos que entraron con ella salen al momento. Lo que registró no cambia.'
  const last = ' Es la última cuenta: hasta crear otra en la laptop, nadie puede entrar desde otro equipo.'
  return isLast ? first + last : first
}

interface DialogProps {
  /** Is called with the text that says what was done. */
  onDone: (text: string) => void
  onClose: () => void
}

/** Adds an account or, with `user`, changes the password of one. */
function AccountDialog({ user, onDone, onClose }: DialogProps & { user?: string }) {
  const isNew = user === undefined
  const form = useForm({
    stored: { user: user ?? '', password: '', repetition: '', role: 'mesa' as Role },
    check: ({ user, password, repetition }) => ({
      user: isNew ? userProblem(user.trim()) : undefined,
      password: passwordProblem(password),
      repetition: repetitionProblem(password, repetition),
    }),
    async send({ password, role, ...typed }) {
      const name = typed.user.trim()
      if (isNew) await call('POST /api/accounts', { body: { user: name, password, role } })
      else await call('PUT /api/accounts', { body: { user: name, password } })
      onDone(
        isNew
          ? `La cuenta ${name} está lista: ya puede iniciar sesión.`
          : `La contraseña de ${name} cambió, y sus otras sesiones terminaron.`,
      )
    },
  })
  const word = { isRequired: true, autoCapitalize: 'none', spellCheck: false }
  const password = { ...word, type: 'password', autoComplete: 'new-password' }
  return (
    <FormDialog
      title={isNew ? 'Agregar cuenta' : `Contraseña de ${user}`}
      action={isNew ? 'Agregar' : 'Cambiar'}
      form={form}
      onClose={onClose}
    >
      <div className={parts.tight}>
        {isNew && <TextField {...form.field('user')} label="Usuario" hint="Una sola palabra" {...word} />}
        <TextField
          {...form.field('password')}
          label={isNew ? 'Contraseña' : 'Contraseña nueva'}
          hint="Al menos 8 caracteres"
          {...password}
        />
        <TextField {...form.field('repetition')} label="Otra vez" {...password} />
        {isNew && <RoleChoice {...form.field('role')} />}
      </div>
    </FormDialog>
  )
}

/** Changes the role of an account. */
function RoleDialog({ account: { user, role }, onDone, onClose }: DialogProps & { account: AccountInfo }) {
  const session = useSession()
  const [chosen, setChosen] = useState<Role>(role)

  async function change() {
    if (chosen === role) return onClose()
    await call('PUT /api/accounts', { body: { user, role: chosen } })
    if (user === session.user) session.update(await callForOne('GET /api/session'))
    onDone(`El rol de ${user} es ahora ${roleNames[chosen]}: vale desde ahora, también donde ya entró.`)
  }

  return (
    <Confirmation title={`Rol de ${user}`} action="Cambiar" confirm={change} onClose={onClose}>
      <RoleChoice value={chosen} onChange={setChosen} />
    </Confirmation>
  )
}

function RoleChoice({ value, onChange }: { value: Role; onChange: (role: Role) => void }) {
  const options = roles.map((role) => {
    const label = (
      <span key={role}>
        <b>{roleNames[role]}</b>: {roleTexts[role]}
      </span>
    )
    return [role, label] as const
  })
  return <RadioGroup legend="Rol" options={options} value={value} onChange={onChange} />
}
