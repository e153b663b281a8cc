/** Shows the preview of a merge, the decisions that a person makes about it, and its result. */
import { type ReactNode, useState } from 'react'
import type { UndoneImport } from '#domain/import/calls'
import { undoneText } from '#domain/import/undo'
import type { MergeAnswer, MergeConflict, MergedRider, MergeReport, MergeValue } from '#domain/merge/calls'
import { accountText, type MergeSideName, mergedPilots, mergeSides } from '#domain/merge/merge'
import { authorText } from '#domain/pilots/history/history'
import { groupedId } from '#domain/pilots/pilot-id'
import { atTheLaptop, inTheTerminal } from '#domain/staff/roles'
import { formatMoment } from '#domain/text/date'
import { count, enumerate, figure } from '#domain/text/text'
import button from '../ui/button.module.css'
import { takeFocus } from '../ui/dialog.tsx'
import field from '../ui/field.module.css'
import { Checkbox, RadioGroup } from '../ui/field.tsx'
import { Button } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import parts from '../ui/parts.module.css'
import { Figures } from '../ui/run.tsx'
import { UndoImport } from '../ui/undo.tsx'
import styles from './merge.module.css'
import { conflictKey, leftOf, type MergeRun, questionKey, sideOf } from './merge-run.ts'

export function MergePreview({ run, report }: { run: MergeRun; report: MergeReport }) {
  return (
    <div
      className={`${layout.stack} ${parts.results}`}
      aria-busy={run.isChecking}
      inert={run.stage === 'merging'}
    >
      <p>
        <strong ref={takeFocus} tabIndex={-1} className={parts.headline}>
          Al unir con {report.desk}
        </strong>{' '}
        <span className={layout.hint}>{run.name}</span>
      </p>
      <Counts report={report} labels={['nuevos', 'se actualizan', 'se borran', 'iguales']} />
      <Additions report={report} verbs={['entra', 'entran']} />
      <Admins run={run} report={report} />
      <Erases riders={report.erases} desk={report.desk} eraseToo={run.eraseToo} onChange={run.eraseAlso} />
      <Questions run={run} desk={report.desk} />
      <Conflicts run={run} report={report} />
      <Remarks report={report} />
    </div>
  )
}

export function MergeResult({ result: { report, change, backup } }: { result: MergeAnswer }) {
  const [undone, setUndone] = useState<UndoneImport>()
  const pilots = mergedPilots(report)
  return (
    <>
      <p ref={takeFocus} tabIndex={-1} className={parts.headline} role="status">
        {undone
          ? undoneText(undone, 'Unión')
          : change === undefined
            ? 'No había nada nuevo'
            : pilots > 0
              ? `${pilots === 1 ? 'Se unió' : 'Se unieron'} ${count(pilots, 'piloto')} de ${report.desk}`
              : `Se unió con ${report.desk}`}
      </p>
      {!undone && (
        <>
          <Counts report={report} labels={['nuevos', 'actualizados', 'borrados', 'iguales']} />
          <Additions report={report} verbs={['entró', 'entraron']} />
        </>
      )}
      {!undone && change !== undefined && (
        <UndoImport action="Deshacer unión" change={change} onUndone={setUndone} />
      )}
      {backup && (
        <p>
          Antes se guardó una copia: <b>{backup}</b>
        </p>
      )}
      {!undone && <Remarks report={report} />}
    </>
  )
}

/** `labels` are those of the new, the changed, the removed and the equal pilots. */
function Counts({ report, labels }: { report: MergeReport; labels: readonly string[] }) {
  const numbers = [report.new, report.joined, report.removed, report.same]
  return <Figures figures={labels.map((label, index) => ({ label, value: figure(numbers[index] ?? 0) }))} />
}

/** Lists the accounts, passages and photos that come along besides the pilots. */
function Additions({ report, verbs }: { report: MergeReport; verbs: readonly [one: string, more: string] }) {
  const { passages, photos, accounts, events } = report
  const added = accounts.filter(({ isAdded }) => isAdded)
  const texts = [
    passages > 0 && count(passages, 'lectura de las puertas', 'lecturas de las puertas'),
    photos > 0 && count(photos, 'foto'),
    ...added.map((one) => `la cuenta ${accountText(one)}`),
    ...events.map(({ name, isOpen }) => `el evento «${name}»${isOpen ? ', que queda abierto' : ''}`),
  ].filter((text) => text !== false)
  const isOne = texts.length === 1 && Math.max(passages, photos) <= 1
  const isOnlyHistory = texts.length === 0 && report.hasChanges && mergedPilots(report) === 0
  return (
    <>
      {texts.length > 0 && (
        <p>
          También {verbs[isOne ? 0 : 1]} {enumerate(texts)}.
        </p>
      )}
      {report.fields ? (
        <p>{report.fields.join('. ')}.</p>
      ) : (
        isOnlyHistory && <p>Los pilotos ya están iguales: entra el historial de {report.desk}.</p>
      )}
    </>
  )
}

