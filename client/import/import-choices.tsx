/** The options of an import. */
import choicesStyles from '../ui/choices.module.css'
import type { ImportChoices as Choices } from './import-state.ts'

type Shown = Pick<Choices, 'update' | 'strict'>

export const choiceLabels: Record<keyof Shown, string> = {
  update: 'Cambiar los pilotos que ya existen',
  strict: 'No importar nada si una fila está mal',
}

interface ImportChoicesProps {
  choices: Shown
  onChange: (choices: Shown) => void
}

export function ImportChoices({ choices: { update, strict }, onChange }: ImportChoicesProps) {
  const choices = { update, strict }
  return (
    <fieldset className={choicesStyles.choices}>
      <legend>Opciones</legend>
      {(['update', 'strict'] as const).map((name) => (
        <label key={name}>
          <input
            type="checkbox"
            checked={choices[name]}
            onChange={({ target }) => onChange({ ...choices, [name]: target.checked })}
          />
          {choiceLabels[name]}
        </label>
      ))}
    </fieldset>
  )
}
