/** The screen of those whom an order for many riders refused (Por inscribir): each is entered or left out. */
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { credentialPath, formPath, screens } from '#domain/api/addresses'
import type { EventInfo } from '#domain/events/calls'
import { type Category, categoryOf, numberProblem, rangesOf } from '#domain/events/categories/category'
import type { CategoryChoice } from '#domain/events/categories/choice'
import type { EntriesReportInfo, PendingInfo, PendingRider } from '#domain/events/entry-calls'
import { groupOf, isTaken, nearestFree, type TakenNumbers, takenNumbers } from '#domain/events/numbers'
import { maxEntryNumber } from '#domain/stored/limits'
import { count, figure } from '#domain/text/text'
import { callForOne } from '../api/call.ts'
import { useLiveLoad } from '../api/changes.ts'
import { loadEvents, titleOf } from '../api/event-list.ts'
import { fileOf } from '../api/files.ts'
import button from '../ui/button.module.css'
import { Confirmation } from '../ui/dialog.tsx'
import field from '../ui/field.module.css'
import { Button, useAction } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import { Link } from '../ui/link.tsx'
import { NumberPlate } from '../ui/marks.tsx'
import { Failure, Loading } from '../ui/notice.tsx'
import { actionKeys } from '../ui/page-events.ts'
import parts from '../ui/parts.module.css'
import { DownloadStatus, TableButtons, useDownload } from '../ui/run.tsx'
import { CategoryField, shownCategory } from './categories/category-field.tsx'
import { entriesText, OwnerLink } from './enter-form.tsx'
import { Free, loadTaken, type TakenByGroup, takeFree } from './number-field.tsx'
import styles from './pending.module.css'

export const pendingTitle = 'Por inscribir'

export function PendingScreen() {
  const list = useRef<HTMLUListElement>(null)
  const { value, error, reload, refresh } = useLiveLoad(loadPending, 'pending')
  const [said, setSaid] = useState('')
  /** True once a row had the focus, which the next row then takes if another desk enters the rider. */
  const hadFocus = useRef(false)
  useEffect(() => {
    if (value && hadFocus.current && document.activeElement === document.body)
      focusRow(list.current?.firstElementChild)
  }, [value])

  function say(text: string) {
    setSaid(text)
    refresh()
  }

  return (
    <>
      <title>{`${pendingTitle} · PilotOS`}</title>
      {error && <Failure error={error} retry={reload} />}
      {!value && !error && <Loading />}
      {value && (
        <>
          <div className={layout.split}>
            <h1>
              {pendingTitle} <span className={layout.soft}>{titleOf(value.open)}</span>
            </h1>
            {value.total > 0 && <Tools event={value.open} total={value.total} onDone={say} />}
          </div>
          <p className={layout.note} role="status">
            {said}{' '}
            {value.total > 0 ? `${value.total === 1 ? 'Queda' : 'Quedan'} ${figure(value.total)}.` : ''}
          </p>
          {value.total === 0 ? (
            <div className={parts.empty}>
              <p>
                Nadie quedó por inscribir: aquí están los que «Inscribir» no pudo inscribir con los demás.
              </p>
              <Link className={button.button} to={screens.search}>
                Ir a la lista
              </Link>
            </div>
          ) : (
            <ul ref={list} className={parts.rows} onFocus={() => (hadFocus.current = true)}>
              {value.rows.map((row) => (
                <PendingRow
                  key={`${row.rider.id} ${row.rider.modalidad}`}
                  {...row}
                  numbers={value.numbers}
                  event={value.open}
                  onDone={say}
                />
              ))}
            </ul>
          )}
          {value.total > value.rows.length && (
            <p className={layout.note}>y {figure(value.total - value.rows.length)} más, que siguen a estos</p>
          )}
        </>
      )}
    </>
  )
}

interface Row {
  rider: PendingRider
  /** The number that the row begins with. */
  proposed: string
}

interface LoadedPending extends PendingInfo {
  open: EventInfo
  numbers: TakenByGroup
  rows: readonly Row[]
}

async function loadPending(signal: AbortSignal): Promise<LoadedPending> {
  const [{ open }, pending, numbers] = await Promise.all([
    loadEvents(signal),
    callForOne('GET /api/entries/pending', { signal }),
    loadTaken(signal),
  ])
  return { ...pending, open, numbers, rows: rowsOf(pending.riders, numbers, open) }
}