/** Asks for each account with the role admin whether it comes along. */
function Admins({ run, report: { accounts, desk } }: { run: MergeRun; report: MergeReport }) {
  const admins = accounts.filter(({ role }) => role === 'admin')
  if (admins.length === 0) return null
  return (
    <fieldset className={field.choices}>
      <legend>
        {count(admins.length, 'cuenta de admin', 'cuentas de admin')} de {desk}: con ella se ve y se cambia
        todo aquí
      </legend>
      {admins.map(({ user }) => (
        <Checkbox
          key={user}
          checked={run.admins.has(user)}
          onChange={(isAdded) => run.addAdmin(user, isAdded)}
        >
          Traer la cuenta {user}
        </Checkbox>
      ))}
    </fieldset>
  )
}

interface ErasesProps {
  /** The persons whom the other desk erased for ever, and who are here. */
  riders: readonly MergedRider[]
  desk: string
  eraseToo: boolean
  onChange: (eraseToo: boolean) => void
}

/** Names the persons whom the list of another desk would erase, and asks whether they are erased here too. */
export function Erases({ riders, desk, eraseToo, onChange }: ErasesProps) {
  if (riders.length === 0) return null
  return (
    <section className={layout.stack}>
      <Remark
        title={(size) =>
          `${count(size, 'persona')} que ${desk} borró para siempre, y que aquí ${size === 1 ? 'está' : 'están'}`
        }
        items={riders}
        toText={riderText}
      />
      <Checkbox checked={eraseToo} onChange={onChange}>
        {riders.length === 1 ? 'Borrarla' : 'Borrarlas'} para siempre también aquí
      </Checkbox>
      <p className={layout.hint}>
        Sin esta marca no se borra a nadie. Con ella se van de los datos y del historial, y siguen en las
        copias de la laptop.
      </p>
    </section>
  )
}

