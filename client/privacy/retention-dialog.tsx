/**
 * The dialog with the pilots who are due for a group: which fields would be emptied, for whom, and the confirmation.
 */
import { useState } from 'react'
import { factValues, isFactValue } from '#domain/pilots/facts/facts'
import type { FieldTable } from '#domain/pilots/own/field-table'
import type { DueRecord, Forgotten } from '#domain/privacy/calls'
import { erasureText, leftTexts } from '#domain/privacy/erasure-report'
import type { ForgettableName, RetentionGroup } from '#domain/privacy/retention'
import { formatDate } from '#domain/text/date'
import { count, enumerate, figure } from '#domain/text/text'
import { callForList, callForOne } from '../api/call.ts'
import { useFieldTable } from '../api/field-table.ts'
import { useLoad } from '../api/load.ts'
import button from '../ui/button.module.css'
import { Dialog } from '../ui/dialog.tsx'
import { Checkbox, TextField } from '../ui/field.tsx'
import { Button, useAction } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import { Awaited, Failure, Warning } from '../ui/notice.tsx'
import styles from '../ui/settings.module.css'

export const groupTitles: Record<RetentionGroup, string> = {
  health: 'Salud y seguro',
  contact: 'Contactos',
  everything: 'La persona entera',
}

/** Names parts of a pilot, such as `Seguro y Póliza`. */
export function partsText(names: readonly ForgettableName[], { of }: FieldTable): string {
  return enumerate(names.map((name) => (isFactValue(name) ? factValues[name] : of(name)).label))
}

interface RetentionDialogProps {
  group: RetentionGroup
  /** Receives what was done, in Spanish, and whether anything was. */
  onForgotten: (text: string, isDone: boolean) => void
  onClose: () => void
}

/** First the choice among those who are due, then the confirmation. */
export function RetentionDialog({ group, onForgotten, onClose }: RetentionDialogProps) {
  const due = useLoad(
    (signal) => callForList('GET /api/retention/:group', { params: { group }, signal }),
    group,
  )
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [isSure, setSure] = useState(false)
  const [typed, setTyped] = useState('')
  const { run, isBusy, error } = useAction(async () => {
    const order = { params: { group }, body: { ids: [...chosen] } }
    const result = await callForOne('POST /api/retention/:group', order)
    onForgotten(forgottenText(group, result), result.pilots > 0)
    onClose()
  })
  const isErasure = group === 'everything'
  const people = count(chosen.size, 'persona')
  const title = isErasure ? `Borrar para siempre a ${people}` : `Olvidar los datos de ${people}`
  const foot = isSure ? (
    <>
      <Button disabled={isBusy} onClick={() => setSure(false)}>
        Volver
      </Button>
      <Button
        key="forget"
        className={button.danger}
        disabled={isBusy || (isErasure && typed.trim() !== String(chosen.size))}
        onClick={run}
      >
        {isErasure ? (isBusy ? 'Borrando…' : 'Borrar para siempre') : 'Olvidar ahora'}
      </Button>
    </>
  ) : (
    <Button
      key="choose"
      className={button.primary}
      disabled={chosen.size === 0}
      onClick={() => setSure(true)}
    >
      {chosen.size > 0 ? title : 'Elija a quién'}
    </Button>
  )
  return (
    <Dialog
      title={isSure ? `¿${title}?` : dueTitle(group)}
      isBusy={isBusy}
      onClose={onClose}
      cancel={isSure ? undefined : 'Cancelar'}
      foot={foot}
    >
      {error && <Failure hasUnsavedData error={error} />}
      <Awaited load={due}>
        {(pilots) =>
          pilots.length === 0 ? (
            <p>Ya no le toca a nadie: no hay nada que olvidar.</p>
          ) : !isSure ? (
            <DueList pilots={pilots} chosen={chosen} onChoose={setChosen} />
          ) : isErasure ? (
            <Erasure number={chosen.size} typed={typed} isBusy={isBusy} onType={setTyped} />
          ) : (
            <Consequences pilots={pilots} chosen={chosen} />
          )
        }
      </Awaited>
    </Dialog>
  )
}

interface ErasureProps {
  number: number
  typed: string
  isBusy: boolean
  onType: (text: string) => void
}