/** Proposes a number to each rider that none of the others has, nor is proposed to those above. */
function rowsOf(riders: readonly PendingRider[], numbers: TakenByGroup, event: EventInfo): Row[] {
  const above = new Map<string, TakenNumbers>()
  return riders.map((rider) => {
    const group = groupOf(rider)
    const [others, taken] = [above.get(group) ?? noNumbers, numbers.get(group) ?? noNumbers]
    // Without a reason, the number is free for this rider, also a reserved one.
    const isFree = rider.reason === undefined && !isTaken(rider.number ?? '', others)
    const used = new Set([...taken, ...others])
    const proposed = isFree ? (rider.number ?? '') : freeNumber(rider, used, categoryOf(event, rider))
    above.set(group, new Set([...others, ...takenNumbers([proposed])]))
    return { rider, proposed }
  })
}

const noNumbers: TakenNumbers = new Set()

/** Returns the number of a rider, or a free one of the category if the rider cannot have it. */
function freeNumber({ number = '', reason }: PendingRider, taken: TakenNumbers, category?: Category): string {
  const isFree = number === '' ? reason === undefined : !isTaken(number, taken)
  if (isFree && numberProblem(category, number) === undefined) return number
  const { above, below } = nearestFree(number, taken, rangesOf(category))
  return above ?? below ?? number
}

function focusRow(row: Element | null | undefined): void {
  const control = row?.querySelector<HTMLElement>('select, input') ?? row?.querySelector<HTMLElement>('a')
  control?.focus()
}

interface PendingRowProps extends Row, Pick<LoadedPending, 'numbers'> {
  event: EventInfo
  /** Is called with what was done. */
  onDone: (text: string) => void
}

/** One rider, with the reason. Enter enters the rider with the number, and F4 leaves the rider out. */
function PendingRow(props: PendingRowProps) {
  const { rider, event, onDone } = props
  const { id, name, modalidad, number, reason, other, document: its } = rider
  const row = useRef<HTMLLIElement>(null)
  const [typed, setTyped] = useState<string>()
  const [chosen, setChosen] = useState<CategoryChoice>()
  const [isReasonMissed, setReasonMissed] = useState(false)
  const [refused, setRefused] = useState<EntriesReportInfo['refused'][number]>()
  const { shown, needsChoice, category, value, free } = readRow(props, typed, chosen)
  const rangeProblem = numberProblem(category, value.trim())
  /** Only the rider's own data can give a modalidad that rides. */
  const needsEdit = !event.modalidades.some((name) => name === modalidad)

  function finish(text: string) {
    focusRow(row.current?.nextElementSibling ?? row.current?.previousElementSibling)
    onDone(text)
  }

  const entering = useAction(async () => {
    setRefused(undefined)
    setReasonMissed(shown.problem !== undefined)
    if ((shown.problem ?? rangeProblem) !== undefined) return
    const body = {
      event: event.id,
      ids: [id],
      modalidades: [modalidad] as EventInfo['modalidades'],
      numbers: { [modalidad]: value.trim() || null },
      ...(shown.choice && { categories: { [modalidad]: shown.choice } }),
    }
    const report = await callForOne('POST /api/entries', { body })
    const [problem] = report.refused
    if (problem) {
      setRefused(problem)
      setTyped(undefined)
      onDone('')
    } else finish(`${name} quedó inscrito en ${modalidad}${value.trim() && ` con el ${value.trim()}`}.`)
  })
  const leaving = useAction(async () => {
    await callForOne('POST /api/entries/leave-out', {
      body: { event: event.id, ids: [id], ...(modalidad && { modalidad: modalidad as never }) },
    })
    finish(`${name} queda fuera.`)
  })
  const isBusy = entering.isBusy || leaving.isBusy
  const numberRefusal = entering.error?.fields.number ?? rangeProblem
  /** After a refusal, the row proposes another number, which is not wrong. */
  const problem = numberRefusal ?? refused?.reason
  const failure = leaving.error ?? (entering.error?.fields.number ? undefined : entering.error)

  function type(text: string) {
    setTyped(text)
    setRefused(undefined)
    entering.clear()
  }

  function press(pressed: KeyboardEvent) {
    if (pressed.key !== actionKeys.leaveOut || pressed.repeat || isBusy) return
    pressed.preventDefault()
    void leaving.run()
  }

  return (
    <li ref={row} onKeyDown={press}>
      <form
        className={styles.row}
        aria-label={[name, modalidad].filter(Boolean).join(', ')}
        onSubmit={(sent) => {
          sent.preventDefault()
          if (!needsEdit) void entering.run()
        }}
      >
        <NumberPlate number={number ?? '–'} />
        <div className={styles.who}>
          <Link to={credentialPath(id)}>
            <b>{name}</b>
          </Link>
          <span className={layout.hint}>
            {[modalidad, !needsChoice && category?.name, its].filter(Boolean).join(' · ')}
          </span>
        </div>
        <div>
          {reason ?? 'Ya se puede inscribir con su número.'}{' '}
          <span className={layout.screenOnly}>
            <OwnerLink id={other} />
          </span>
          {needsChoice && (
            <div className={layout.screenOnly}>
              <CategoryField
                shown={isReasonMissed ? shown : { ...shown, problem: undefined }}
                isLabelHidden
                isReasonMissed={isReasonMissed}
                isBusy={isBusy}
                onChange={setChosen}
              />
            </div>
          )}
        </div>
        {needsEdit ? (
          <Link className={`${button.button} ${layout.screenOnly}`} to={formPath(id)}>
            {modalidad ? 'Editar' : 'Completar'}
          </Link>
        ) : (
          <RowNumber
            label={`Número de ${name}`}
            isWrong={numberRefusal !== undefined}
            {...{ value, free, isBusy }}
            onType={type}
          />
        )}
        <div className={`${parts.actions} ${styles.actions}`}>
          {!needsEdit && (
            <button type="submit" className={button.primary} disabled={isBusy}>
              Inscribir <kbd>Enter</kbd>
            </button>
          )}
          <Button aria-keyshortcuts={actionKeys.leaveOut} disabled={isBusy} onClick={leaving.run}>
            Dejar fuera <kbd>{actionKeys.leaveOut}</kbd>
          </Button>
        </div>
        {problem && (
          <p className={`${layout.problem} ${styles.problem}`} role="alert">
            {problem}
          </p>
        )}
        {failure && <Failure hasUnsavedData error={failure} />}
      </form>
    </li>
  )
}

