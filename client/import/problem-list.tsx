/** The problems of a dry run: each opens to its values and rows, where a person corrects them. */
import { useId, useRef, useState } from 'react'
import { groupTitle } from '#domain/import/cells/cells'
import { type CorrectableColumn, columnLabel, isChoice, isCorrectable } from '#domain/import/columns'
import { fewRows } from '#domain/import/findings'
import {
  areDuplicates,
  choicesFor,
  deferralOf,
  fixOf,
  isNewClass,
  isPersonal,
  noneFix,
  personFix,
  questionOf,
  textsOf,
  unreadFix,
  valuesForNone,
} from '#domain/import/fixes'
import { deferLine, replaceTexts, typeCell } from '#domain/import/mapping-changes'
import type { ImportCell } from '#domain/import/schemas'
import { isClassField } from '#domain/pilots/classes/classes'
import { mayBeOther } from '#domain/pilots/document'
import { isPilotField } from '#domain/pilots/own/field-table'
import { canBeMissing, noneIn } from '#domain/pilots/pilot'
import { count, enumerateFirst, figure, shortened } from '#domain/text/text'
import { useFieldTable } from '../api/field-table.ts'
import { Button } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import parts from '../ui/parts.module.css'
import { FieldControl } from './field-control.tsx'
import { type CorrectionProps, FixButton } from './finding-list.tsx'
import styles from './import.module.css'
import { choiceLabels } from './import-run.ts'
import { DefaultValue, documentKindLabel } from './missing-fields.tsx'
import { NewClass } from './new-class.tsx'
import { type ShownCell, type ShownGroup, sizeOf } from './shown-problems.ts'

interface ProblemProps extends CorrectionProps {
  group: ShownGroup
}

interface ProblemListProps extends CorrectionProps {
  groups: readonly ShownGroup[]
}

export function ProblemList({ groups, ...correction }: ProblemListProps) {
  return (
    <ul className={styles.groups}>
      {groups.map((group) => (
        <li key={group.key}>
          <ProblemGroup group={group} {...correction} />
        </li>
      ))}
    </ul>
  )
}

function ProblemGroup(props: ProblemProps) {
  const { group } = props
  const size = sizeOf(group)
  const rows = size || group.cells.length
  const fix = fixOf(group, rows, props.answer.usual)
  const deferral = group.isOther ? personFix('*', false, rows) : deferralOf(group, size)
  const isLater = deferral?.undo?.isUsed(props.mapping) === true
  const later = size > 0 || isLater ? deferral : undefined
  const [isOpen, setOpen] = useState(size <= fewRows || (!fix && hasFewOptions(group)))
  return (
    <>
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className={styles.title} data-done={size === 0 || undefined}>
          {size === 0 ? (
            settledTitle(group, isLater)
          ) : (
            <>
              {groupTitle(group, size)}
              <NamedValues title={group.problem} values={group.values} />
            </>
          )}
        </summary>
        {isOpen && (
          <div className={styles.group}>
            {(fix?.undo || later) && (
              <div className={parts.actions}>
                {fix?.undo && <FixButton fix={fix} {...props} />}
                <FixButton fix={later} {...props} />
              </div>
            )}
            {areDuplicates(group.cells) && <p>Si son los mismos pilotos, marque «{choiceLabels.update}».</p>}
            <ProblemValues {...props} />
            <ProblemRows {...props} />
          </div>
        )}
      </details>
      {!isOpen && (size > 0 || isLater) && (
        <div className={parts.actions}>
          {size > 0 && <FixButton fix={fix} {...props} />}
          <FixButton fix={later} {...props} />
        </div>
      )}
    </>
  )
}

/** Returns the title of a group of which every cell is corrected, or every row answered. */
function settledTitle({ isOther, damage, problem }: ShownGroup, isLater: boolean): string {
  const settled = isOther ? 'Respondidas' : isLater ? 'Se completan después' : 'Corregidas'
  return `${settled}: ${damage ? 'celdas' : 'filas'} ${problem}`
}

/** Returns true for a few texts that are no option, whose meaning a person chooses without a look at their rows. */
function hasFewOptions({ field, values }: ShownGroup): boolean {
  return isChoice(field) && values.length > 0 && values.length <= fewRows
}

/** The number of values that a title names. */
const namedValues = 3

/** The end of a title, such as `: «Enduro Ind.» (5), «Libre» (2)`. */
export function NamedValues({ title, values }: { title: string; values: ShownGroup['values'] }) {
  if (values.length === 0) return null
  const named = values
    .slice(0, namedValues)
    .map(({ value, rows }) => `«${shortened(value, 30)}»${values.length > 1 && rows > 1 ? ` (${rows})` : ''}`)
  const end = values.length > namedValues ? '…' : ''
  return <span>{`${title.includes(':') ? ' — ' : ': '}${named.join(', ')}${end}`}</span>
}

