/** A field for a code that is typed by hand, from a card that no scanner reads. */
import { type FormEvent, useState } from 'react'
import { readScanned } from '#domain/web/scanned'
import button from '../ui/button.module.css'
import { takeFocus } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import styles from './typed-code.module.css'

interface TypedCodeProps {
  onCode: (text: string) => void
  onClose: () => void
}

export function TypedCode({ onCode, onClose }: TypedCodeProps) {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()

  function send(event: FormEvent) {
    event.preventDefault()
    if (!readScanned(code))
      return setProblem('Revise el código: son 12 letras y números, como 7K3Q-9XW2-M4TB.')
    onCode(code)
    onClose()
  }

  return (
    <form className={styles.form} onSubmit={send} noValidate>
      <Field name="code" label="Código de la credencial" problem={problem}>
        {(control) => (
          <input
            {...control}
            ref={takeFocus}
            type="text"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            value={code}
            onChange={({ target }) => {
              setCode(target.value)
              setProblem(undefined)
            }}
          />
        )}
      </Field>
      <button type="submit" className={button.primary}>
        Registrar
      </button>
    </form>
  )
}
