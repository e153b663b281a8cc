/** The sign-in screen for staff on devices other than the laptop. */
import { Navigate, useLocation } from 'react-router-dom'
import { formPath, readLoginQuery, screens } from '#domain/api/addresses'
import { signInTexts } from '#domain/staff/accounts'
import { useSession } from '../api/session.ts'
import button from '../ui/button.module.css'
import { TextField } from '../ui/field.tsx'
import { useForm } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import { Command } from '../ui/marks.tsx'
import styles from './login-screen.module.css'

export function LoginScreen() {
  const session = useSession()
  const location = useLocation()
  const form = useForm({
    stored: { user: '', password: '' },
    // Without a name or a password, a sign-in is wrong anyway, and does not count as an attempt.
    check: ({ user, password }) => (user.trim() && password ? {} : signInTexts),
    send: ({ user, password }) => session.signIn(user, password),
  })

  if (form.isSaved) {
    const start = session.role === 'puerta' ? screens.gate : formPath()
    return <Navigate to={location.state?.goingTo ?? readLoginQuery(location.search) ?? start} replace />
  }

  return (
    <form className={styles.card} {...form.props}>
      <title>Iniciar sesión · PilotOS</title>
      <h1>Sign up</h1>
      {session.notice && <p className={layout.well}>{session.notice}</p>}
      {!session.has_accounts && (
        <p className={layout.well}>
          Todavía no hay ninguna cuenta. En la laptop, cree una en Ajustes, o con{' '}
          <Command>staff add USUARIO</Command>
        </p>
      )}
      {fields.map(({ name, ...field }) => (
        <TextField key={name} {...form.field(name)} {...field} problem={spoken(form.problems[name])} />
      ))}
      <div role="alert">{form.error && <p className={layout.problem}>{form.error.message}</p>}</div>
      <button className={button.submit} type="submit" disabled={form.isBusy}>
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
