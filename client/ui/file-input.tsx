/** A button that asks for a file. The browser's own control would have the browser's language and look. */
import { type ComponentProps, useId } from 'react'
import button from './button.module.css'
import field from './field.module.css'

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
        className={field.file}
        type="file"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) onChoose(file)
          // Resetting the value lets the person choose the same file again, for example after a correction.
          target.value = ''
        }}
      />
      <label className={isPrimary ? button.primary : button.button} htmlFor={id ?? own}>
        {label}
      </label>
    </>
  )
}
