/** The screen of start lists (Lista de salida): their choices, the preview, paper and files. */
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { screens } from '#domain/api/addresses'
import type { EventInfo } from '#domain/events/calls'
import { categoryOf } from '#domain/events/categories/category'
import type { IssuedInfo, StartForm, StartListInfo, StartListOrder } from '#domain/events/startlist/calls'
import {
  groupKey,
  groupOfKey,
  groupTitle,
  listKindTexts,
  type StartGroup,
  separateGroups,
  startGroups,
} from '#domain/events/startlist/group'
import { startListTitle } from '#domain/events/startlist/sheet'
import { crossesOut } from '#domain/events/startlist/start-list'
import { today } from '#domain/text/date'
import { ApiError, callForList, callForOne } from '../../api/call.ts'
import { useLiveLoad } from '../../api/changes.ts'
import { loadEvents, titleOf } from '../../api/event-list.ts'
import { callForFile } from '../../api/files.ts'
import button from '../../ui/button.module.css'
import { Button, useAction } from '../../ui/form.tsx'
import layout from '../../ui/layout.module.css'
import { Link } from '../../ui/link.tsx'
import { Failure, Loading, Warning } from '../../ui/notice.tsx'
import parts from '../../ui/parts.module.css'
import { DownloadStatus, useDownload } from '../../ui/run.tsx'
import { Choices, type Typed } from './start-list-choices.tsx'
import { Sheet } from './start-list-sheet.tsx'

export function StartListScreen() {
  const { value, error, reload } = useLiveLoad(loadGroups, 'groups')
  return (
    <div className={layout.stack}>
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
    </div>
  )
}

/** Loads the open event, and the groups in which somebody is entered. */
async function loadGroups(signal: AbortSignal): Promise<{ open: EventInfo; groups: StartGroup[] }> {
  const [{ open }, entered] = await Promise.all([
    loadEvents(signal),
    callForList('GET /api/entries/numbers', { signal }),
  ])
  return { open, groups: startGroups(open, entered) }
}

function Lists({ event, groups }: { event: EventInfo; groups: readonly StartGroup[] }) {
  const [typed, setTyped] = useState<Typed>(() => ({
    ...{ group: groups[0] ? groupKey(groups[0]) : '', kind: 'provisional', order: 'number', heat: '' },
    ...{ seed: String(Math.floor(1000 + Math.random() * 9000)), numbers: '', grid: false, starter: false },
    ...{ from: '', together: '1', minutes: '1' },
  }))
  const [printed, setPrinted] = useState<StartListInfo>()
  const group = groupOfKey(typed.group)
  const crosses = crossesOut(event, today())
  const bodyOfAll = orderOf({ cross: crosses, ...typed }, event.id)
  const body = { ...bodyOfAll, ...group }
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
  const keys = new Set([...groups.map(groupKey), typed.group])

  function refresh() {
    list.refresh()
    issued.refresh()
  }

  function save(what: string, format: StartForm, order: StartListOrder) {
    download.start(`${what} en ${format.toUpperCase()}`, async (onBytes, signal) => {
      const input = { query: { format }, body: order, signal }
      const file = await callForFile('POST /api/start-lists', input, `lista-de-salida.${format}`, onBytes)
      refresh()
      return file
    })
  }

  const tools: [name: string, isBusy: boolean, run: () => void][] = [
    ['PDF', download.isBusy, () => save('la lista', 'pdf', body)],
    ['CSV', download.isBusy, () => save('la lista', 'csv', body)],
    ['Imprimir', printing.isBusy, () => void printing.run()],
  ]
  // Pasted numbers are for one list.
  if (separateGroups(groups).length > 1 && typed.order !== 'list')
    tools.push(['Todas en un PDF', download.isBusy, () => save('las listas', 'pdf', bodyOfAll)])

  return (
    <div className={layout.stack}>
      {issued.value && <Issued lists={issued.value} group={typed.group} />}
      <Choices
        typed={typed}
        groups={[...keys].map((key) => [key, groupTitle(event, groupOfKey(key))])}
        places={categoryOf(event, group)?.places}
        crosses={crosses}
        problems={problems}
        onChange={(some) => setTyped((last) => ({ ...last, ...some }))}
      />
      <div className={`${parts.actions} ${layout.screenOnly}`}>
        {tools.map(([name, isBusy, run], index) => (
          <Button
            key={name}
            className={index === 0 ? button.primary : button.button}
            aria-disabled={isWaiting || isBusy}
            onClick={() => isWaiting || run()}
          >
            {name}
          </Button>
        ))}
      </div>
      <div className={layout.screenOnly}>
        <DownloadStatus download={download} />
      </div>
      {printing.error && <Failure error={printing.error} />}
      {list.error && !isRefused && <Failure error={list.error} retry={list.reload} />}
      {list.value && !isRefused && (
        <Sheet
          list={printed ?? list.value}
          grid={typed.grid}
          starter={typed.starter}
          isBusy={list.isLoading}
        />
      )}
    </div>
  )
}

/** Returns the order for the lists of all groups. */
function orderOf(typed: Typed, event: string): StartListOrder {
  const { kind, order, heat, seed, numbers, from, together, minutes, cross, grid, starter } = typed
  return {
    ...{ event, kind, order, cross },
    ...(from && { from, together: Number(together) || 1, minutes: Number(minutes) || 1 }),
    ...(Number(heat) > 0 && { heat: Number(heat) }),
    ...(order === 'draw' && { seed }),
    ...(order === 'list' && { numbers }),
    ...(grid && { grid }),
    ...(starter && { starter }),
  }
}

/** The issued lists that are out of date, and that of the chosen group. */
function Issued({ lists, group }: { lists: readonly IssuedInfo[]; group: string }) {
  return lists.map((list) => {
    const { title, kind, version, changes } = list
    const key = groupKey(list)
    if (changes.length === 0)
      return (
        key === group && (
          <p key={key} className={`${layout.note} ${layout.screenOnly}`}>
            {`${title}: la última es la ${listKindTexts[kind]}, versión ${version}, y está al día.`}
          </p>
        )
      )
    return (
      <div key={key} className={layout.screenOnly} role="status">
        <Warning>
          <b>{`La lista ${listKindTexts[kind]} de ${title}, versión ${version}, quedó vieja:`}</b>{' '}
          {`${changes.join('; ')}.`}
        </Warning>
      </div>
    )
  })
}
