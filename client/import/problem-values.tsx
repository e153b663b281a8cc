/** The values of a problem. A person replaces each in all of its rows at once. */
import { useState } from 'react'
import { columnLabel } from '#domain/import/columns'
import { type FieldName, hasOptions, isFieldName } from '#domain/pilot/fields'
import { count, shortened } from '#domain/text/text'
import button from '../ui/button.module.css'
import type { CorrectionProps } from './correction.ts'
import { FieldControl } from './field-control.tsx'
import { replaceText } from './mapping-changes.ts'
import { DefaultValue } from './missing-fields.tsx'
import styles from './problems.module.css'
import type { ShownGroup } from './shown-problems.ts'

export function ProblemValues({ group, answer, mapping, onEdit }: CorrectionProps) {
  const { field } = group
  if (!isFieldName(field) || unique.has(field)) return null
  if (group.isMissing)
    return (
      <DefaultValue
        field={field}
        label={`${columnLabel(field)}, donde falta`}
        value={mapping.defaults?.[field] ?? answer.defaults?.[field] ?? ''}
        isRemembered={answer.isRemembered && field in (answer.defaults ?? {})}
        onEdit={onEdit}
      />
    )
  const replaced = mapping.replacements?.[field] ?? {}
  const values = group.values.filter(({ value, rows }) => rows > 1 || hasOptions(field) || value in replaced)
  if (values.length === 0) return null
  return (
    <ul className={styles.values}>
      {values.map((value) => (
        <li key={value.value}>
          <Replacement
            field={field}
            value={value}
            replacement={replaced[value.value]}
            onReplace={(text) => onEdit(replaceText(field, value.value, text))}
          />
        </li>
      ))}
    </ul>
  )
}

/** The fields that differ from pilot to pilot, so that one value never replaces those of several rows. */
const unique: ReadonlySet<FieldName> = new Set(['name', 'lastname', 'dni'])

interface ReplacementProps {
  field: FieldName
  value: ShownGroup['values'][number]
  /** The text that replaces the value, if a person chose one. */
  replacement: string | undefined
  onReplace: (text: string | undefined) => void
}

function Replacement({
  field,
  value: { value, rows, nearest = '' },
  replacement,
  onReplace,
}: ReplacementProps) {
  const [choice, setChoice] = useState(nearest)
  const isReplaced = replacement !== undefined
  const isInTwoRows = rows > 1

  function choose(text: string) {
    setChoice(text)
    if (isReplaced) onReplace(text || undefined)
  }

  return (
    <div className={styles.replacement} data-done={isReplaced || undefined}>
      <p>
        <b>«{shortened(value, 60)}»</b> {isInTwoRows && <span>en {count(rows, 'fila')}</span>}
        {nearest && !isReplaced && <em>¿quiso decir {nearest}?</em>}
        {isReplaced && <em>✓ corregido</em>}
      </p>
      <FieldControl
        field={field}
        value={replacement ?? choice}
        aria-label={`En lugar de «${shortened(value, 60)}»`}
        onApply={choose}
      />
      <button
        type="button"
        className={button.button}
        disabled={!isReplaced && choice.trim() === ''}
        // The second press of a double click would undo the first.
        onClick={({ detail }) => detail < 2 && onReplace(isReplaced ? undefined : choice)}
      >
        {isReplaced ? 'Deshacer' : isInTwoRows ? `Usar en las ${count(rows, 'fila')}` : 'Usar'}
      </button>
    </div>
  )
}
