/** A button that asks for a file: the browser's own control speaks the browser's language, and looks like it. */
import { type ComponentProps, useId } from 'react'
import button from './button.module.css'
import styles from './file-input.module.css'

export type FileInputProps = Omit<ComponentProps<'input'>, 'onChange' | 'className'> & {
  label: string
  isPrimary?: boolean
  onChoose: (file: File) => void
}

export function FileInput({ label, isPrimary = false, onChoose, id, ...input }: FileInputProps) {
  const own = useId()
  return (
    <>
      <input
        {...input}
        id={id ?? own}
        className={styles.input}
        type="file"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) onChoose(file)
          // The same file can be chosen again after it was mended or taken back.
          target.value = ''
        }}
      />
      <label className={isPrimary ? button.primary : button.button} htmlFor={id ?? own}>
        {label}
      </label>
    </>
  )
}