/** The values of a problem. A person replaces each in all of its rows at once. */
function ProblemValues({ group, answer, mapping, onEdit }: ProblemProps) {
  const { field } = group
  const table = useFieldTable()
  if (field === 'dni' && group.cells.some(({ value }) => mayBeOther(value)))
    return (
      <DefaultValue
        field="tipodoc"
        label={documentKindLabel}
        value={mapping.defaults?.tipodoc ?? ''}
        isRemembered={false}
        onEdit={onEdit}
      />
    )
  if (!isCorrectable(field) || isPersonal(field)) return null
  if (group.isMissing && isPilotField(field))
    return (
      <DefaultValue
        field={field}
        label={`${columnLabel(field, table)}, donde falta`}
        value={mapping.defaults?.[field] ?? answer.defaults?.[field] ?? ''}
        isRemembered={answer.isRemembered && field in (answer.defaults ?? {})}
        usual={answer.usual[field]}
        onEdit={onEdit}
      />
    )
  const replaced = mapping.replacements?.[field] ?? {}
  const values = group.values.filter(({ value, rows }) => rows > 1 || isChoice(field) || value in replaced)
  return (
    <>
      <FixButton fix={noneFix(field, group.values, mapping)} mapping={mapping} onEdit={onEdit} />
      <FixButton fix={unreadFix(group, sizeOf(group))} mapping={mapping} onEdit={onEdit} />
      {values.length > 0 && (
        <ul className={parts.tight}>
          {values.map((value) => (
            <li key={value.value}>
              <Replacement
                field={field}
                options={choicesFor(field, value.value, group, table)}
                value={value}
                replacement={replaced[value.value]}
                onReplace={(text) => onEdit(replaceTexts(field, textsOf(field, value), text))}
              />
              {isClassField(field) && isNewClass(value) && !(value.value in replaced) && (
                <NewClass field={field} value={value} onAdded={() => onEdit((same) => same)} />
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Names the first texts: `«Nac.», «nacional» y 3 más`. */
function namedTexts(texts: readonly string[]): string {
  const named = texts.slice(0, namedValues).map((text) => `«${shortened(text, 30)}»`)
  return enumerateFirst(named, texts.length)
}

interface ReplacementProps {
  field: CorrectableColumn
  options: readonly string[]
  value: ShownGroup['values'][number]
  /** The text that replaces the value, if a person chose one. */
  replacement: string | undefined
  onReplace: (text: string | undefined) => void
}

function Replacement({
  field,
  options,
  value: { value, spellings = [], rows, nearest = '', named },
  replacement,
  onReplace,
}: ReplacementProps) {
  const [choice, setChoice] = useState(nearest)
  const isReplaced = replacement !== undefined
  const question = questionOf({ nearest, named })
  const isInTwoRows = rows > 1

  function choose(text: string) {
    setChoice(text)
    if (isReplaced) onReplace(text || undefined)
  }

  return (
    <div className={styles.replacement} data-done={isReplaced || undefined}>
      <p className={styles.plain}>
        <b>«{shortened(value, 60)}»</b> {isInTwoRows && <span>en {count(rows, 'fila')}</span>}
        {spellings.length > 0 && <span>también {namedTexts(spellings)}</span>}
        {question && !isReplaced && <span>{question}</span>}
        {isReplaced && <span>✓ corregido</span>}
      </p>
      <FieldControl
        field={field}
        options={options}
        value={replacement ?? choice}
        aria-label={`En lugar de «${shortened(value, 60)}»`}
        onApply={choose}
      />
      <Button
        disabled={!isReplaced && choice.trim() === ''}
        // The second press of a double click would undo the first.
        onClick={({ detail }) => detail < 2 && onReplace(isReplaced ? undefined : choice)}
      >
        {isReplaced ? 'Deshacer' : isInTwoRows ? `Usar en las ${count(rows, 'fila')}` : 'Usar'}
      </Button>
    </div>
  )
}

/** The rows of a problem, with a control in which a person types over the bad cell. */
function ProblemRows({ group, answer: { unit }, mapping, onEdit }: ProblemProps) {
  const { field, problem, isMissing, isOther, cells, more } = group
  const canCorrect = isCorrectable(field)
  const table = useFieldTable()
  // A text of several rows, or several texts, have a button of their own.
  const [onlyNone, ...others] = canCorrect ? valuesForNone(field, group.values) : []
  const isAlone = onlyNone?.rows === 1 && others.length === 0
  const isInTitle = ({ line, message }: ShownCell) =>
    problem.endsWith(message) || (canCorrect && isMissing && !mapping.cells?.[line]?.[field])
  if (cells.length === 0) return null
  const rows = (
    <>
      {cells.length > 1 && canCorrect && !isChoice(field) && (
        <p className={layout.hint}>
          <kbd>Enter</kbd> pasa a la siguiente celda por corregir.
        </p>
      )}
      <ul className={styles.rows}>
        {cells.map((cell) => (
          <li key={cell.place}>
            {canCorrect ? (
              <CellRow
                field={field}
                options={choicesFor(field, cell.value ?? '', group, table)}
                cell={cell}
                isMessageHidden={isChoice(field) || isInTitle(cell)}
                place={`${unit} ${cell.line}`}
                typed={mapping.cells?.[cell.line]?.[field]}
                offersNone={isAlone && cell.value === onlyNone.value}
                later={
                  isPilotField(field) && canBeMissing(field) && !isOther
                    ? mapping.deferred?.lines?.includes(cell.line) === true
                    : undefined
                }
                onType={(text) => onEdit(typeCell(cell.line, field, text))}
                onLater={(isLater) => onEdit(deferLine(cell.line, isLater))}
              />
            ) : (
              <PlainRow cell={cell} isMessageHidden={isInTitle(cell)} />
            )}
            {isOther && cells.length > 1 && !('*' in (mapping.samePersons ?? {})) && (
              <PersonAnswers line={String(cell.line)} mapping={mapping} onEdit={onEdit} />
            )}
          </li>
        ))}
      </ul>
      {more > 0 && <p>y {figure(more)} más, en el archivo de rechazados</p>}
    </>
  )
  if (!isChoice(field)) return rows
  return (
    <details>
      <summary>{cells.length === 1 ? 'Ver la fila' : `Ver las ${count(cells.length, 'fila')}`}</summary>
      {rows}
    </details>
  )
}

/** The two answers to whether a row is of the rider who has its document, of which the given one can be taken back. */
function PersonAnswers({ line, ...correction }: Omit<CorrectionProps, 'answer'> & { line: string }) {
  const fixes = [true, false].map((isSame) => personFix(line, isSame))
  const given = fixes.filter((fix) => fix.undo?.isUsed(correction.mapping))
  return (
    <div className={parts.actions}>
      {(given.length > 0 ? given : fixes).map((fix) => (
        <FixButton key={fix.label} fix={fix} {...correction} />
      ))}
    </div>
  )
}

interface PlainRowProps {
  cell: ImportCell
  /** True if the title of the problem says the same as the message. */
  isMessageHidden?: boolean
}

/** A cell with its problem, as text. */
export function PlainRow({ cell, isMessageHidden = false }: PlainRowProps) {
  const { value, message } = cell
  return (
    <div className={styles.plain}>
      <Place {...cell} />
      {value !== undefined && <span>«{shortened(value, 60)}»</span>}
      {!isMessageHidden && <span>{message}</span>}
    </div>
  )
}

/** The location of a cell with the name of the rider, such as `línea 7, Correo · Rosa Huamán`. */
function Place({ place, rider }: Pick<ImportCell, 'place' | 'rider'>) {
  return (
    <strong>
      {place}
      {rider && <small> · {rider}</small>}
    </strong>
  )
}

interface CellRowProps {
  field: CorrectableColumn
  options: readonly string[]
  cell: ShownCell
  /** True if the title of the problem says the same as the message. */
  isMessageHidden: boolean
  /** The line of the cell, such as `fila 7`. */
  place: string
  /** The text that a person typed, if any. */
  typed: string | undefined
  /** True if a button fills in the words for no value. */
  offersNone: boolean
  /** True if the desk completes the row later. Undefined if this value cannot be missing. */
  later: boolean | undefined
  onType: (text: string | undefined) => void
  onLater: (isLater: boolean) => void
}

function CellRow(props: CellRowProps) {
  const { field, options, cell, isMessageHidden, place, typed, offersNone, later, onType, onLater } = props
  const id = useId()
  const row = useRef<HTMLDivElement>(null)
  const table = useFieldTable()
  const { value = '', message, isCorrected } = cell
  const none = isPilotField(field) ? noneIn(field) : undefined
  const original = isChoice(field) ? '' : value
  return (
    <div ref={row} className={styles.row} data-done={isCorrected || undefined}>
      <p id={id}>
        <Place {...cell} />{' '}
        <span>{isCorrected ? (later ? '✓ después' : '✓ corregido') : !isMessageHidden && message}</span>
      </p>
      <FieldControl
        field={field}
        options={options}
        value={typed ?? original}
        emptyChoice={value === '' ? undefined : `«${shortened(value, 40)}»`}
        aria-label={`${columnLabel(field, table)}, ${place}`}
        aria-describedby={id}
        aria-invalid={isCorrected ? undefined : true}
        onApply={(text) => onType(text === original ? undefined : text)}
        onEnter={focusNextBadCell}
      />
      {offersNone && none !== undefined && typed === undefined && (
        <Button
          onClick={() => {
            onType(none)
            // The button disappears with the bad text.
            row.current?.querySelector<HTMLElement>('input, select')?.focus()
          }}
        >
          Poner «{none}»
        </Button>
      )}
      {later !== undefined && typed === undefined && (
        <Button
          aria-label={`${later ? 'No completar después' : 'Completar después'}, ${place}`}
          onClick={({ detail }) => detail < 2 && onLater(!later)}
        >
          {later ? 'Deshacer' : 'Completar después'}
        </Button>
      )}
    </div>
  )
}

/** Focuses the next bad cell of this problem or of the next open one, with its text selected as Tab does. */
function focusNextBadCell(control: HTMLInputElement): void {
  const cells = control.closest('section')?.querySelectorAll<HTMLInputElement>('input[aria-invalid]') ?? []
  const next = [...cells].find(
    (cell) => control.compareDocumentPosition(cell) & Node.DOCUMENT_POSITION_FOLLOWING,
  )
  next?.focus()
  next?.select()
}
