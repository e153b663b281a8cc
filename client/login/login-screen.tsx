/** The sign-in screen for staff on devices other than the laptop. */
import { type FormEvent, useState } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { formPath, readLoginQuery, screens } from '#domain/web/addresses'
import { signInTexts } from '#domain/web/sign-in'
import { ApiError } from '../api/api.ts'
import { useSession } from '../api/session.ts'
import button from '../ui/button.module.css'
import { Command } from '../ui/command.tsx'
import { Field } from '../ui/field.tsx'
import styles from './login-screen.module.css'

export function LoginScreen() {
  const session = useSession()
  const location = useLocation()
  const [user, setUser] = useState('')
  const [password, setPassword] = useState('')
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<string>()
  const [isSending, setSending] = useState(false)
  const [hasSignedIn, setSignedIn] = useState(false)

  if (hasSignedIn) {
    const start = session.role === 'puerta' ? screens.gate : formPath()
    return <Navigate to={location.state?.goingTo ?? readLoginQuery(location.search) ?? start} replace />
  }

  async function signIn(event: FormEvent) {
    event.preventDefault()
    setFailure(undefined)
    // A sign-in without a name or a password is wrong anyway, and does not count as an attempt.
    if (!user.trim() || !password) return setProblems(signInTexts)
    setSending(true)
    setProblems({})
    try {
      await session.signIn(user, password)
      setSignedIn(true)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblems(error.fields)
      if (Object.keys(error.fields).length === 0) setFailure(error.message)
    } finally {
      setSending(false)
    }
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
      <Field name="user" label="Usuario" problem={spoken(problems.user)}>
        {(control) => (
          <input
            {...control}
            type="text"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            value={user}
            onChange={(event) => setUser(event.target.value)}
          />
        )}
      </Field>
      <Field name="password" label="Contraseña" problem={spoken(problems.password)}>
        {(control) => (
          <input
            {...control}
            type="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
      <div role="alert">{failure && <p className={styles.failure}>{failure}</p>}</div>
      <button className={button.submit} type="submit" disabled={isSending}>
        Ingresar
      </button>
    </form>
  )
}

/** Makes a screen reader say a message as soon as it appears. */
function spoken(problem: string | undefined) {
  return problem && <span role="alert">{problem}</span>
}
