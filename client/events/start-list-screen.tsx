/** The screen of start lists (Lista de salida): the order and the heats of a modalidad, the preview, paper and files. */
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { screens } from '#domain/api/addresses'
import type { EventInfo } from '#domain/events/calls'
import type { IssuedInfo, StartForm, StartListInfo, StartListOrder } from '#domain/events/startlist/calls'
import { type ListKind, listKindTexts } from '#domain/events/startlist/issued'
import { issueText, startListTitle } from '#domain/events/startlist/sheet'
import { ApiError, callForList, callForOne } from '../api/call.ts'
import { useLiveLoad } from '../api/changes.ts'
import { loadEvents, titleOf } from '../api/event-list.ts'
import { callForFile } from '../api/files.ts'
import button from '../ui/button.module.css'
import fieldStyles from '../ui/field.module.css'
import { Checkbox, RadioGroup, SelectField, TextField } from '../ui/field.tsx'
import { useAction } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import { Link } from '../ui/link.tsx'
import { Failure, Loading, Notice } from '../ui/notice.tsx'
import parts from '../ui/parts.module.css'
import { DownloadStatus, useDownload } from '../ui/run.tsx'
import styles from './start-list.module.css'

const orders: readonly (readonly [StartListOrder['order'], string])[] = [
  ['number', 'Por número'],
  ['entry', 'Por orden de inscripción'],
  ['draw', 'Por sorteo'],
  ['list', 'En el orden de unos números'],
]

const kinds: readonly (readonly [ListKind, string])[] = [
  ['provisional', 'Provisoria'],
  ['final', 'Definitiva'],
]

export function StartListScreen() {
  const { value, error, reload } = useLiveLoad(loadGroups, 'groups')
  return (
    <>
      <title>{`${startListTitle} · PilotOS`}</title>
      {error && <Failure error={error} retry={reload} />}
      {!value && !error && <Loading />}
      {value && (
        <h1>
          {startListTitle} <span className={layout.soft}>{titleOf(value.open)}</span>
        </h1>
      )}
      {value?.groups.length === 0 && (
        <div className={parts.empty}>
          <p>Todavía nadie está inscrito en este evento.</p>
          <Link className={button.button} to={screens.search}>
            Ir a la lista
          </Link>
        </div>
      )}
      {value && value.groups.length > 0 && (
        <Lists key={value.open.id} event={value.open} groups={value.groups} />
      )}
    </>
  )
}

/** Loads the open event, and the modalidades in which somebody is entered. */
async function loadGroups(signal: AbortSignal): Promise<{ open: EventInfo; groups: string[] }> {
  const [{ open }, entered] = await Promise.all([
    loadEvents(signal),
    callForList('GET /api/entries/numbers', { signal }),
  ])
  const names = entered.map(({ modalidad }) => modalidad)
  return { open, groups: open.modalidades.filter((one) => names.includes(one)) }
}

/** The values that a person chooses, as they are typed. */
interface Typed extends Pick<StartListOrder, 'kind' | 'order'> {
  modalidad: string
  heat: string
  seed: string
  numbers: string
  grid: boolean
  starter: boolean
}

function Lists({ event, groups }: { event: EventInfo; groups: readonly string[] }) {
  const [typed, setTyped] = useState<Typed>(() => ({
    ...{ modalidad: groups[0] ?? '', kind: 'provisional', order: 'number', heat: '', numbers: '' },
    ...{ seed: String(Math.floor(1000 + Math.random() * 9000)), grid: false, starter: false },
  }))
  const [printed, setPrinted] = useState<StartListInfo>()
  const body = orderOf(typed, event.id)
  const list = useLiveLoad(
    (signal) => callForOne('POST /api/start-lists', { query: {}, body, signal }),
    JSON.stringify(body),
  )
  const issued = useLiveLoad((signal) => callForList('GET /api/start-lists', { signal }), 'issued')
  const download = useDownload()
  const printing = useAction(async () => {
    const sheet = await callForOne('POST /api/start-lists', { query: {}, body: { ...body, issue: true } })
    flushSync(() => setPrinted(sheet))
    window.print()
    setPrinted(undefined)
    refresh()
  })
  const problems = list.error instanceof ApiError ? list.error.fields : {}
  const isRefused = Object.keys(problems).length > 0
  const isWaiting = list.isLoading || list.error !== undefined || !list.value
  const change = (some: Partial<Typed>) => setTyped((last) => ({ ...last, ...some }))

  function refresh() {
    list.refresh()
    issued.refresh()
  }

  function save(format: StartForm) {
    download.start(`la lista en ${format.toUpperCase()}`, async (onBytes, signal) => {
      const name = `lista-de-salida.${format}`
      const file = await callForFile(
        'POST /api/start-lists',
        { query: { format }, body, signal },
        name,
        onBytes,
      )
      refresh()
      return file
    })
  }

  return (
    <div className={layout.stack}>
      {issued.value && <Issued lists={issued.value} />}
      <Choices typed={typed} groups={groups} problems={problems} onChange={change} />
      <div className={`${parts.actions} ${layout.screenOnly}`}>
        {(['pdf', 'csv'] as const).map((format) => (
          <button
            key={format}
            type="button"
            className={format === 'pdf' ? button.primary : button.button}
            aria-disabled={isWaiting || download.isBusy}
            onClick={() => isWaiting || save(format)}
          >
            {format.toUpperCase()}
          </button>
        ))}
        <button
          type="button"
          className={button.button}
          aria-disabled={isWaiting || printing.isBusy}
          onClick={() => isWaiting || void printing.run()}
        >
          Imprimir
        </button>
      </div>
      <div className={layout.screenOnly}>
        <DownloadStatus download={download} />
      </div>
      {printing.error && <Failure error={printing.error} />}
      {list.error && !isRefused && <Failure error={list.error} retry={list.reload} />}
      {list.value && !isRefused && (
        <Sheet list={printed ?? list.value} typed={typed} isBusy={list.isLoading} />
      )}
    </div>
  )
}

