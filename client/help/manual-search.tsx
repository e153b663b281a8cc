/** The field that searches the manual, on its screen and on the sheet of the help. */
import button from '../ui/button.module.css'
import field from '../ui/field.module.css'
import layout from '../ui/layout.module.css'
import styles from './manual.module.css'

interface ManualSearchProps {
  /** Says where it searches. */
  label: string
  text: string
  onType: (text: string) => void
  onSend: () => void
}

export function ManualSearch({ label, text, onType, onSend }: ManualSearchProps) {
  return (
    <search className={layout.screenOnly}>
      <form
        className={styles.search}
        onSubmit={(event) => {
          event.preventDefault()
          onSend()
        }}
      >
        <input
          type="search"
          className={field.control}
          aria-label={label}
          placeholder={label}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={text}
          onChange={({ target }) => onType(target.value)}
        />
        <button type="submit" className={button.button}>
          Buscar
        </button>
      </form>
    </search>
  )
}
