/** The list of the findings of an import, and the button of a correction. */
import { Fragment, type ReactNode } from 'react'
import { type Finding, type FindingKind, type Findings, findingKinds } from '#domain/import/findings'
import type { Fix } from '#domain/import/fixes'
import type { ImportMapping } from '#domain/import/mapping'
import type { ImportAnswer } from '#domain/import/schemas'
import { figure } from '#domain/text/text'
import button from '../ui/button.module.css'
import { Checkbox } from '../ui/field.tsx'
import { Button } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import styles from './import.module.css'
import type { ImportChoices, ImportRun } from './import-run.ts'

interface ChoiceProps {
  /** The choices about the rows of a finding. Absent after the import. */
  choices?: ImportChoices
  onChoose?: ImportRun['choose']
}

type Parts = Partial<Record<FindingKind, ReactNode>>

interface FindingListProps extends ChoiceProps {
  findings: Findings
  /** The buttons below findings. */
  actions: Parts
  /** The findings that are displayed in another way. */
  others: Parts
}

export function FindingList({ findings, others, actions, ...choosing }: FindingListProps) {
  return findingKinds.map((kind) => {
    const finding = findings[kind]
    if (kind in others) return <Fragment key={kind}>{others[kind]}</Fragment>
    return finding && <FindingItem key={kind} finding={finding} action={actions[kind]} {...choosing} />
  })
}

interface FindingItemProps extends ChoiceProps {
  finding: Finding
  action: ReactNode
}

function FindingItem({ finding, action, choices, onChoose }: FindingItemProps) {
  const { title, rows = [], total, note, isOpen, isQuiet, choice } = finding
  const weight = isQuiet ? undefined : styles.title
  const box = choice && choices && onChoose && (
    <Checkbox checked={choices[choice.name]} onChange={(isChecked) => onChoose({ [choice.name]: isChecked })}>
      {choice.label}
    </Checkbox>
  )
  const hasRows = rows.length > 0 && isQuiet !== 'whole'
  if (!hasRows && !box && !action) return <p>{title}</p>
  return (
    <div className={styles.remark}>
      {hasRows ? (
        <details open={isOpen}>
          <summary className={weight}>{title}</summary>
          {box}
          <ul className={rows[0]?.place && styles.rows}>
            {rows.map(({ place, text }) => (
              <li key={place ?? text}>
                {place && (
                  <>
                    <strong>{place}</strong>{' '}
                  </>
                )}
                {text}
              </li>
            ))}
          </ul>
          {total > rows.length && <p>y {figure(total - rows.length)} más</p>}
          {note && <p>{note}</p>}
        </details>
      ) : (
        <>
          <p className={weight}>{title}</p>
          {box}
        </>
      )}
      {action}
    </div>
  )
}

/** The props of a component in which a person corrects the file. */
export interface CorrectionProps {
  answer: ImportAnswer
  mapping: ImportMapping
  onEdit: ImportRun['edit']
}

interface FixButtonProps extends Omit<CorrectionProps, 'answer'> {
  fix: Fix | undefined
}

/** The button of a correction, which takes it back once it is used. */
export function FixButton({ fix, mapping, onEdit }: FixButtonProps) {
  if (!fix) return null
  const { label, change } = fix.undo?.isUsed(mapping) ? fix.undo : fix
  return (
    <Button
      className={`${button.button} ${layout.start}`}
      onClick={({ detail, currentTarget }) => {
        // The second press of a double click would undo the first.
        if (detail > 1) return
        onEdit(change)
        // The button disappears with the problem.
        if (!fix.undo) currentTarget.closest('li')?.querySelector('summary')?.focus()
      }}
    >
      {label}
    </Button>
  )
}
