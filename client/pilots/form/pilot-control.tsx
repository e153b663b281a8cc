/** The control of a field in the form. */
import { type KeyboardEvent, useId, useState } from 'react'
import { matchingClubs } from '#domain/pilots/checks/duplicates'
import { choicesOf, type FieldTable, type PilotField } from '#domain/pilots/own/field-table'
import { today } from '#domain/text/date'
import { ModalidadControl } from '../../events/modalidad-control.tsx'
import { type ControlProps, DateControl } from '../../ui/field.tsx'
import { ValueControl } from '../../ui/value-control.tsx'
import styles from './form.module.css'
import { completedDate } from './pilot-values.ts'

interface PilotControlProps {
  name: PilotField
  table: FieldTable
  value: string
  onChange: (value: string) => void
  onBlur: () => void
  /** The clubs that exist. */
  clubs: readonly string[]
  control: ControlProps
  /** True for a document that can have letters. */
  hasLetters?: boolean
}

/** The input control of a pilot's field, chosen by the definition of the field. */
export function PilotControl(props: PilotControlProps) {
  const { name, table, value, onChange, onBlur, clubs, control } = props
  const common = { value, onChange, onBlur, autoComplete: 'off' }
  if (name === 'club') return <ClubControl {...control} {...common} clubs={clubs} />
  if (table.of(name).control === 'date')
    return (
      <DateControl
        {...control}
        {...common}
        max={name === 'fechanac' ? today() : undefined}
        complete={(text) => completedDate(name, text, table)}
      />
    )
  const Control = name === 'modalidad' ? ModalidadControl : ValueControl
  const { hasLetters } = props
  return <Control {...{ name, table, control, hasLetters }} {...common} options={optionsIn(props)} />
}

/** Returns the options of a field. One that was taken away stays that of the riders who have it. */
function optionsIn({ name, table, value }: PilotControlProps): readonly string[] {
  const options = choicesOf(table, name)
  return value === '' || options.includes(value) ? options : [...options, value]
}

interface ClubControlProps extends ControlProps {
  value: string
  autoComplete: string
  clubs: readonly string[]
  onChange: (value: string) => void
  onBlur: () => void
}

/** The largest number of clubs in the list. */
const most = 6

/** The club: a text, with a list of the clubs that exist (the editable combobox of the ARIA practices). */
function ClubControl({ value, clubs, onChange, onBlur, ...control }: ClubControlProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  /** The index of the highlighted club; -1 if Enter takes the text as it is typed. */
  const [active, setActive] = useState(-1)
  const found = isOpen ? matchingClubs(value, clubs, most).filter((club) => club !== value) : []

  function open(index = -1) {
    setOpen(true)
    setActive(index)
  }

  function close() {
    setOpen(false)
    setActive(-1)
  }

  function choose(club: string) {
    onChange(club)
    close()
  }

  /** Leaves Enter to the form, which moves on to the next field. */
  function press(event: KeyboardEvent) {
    const club = found[active]
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      if (!isOpen) return open(0)
      // The text itself, at index -1, is between the last club and the first.
      setActive(((active + 1 + step + found.length + 1) % (found.length + 1)) - 1)
    } else if (event.key === 'Enter' && club !== undefined) choose(club)
    else if (event.key === 'Escape' && found.length > 0) {
      event.preventDefault()
      close()
    }
  }

  return (
    <div className={styles.club}>
      <input
        {...control}
        type="text"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={found.length > 0}
        aria-controls={id}
        aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
        value={value}
        onChange={({ target }) => {
          onChange(target.value)
          open()
        }}
        onClick={() => open()}
        onKeyDown={press}
        onBlur={() => {
          close()
          onBlur()
        }}
      />
      <div
        id={id}
        className={styles.list}
        role="listbox"
        aria-label="Sugerencias"
        hidden={found.length === 0}
      >
        {found.map((club, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the input, which keeps the focus
          <div
            key={club}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            tabIndex={-1}
            // The input keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(club)}
          >
            {club}
          </div>
        ))}
      </div>
    </div>
  )
}
