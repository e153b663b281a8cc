/** The sign-in screen for staff on devices other than the laptop. */
import { type FormEvent, useState } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { formPath, readLoginQuery, screens } from '#domain/web/addresses'
import { signInTexts } from '#domain/web/roles'
import { useSession } from '../api/session.ts'
import button from '../ui/button.module.css'
import { Command } from '../ui/command.tsx'
import { Field } from '../ui/field.tsx'
import { useAction } from '../ui/use-action.ts'
import styles from './login-screen.module.css'

export function LoginScreen() {
  const session = useSession()
  const location = useLocation()
  const [typed, setTyped] = useState({ user: '', password: '' })
  /** True after a sign-in without a name or a password, which is wrong anyway, and does not count as an attempt. */
  const [isIncomplete, setIncomplete] = useState(false)
  const [hasSignedIn, setSignedIn] = useState(false)
  const { run, isBusy, error, ...action } = useAction(async () => {
    await session.signIn(typed.user, typed.password)
    setSignedIn(true)
  })
  const problems: Record<string, string> = isIncomplete ? signInTexts : action.problems
  const failure = Object.keys(problems).length === 0 && error?.message

  if (hasSignedIn) {
    const start = session.role === 'puerta' ? screens.gate : formPath()
    return <Navigate to={location.state?.goingTo ?? readLoginQuery(location.search) ?? start} replace />
  }

  function signIn(event: FormEvent) {
    event.preventDefault()
    const isMissing = !typed.user.trim() || !typed.password
    setIncomplete(isMissing)
    if (isMissing) action.clear()
    else void run()
  }

  return (
    <form className={styles.card} onSubmit={signIn} noValidate>
      <title>Iniciar sesión · PilotOS</title>
      <h1>Sign up</h1>
      {session.notice && <p className={styles.hint}>{session.notice}</p>}
      {!session.has_accounts && (
        <p className={styles.hint}>
          Todavía no hay ninguna cuenta. En la laptop, cree una en Ajustes, o con{' '}
          <Command>staff add USUARIO</Command>
        </p>
      )}
      {fields.map(({ name, label, ...attributes }) => (
        <Field key={name} name={name} label={label} problem={spoken(problems[name])}>
          {(control) => (
            <input
              {...control}
              {...attributes}
              value={typed[name]}
              onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
            />
          )}
        </Field>
      ))}
      <div role="alert">{failure && <p className={styles.failure}>{failure}</p>}</div>
      <button className={button.submit} type="submit" disabled={isBusy}>
        Ingresar
      </button>
    </form>
  )
}

const fields = [
  {
    name: 'user',
    label: 'Usuario',
    type: 'text',
    autoComplete: 'username',
    autoCapitalize: 'none',
    spellCheck: false,
  },
  { name: 'password', label: 'Contraseña', type: 'password', autoComplete: 'current-password' },
] as const

/** Makes a screen reader say a message as soon as it appears. */
function spoken(problem: string | undefined) {
  return problem && <span role="alert">{problem}</span>
}