/** Returns the category and the number of a row, as they are typed or else proposed. */
function readRow(
  { rider, numbers, proposed, event }: PendingRowProps,
  typed: string | undefined,
  chosen: CategoryChoice | undefined,
) {
  const wanted = rider.category === undefined ? undefined : { id: rider.category }
  const needsChoice = shownCategory(event, rider, wanted).problem !== undefined
  const shown = shownCategory(event, rider, (needsChoice && chosen) || wanted)
  const category = shown.fit?.category
  const taken = numbers.get(groupOf({ ...rider, category: category?.id })) ?? noNumbers
  const value = typed ?? (category?.id === rider.category ? proposed : freeNumber(rider, taken, category))
  return { shown, needsChoice, category, value, free: nearestFree(value, taken, rangesOf(category)) }
}

interface RowNumberProps {
  label: string
  value: string
  /** The free numbers next to it. */
  free: ReturnType<typeof nearestFree>
  isWrong: boolean
  isBusy: boolean
  onType: (value: string) => void
}

function RowNumber({ label, value, free, isWrong, isBusy, onType }: RowNumberProps) {
  return (
    <div className={styles.number}>
      <input
        className={field.control}
        name="number"
        aria-label={label}
        aria-invalid={isWrong || undefined}
        autoComplete="off"
        readOnly={isBusy}
        maxLength={maxEntryNumber}
        value={value}
        onKeyDown={(event) => !isBusy && takeFree(event, free, onType)}
        onChange={({ target }) => onType(target.value)}
      />
      {free.below !== undefined && <Free number={free.below} arrow="↓" name="anterior" onTake={onType} />}
      {free.above !== undefined && <Free number={free.above} arrow="↑" name="siguiente" onTake={onType} />}
    </div>
  )
}

interface ToolsProps {
  event: EventInfo
  total: number
  /** Is called with what was done. */
  onDone: (text: string) => void
}

/** The actions for all of them: the next free numbers, paper and files. */
function Tools({ event, total, onDone }: ToolsProps) {
  const [isAsking, setAsking] = useState(false)
  const download = useDownload()
  const who = total === 1 ? 'al piloto' : `a los ${figure(total)}`
  return (
    <div className={layout.screenOnly}>
      <div className={layout.wrap}>
        <Button className={button.primary} onClick={() => setAsking(true)}>
          Inscribir {who} con un número libre
        </Button>
        <Button onClick={() => window.print()}>Imprimir</Button>
        <TableButtons
          download={download}
          loadAs={(format) =>
            fileOf('GET /api/entries/pending/export', { query: { format } }, `por-inscribir.${format}`)
          }
        />
      </div>
      <DownloadStatus download={download} />
      {isAsking && (
        <Confirmation
          title={`Inscribir ${who}`}
          action="Inscribir"
          confirm={async () => {
            const report = await callForOne('POST /api/entries/pending', { body: { event: event.id } })
            setAsking(false)
            onDone(`${entriesText(report, false)}.`)
          }}
          onClose={() => setAsking(false)}
        >
          <p>
            {count(total, 'piloto')} de {titleOf(event)}: quien tiene su número libre lo conserva, y los demás
            reciben el siguiente libre, solo en este evento. Siguen aquí los que no tienen modalidad, los de
            una que no corre y aquellos a quienes no les corresponde su categoría.
          </p>
        </Confirmation>
      )}
    </div>
  )
}