/** Says what an erasure of several persons means, and asks for their number. */
function Erasure({ number, typed, isBusy, onType }: ErasureProps) {
  return (
    <div className={layout.stack}>
      <p>
        Desaparecen de los datos, del historial, de Borrados y de las copias que guarda esta laptop, con sus
        fotos. Sus lecturas en las puertas quedan, sin nombre ni código.
      </p>
      <Warning>
        <b>No se puede deshacer</b>, ni con una copia de antes. Las copias, planillas y PDF que estén en un
        USB o en otra computadora no se tocan: esos los borra usted.
      </Warning>
      <TextField
        name="number"
        label={`Para confirmar, escriba cuántas personas son: ${number}`}
        inputMode="numeric"
        disabled={isBusy}
        value={typed}
        onChange={onType}
      />
      {isBusy && <p role="status">Se reescriben los datos y las copias. Puede tardar un minuto.</p>}
    </div>
  )
}

function dueTitle(group: RetentionGroup): string {
  return `${groupTitles[group]}: a quién le toca`
}

/** Says which values are emptied, and which stay until when: nobody confirms more than is done. */
function Consequences({ pilots, chosen }: { pilots: readonly DueRecord[]; chosen: ReadonlySet<string> }) {
  const table = useFieldTable()
  const names = new Set(pilots.filter((one) => chosen.has(one.id_driver)).flatMap((one) => one.fields))
  return (
    <div className={layout.stack}>
      <p>
        Se vacían: <b>{partsText([...names], table)}</b>. El nombre, el documento y la credencial quedan.
      </p>
      <Warning>
        <b>No se puede deshacer</b>: tampoco quedan en el historial ni en las copias que guarda esta laptop.
        Las copias y planillas que estén en otro lugar, y las otras mesas, los conservan.
      </Warning>
    </div>
  )
}

/** The rows that are shown at first, and with each further step. */
const rowsAtOnce = 100

interface DueListProps {
  pilots: readonly DueRecord[]
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
}

function DueList({ pilots, chosen, onChoose }: DueListProps) {
  const table = useFieldTable()
  const [shown, setShown] = useState(rowsAtOnce)
  const all = pilots.map((one) => one.id_driver)

  function toggle(pilot: string) {
    const next = new Set(chosen)
    if (!next.delete(pilot)) next.add(pilot)
    onChoose(next)
  }

  return (
    <div className={layout.stack}>
      <Checkbox
        className={styles.all}
        checked={chosen.size === all.length}
        onChange={(isChosen) => onChoose(new Set(isChosen ? all : []))}
      >
        <b>{all.length === 1 ? 'La única persona' : `Todas: ${count(all.length, 'persona')}`}</b>
      </Checkbox>
      <ul className={styles.due} aria-label="Personas">
        {pilots.slice(0, shown).map((pilot) => (
          <li key={pilot.id_driver}>
            <Checkbox checked={chosen.has(pilot.id_driver)} onChange={() => toggle(pilot.id_driver)}>
              <span>
                <b>{pilot.name}</b>
                <span className={layout.hint}>
                  {lastText(pilot)}
                  {pilot.fields.length > 0 && ` · ${partsText(pilot.fields, table)}`}
                </span>
              </span>
            </Checkbox>
          </li>
        ))}
      </ul>
      <More total={all.length} shown={shown} onMore={() => setShown(shown + rowsAtOnce)} />
    </div>
  )
}

function More({ total, shown, onMore }: { total: number; shown: number; onMore: () => void }) {
  if (total <= shown) return null
  return (
    <p className={layout.row}>
      <span className={layout.hint}>
        Se muestran {figure(shown)} de {figure(total)}.
      </span>
      <Button onClick={onMore}>Mostrar más</Button>
    </p>
  )
}

function lastText({ last }: DueRecord): string {
  return last === undefined ? 'Sin fecha de registro' : `Última vez: ${formatDate(last)}`
}

function forgottenText(group: RetentionGroup, { pilots, left, erasure }: Forgotten): string {
  const others = count(
    left,
    'persona ya no estaba en la lista y quedó',
    'personas ya no estaban en la lista y quedaron',
  )
  if (pilots === 0) {
    const nothing = group === 'everything' ? 'No se borró a nadie' : 'No se olvidó nada'
    return `${nothing}: ${others} como estaba${left === 1 ? '' : 'n'}.`
  }
  const done = erasure
    ? [erasureText(erasure), ...leftTexts(erasure)].join('. ')
    : `Se olvidaron los datos de ${count(pilots, 'persona')} (${groupTitles[group]})`
  return left > 0 ? `${done}. ${others} como estaba${left === 1 ? '' : 'n'}.` : `${done}.`
}