function Questions({ run, desk }: { run: MergeRun; desk: string }) {
  const { questions, answers } = run
  if (questions.length === 0) return null
  return (
    <section className={parts.part}>
      <h3>¿Son la misma persona?</h3>
      <p>
        Tienen el mismo nombre y la misma fecha de nacimiento, o falta el documento de uno, o son dos nombres
        con un documento: quizá uno está mal escrito. Sin respuesta, quedan dos pilotos.
      </p>
      <ul className={styles.cards}>
        {questions.map((question) => (
          <li key={questionKey(question)} className={styles.card}>
            <RadioGroup
              legend={enumerate([...new Set([question.this.name, question.other.name])])}
              value={answers.get(questionKey(question))}
              onChange={(isSame) => run.answer(question, isSame)}
              options={[
                [true, 'Sí, es la misma'],
                [false, 'No, son dos'],
              ]}
            />
            <dl className={styles.facts}>
              <dt>Aquí</dt>
              <dd>{question.this.document || 'Sin documento'}</dd>
              <dt>{desk}</dt>
              <dd>{question.other.document || 'Sin documento'}</dd>
            </dl>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Lists the notices about single riders, which need no decision. */
function Remarks({ report: { kept, revoked, cards, numbers, erased } }: { report: MergeReport }) {
  return (
    <>
      {erased > 0 && (
        <p>
          {count(erased, 'piloto')} que una mesa borró para siempre: no {erased === 1 ? 'vuelve' : 'vuelven'}{' '}
          en ninguna.
        </p>
      )}
      <Remark
        title={(size) =>
          `${count(size, 'credencial queda anulada', 'credenciales quedan anuladas')}, porque una mesa la anuló`
        }
        items={revoked}
        toText={(one) =>
          `${riderText(one)}: código ${groupedId(one.code)}, anulado el ${formatMoment(one.at)}`
        }
      />
      <Remark
        title={(size) =>
          `${count(size, 'piloto que una mesa borró sigue', 'pilotos que una mesa borró siguen')}, porque la otra lo cambió después`
        }
        items={kept}
        toText={(one) => `${riderText(one)}. Lo borró ${originText(one.removed)}`}
      />
      <Remark
        title={(size) =>
          `${count(size, 'piloto tiene', 'pilotos tienen')} dos credenciales, una de cada mesa: valen las dos`
        }
        items={cards}
        toText={(one) => `${riderText(one)}: ${groupedId(one.id_driver)} y ${groupedId(one.code)}`}
      />
      <Remark
        title={(size) =>
          `${count(size, 'número lo tienen', 'números los tienen')} pilotos de las dos mesas, y quedan como están`
        }
        items={numbers}
        toText={({ npiloto, modalidad, riders }) =>
          `${npiloto} en ${modalidad}: ${enumerate(riders.map(({ name }) => name))}`
        }
      />
    </>
  )
}

interface RemarkProps<Item> {
  title: (size: number) => string
  items: readonly Item[]
  toText: (item: Item) => string
}

/** The largest number of items that are shown from the start, and at all. */
const [fewItems, mostItems] = [3, 200]

function Remark<Item>({ title, items, toText }: RemarkProps<Item>): ReactNode {
  if (items.length === 0) return null
  const texts = items.slice(0, mostItems).map(toText)
  return (
    <details className={parts.remark} open={items.length <= fewItems}>
      <summary>
        <b>{title(items.length)}</b>
      </summary>
      <ul className={layout.bullets}>
        {texts.map((text, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two riders may have the same text, and the list does not change
          <li key={index}>{text}</li>
        ))}
        {items.length > texts.length && <li>… y {figure(items.length - texts.length)} más</li>}
      </ul>
    </details>
  )
}

function riderText({ name, document }: MergedRider): string {
  return document ? `${name} (${document})` : name
}

/** The number of conflicts that are shown at first, and that are added on request. */
const pageSize = 50

/** The fields that both desks changed to different values, among which a person chooses. */
function Conflicts({ run, report: { conflicts, desk } }: { run: MergeRun; report: MergeReport }) {
  const [size, setSize] = useState(pageSize)
  if (conflicts.length === 0) return null
  const left = leftOf(run)
  const rest = conflicts.filter((one) => !one.onlySide && !run.sides.has(conflictKey(one))).length
  return (
    <section className={parts.part}>
      <div className={layout.split}>
        <h3>{count(conflicts.length, 'diferencia')}</h3>
        <div className={parts.actions}>
          {mergeSides.map((side) => (
            <Button
              key={side}
              className={`${button.button} ${button.pressable}`}
              aria-pressed={rest > 0 && run.prefer === side}
              disabled={rest === 0}
              onClick={() => run.chooseRest(side)}
            >
              {side === 'this' ? 'Todo lo de esta mesa' : 'Todo lo de la otra'}
            </Button>
          ))}
        </div>
      </div>
      <p>
        Las dos mesas cambiaron el mismo dato.{' '}
        {left === 0
          ? 'Están decididas, y todavía puede cambiar lo elegido.'
          : `Elija cuál queda, uno por uno, o una mesa para ${left === 1 ? 'el que queda' : `los ${figure(left)} que quedan`}.`}
      </p>
      <ul className={styles.cards}>
        {conflicts.slice(0, size).map((conflict) => (
          <li key={conflictKey(conflict)}>
            <Conflict run={run} conflict={conflict} desk={desk} />
          </li>
        ))}
      </ul>
      {conflicts.length > size && (
        <Button onClick={() => setSize(size + pageSize)}>
          Mostrar más ({figure(conflicts.length - size)})
        </Button>
      )}
    </section>
  )
}

interface ConflictProps {
  run: MergeRun
  conflict: MergeConflict
  /** The name of the other desk. */
  desk: string
}

function Conflict({ run, conflict, desk }: ConflictProps) {
  const chosen = sideOf(run, conflict)
  const names: Record<MergeSideName, string> = { this: 'Esta mesa', other: desk }
  const { name, label, onlySide, side } = conflict
  return (
    <fieldset className={styles.conflict} data-decided={chosen !== undefined || undefined}>
      <legend>
        <b>{label}</b> de {name}
      </legend>
      <div className={parts.sides}>
        {mergeSides.map((one) => (
          <label key={one} className={styles.side} data-chosen={chosen === one || undefined}>
            <input
              type="radio"
              name={conflictKey(conflict)}
              checked={chosen === one}
              disabled={onlySide !== undefined && one !== side}
              onChange={() => run.choose(conflict, one)}
            />
            <span className={styles.value}>
              <span className={layout.hint}>{names[one]}</span>
              <b>{valueText(conflict, one)}</b>
              <span className={layout.hint}>
                {originText(one === 'this' ? ownOrigin(conflict.this) : conflict.other)}
              </span>
            </span>
          </label>
        ))}
      </div>
      {onlySide && <p className={layout.hint}>{onlySide}</p>}
    </fieldset>
  )
}

function valueText(conflict: MergeConflict, side: MergeSideName): string {
  const { value } = conflict[side]
  if (conflict.field === 'photo') return value ? 'Foto' : 'Sin foto'
  return value || 'Sin dato'
}

/** Leaves out the desk if the author is a label, such as `esta laptop`, which here means this desk. */
function ownOrigin(value: MergeValue): Omit<MergeValue, 'value'> {
  return [atTheLaptop, inTheTerminal].includes(value.by) ? { ...value, desk: '' } : value
}

/** Says who changed something, at which desk, and when: `marta, en NORTE, 21/11/2026 13:45`. */
function originText({ by, desk, at }: Omit<MergeValue, 'value'>): string {
  const author = authorText({ by, desk })
  return at ? `${author}, ${formatMoment(at)}` : author
}
