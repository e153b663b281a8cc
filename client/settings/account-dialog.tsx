/** The dialog that adds an account, or changes the password of one. */
import { type FormEvent, useId, useState } from 'react'
import type { Role } from '#domain/web/roles'
import { passwordProblem, repetitionProblem, userProblem } from '#domain/web/sign-in'
import { ApiError } from '../api/api.ts'
import { settingsApi } from '../api/settings-api.ts'
import button from '../ui/button.module.css'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Failure } from '../ui/load.tsx'
import styles from './account-dialog.module.css'
import { RoleChoice } from './role-choice.tsx'

interface AccountDialogProps {
  /** The account whose password is changed. Absent for a new account. */
  user?: string
  onDone: (text: string) => void
  onClose: () => void
}

type Problems = Partial<Record<'user' | 'password' | 'repetition', string>>

export function AccountDialog({ user, onDone, onClose }: AccountDialogProps) {
  const formId = useId()
  const isNew = user === undefined
  const [typed, setTyped] = useState({ user: user ?? '', password: '', repetition: '' })
  const [role, setRole] = useState<Role>('mesa')
  const [problems, setProblems] = useState<Problems>({})
  const [error, setError] = useState<Error>()
  const [isBusy, setBusy] = useState(false)

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const name = typed.user.trim()
    const found = problemsOf({ ...typed, user: isNew ? name : undefined })
    setProblems(found)
    setError(undefined)
    if (Object.values(found).some(Boolean)) return focusFirst(event.currentTarget, found)
    setBusy(true)
    try {
      if (isNew) await settingsApi.addAccount({ user: name, password: typed.password, role })
      else await settingsApi.changePassword(name, typed.password)
      onDone(
        isNew
          ? `La cuenta ${name} está lista: ya puede iniciar sesión.`
          : `La contraseña de ${name} cambió, y sus otras sesiones terminaron.`,
      )
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setProblems(failure.fields)
      if (Object.keys(failure.fields).length === 0) setError(failure)
      setBusy(false)
    }
  }

  const fields = [
    { name: 'user', label: 'Usuario', hint: 'Una sola palabra', type: 'text', complete: 'off' },
    {
      name: 'password',
      label: isNew ? 'Contraseña' : 'Contraseña nueva',
      hint: 'Al menos 8 caracteres',
      type: 'password',
      complete: 'new-password',
    },
    { name: 'repetition', label: 'Otra vez', type: 'password', complete: 'new-password' },
  ] as const

  return (
    <Dialog
      title={isNew ? 'Agregar cuenta' : `Contraseña de ${user}`}
      isBusy={isBusy}
      onClose={onClose}
      foot={
        <>
          <button type="button" className={button.button} disabled={isBusy} onClick={onClose}>
            Cancelar
          </button>
          <button type="submit" form={formId} className={button.primary} disabled={isBusy}>
            {isNew ? 'Agregar' : 'Cambiar'}
          </button>
        </>
      }
    >
      {error && <Failure hasUnsavedData error={error} />}
      <form id={formId} className={styles.form} onSubmit={send} noValidate>
        {fields
          .filter(({ name }) => isNew || name !== 'user')
          .map(({ name, label, type, complete, ...rest }) => (
            <Field key={name} name={name} label={label} problem={problems[name]} {...rest}>
              {(control) => (
                <input
                  {...control}
                  type={type}
                  autoComplete={complete}
                  autoCapitalize="none"
                  spellCheck={false}
                  aria-required
                  value={typed[name]}
                  onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
                />
              )}
            </Field>
          ))}
        {isNew && <RoleChoice value={role} onChange={setRole} />}
      </form>
    </Dialog>
  )
}

/** Returns the problems with the typed values. `user` is absent if the account exists already. */
function problemsOf(typed: { user?: string; password: string; repetition: string }): Problems {
  return {
    user: typed.user === undefined ? undefined : userProblem(typed.user),
    password: passwordProblem(typed.password),
    repetition: repetitionProblem(typed.password, typed.repetition),
  }
}

function focusFirst(form: HTMLFormElement, problems: Problems): void {
  const [name] = Object.entries(problems).find(([, problem]) => problem) ?? []
  form.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus()
}