interface ChoicesProps {
  typed: Typed
  groups: readonly string[]
  problems: Readonly<Partial<Record<string, string>>>
  onChange: (some: Partial<Typed>) => void
}

/** The modalidad, the order, the heats and the forms of the list. */
function Choices({ typed, groups, problems, onChange }: ChoicesProps) {
  return (
    <div className={styles.choices}>
      <div>
        <SelectField
          name="modalidad"
          label="Modalidad"
          className={fieldStyles.select}
          options={[...new Set([...groups, typed.modalidad])].map((one) => [one, one])}
          problem={problems.modalidad}
          value={typed.modalidad}
          onChange={(modalidad) => onChange({ modalidad })}
        />
        <TextField
          name="heat"
          label="Cuántos caben en una manga"
          hint="Vacío, van todos juntos"
          inputMode="numeric"
          maxLength={3}
          value={typed.heat}
          onChange={(heat) => onChange({ heat: heat.replace(/\D/g, '') })}
        />
      </div>
      <div>
        <RadioGroup
          legend="Orden de salida"
          options={orders}
          value={typed.order}
          onChange={(order) => onChange({ order })}
        />
        {typed.order === 'draw' && (
          <TextField
            name="seed"
            label="Semilla del sorteo"
            hint="La misma da el mismo orden"
            maxLength={20}
            problem={problems.seed}
            value={typed.seed}
            onChange={(seed) => onChange({ seed })}
          />
        )}
        {typed.order === 'list' && (
          <TextField
            name="numbers"
            label="Números en su orden"
            hint="Separados por espacios, comas o líneas"
            rows={4}
            maxLength={20_000}
            problem={problems.numbers}
            value={typed.numbers}
            onChange={(numbers) => onChange({ numbers })}
          />
        )}
      </div>
      <div>
        <RadioGroup
          legend="La lista es"
          options={kinds}
          value={typed.kind}
          onChange={(kind) => onChange({ kind })}
        />
        <Checkbox checked={typed.grid} onChange={(grid) => onChange({ grid })}>
          En dos columnas, como una parrilla
        </Checkbox>
        <Checkbox checked={typed.starter} onChange={(starter) => onChange({ starter })}>
          Para quien da la salida: número, nombre y modalidad
        </Checkbox>
      </div>
    </div>
  )
}

function orderOf({ heat, seed, numbers, grid, starter, ...typed }: Typed, event: string): StartListOrder {
  return {
    event,
    ...typed,
    ...(Number(heat) > 0 && { heat: Number(heat) }),
    ...(typed.order === 'draw' && { seed }),
    ...(typed.order === 'list' && { numbers }),
    ...(grid && { grid }),
    ...(starter && { starter }),
  }
}

/** The lists that were issued last, with those that are out of date. */
function Issued({ lists }: { lists: readonly IssuedInfo[] }) {
  return lists.map((list) => {
    const { modalidad, kind, version, changes } = list
    if (changes.length === 0)
      return (
        <p key={modalidad} className={`${layout.note} ${layout.screenOnly}`}>
          {`${modalidad}: la última es la ${listKindTexts[kind]}, versión ${version}, y está al día.`}
        </p>
      )
    return (
      <div key={modalidad} className={layout.screenOnly} role="status">
        <Notice kind="warning">
          <p>
            <b>{`La lista ${listKindTexts[kind]} de ${modalidad}, versión ${version}, quedó vieja:`}</b>{' '}
            {`${changes.join('; ')}.`}
          </p>
        </Notice>
      </div>
    )
  })
}

interface SheetProps {
  list: StartListInfo
  typed: Pick<Typed, 'grid' | 'starter'>
  isBusy: boolean
}

/** The list as it is on paper, with what a person should look at. */
function Sheet({ list, typed: { grid, starter }, isBusy }: SheetProps) {
  const { modalidad, heats, notes, order } = list
  return (
    <section className={styles.sheet} aria-label={startListTitle} aria-busy={isBusy}>
      <h2>{modalidad}</h2>
      <p className={layout.note}>
        {issueText(list)}
        {!starter && ` · ${order}`}
      </p>
      {notes.length > 0 && (
        <ul className={`${layout.bullets} ${starter ? layout.screenOnly : ''}`}>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {heats.map(({ title, riders }) => (
        <div key={title}>
          <h3>{title}</h3>
          <ol className={styles.heat} data-grid={grid || undefined}>
            {riders.map(({ number, name, club, lacks }) => {
              const Text = lacks === '' ? 'span' : 's'
              return (
                <li key={`${number} ${name}`} className={styles.rider}>
                  <b>
                    <Text>{number || '–'}</Text>
                  </b>
                  <span>
                    <Text>{name}</Text>
                  </span>
                  <span className={layout.soft}>{starter ? modalidad : club}</span>
                </li>
              )
            })}
          </ol>
        </div>
      ))}
    </section>
  )
}
