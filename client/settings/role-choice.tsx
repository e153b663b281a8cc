/** The choice of the role of an account. */
import { type Role, roleNames, roles, roleTexts } from '#domain/web/roles'
import choices from '../ui/choices.module.css'

export function RoleChoice({ value, onChange }: { value: Role; onChange: (role: Role) => void }) {
  return (
    <fieldset className={choices.choices}>
      <legend>Rol</legend>
      {roles.map((role) => (
        <label key={role}>
          <input type="radio" name="role" checked={value === role} onChange={() => onChange(role)} />
          <span>
            <b>{roleNames[role]}</b>: {roleTexts[role]}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
