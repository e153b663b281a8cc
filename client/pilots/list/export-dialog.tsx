/** The dialog that exports the chosen pilots, the filtered pilots, or all pilots, in one of several formats. */
import { useState } from 'react'
import { queryOf } from '#domain/api/addresses'
import type { PartOf } from '#domain/api/calls'
import type { Category } from '#domain/events/categories/category'
import { type TimingProgram, timingFiles, timingPrograms } from '#domain/events/timing/timing-files'
import type { ExportOptions } from '#domain/import/columns'
import { describeFound, isFiltered, type ListFilter } from '#domain/pilots/search/list-query'
import { count, figure } from '#domain/text/text'
import { callForList } from '../../api/call.ts'
import { useFieldTable } from '../../api/field-table.ts'
import { fileOf } from '../../api/files.ts'
import { useLoad } from '../../api/load.ts'
import type { Selection } from '../../api/pilots.ts'
import button from '../../ui/button.module.css'
import { Dialog } from '../../ui/dialog.tsx'
import { RadioGroup } from '../../ui/field.tsx'
import { Button } from '../../ui/form.tsx'
import layout from '../../ui/layout.module.css'
import { Awaited } from '../../ui/notice.tsx'
import parts from '../../ui/parts.module.css'
import { DownloadStatus, useDownload } from '../../ui/run.tsx'

interface ExportDialogProps {
  filter: ListFilter
  /** The number of pilots that match `filter`. */
  found: number
  /** The number of all pilots. */
  total: number
  /** The identifiers of the chosen pilots. */
  chosen: ReadonlySet<string>
  /** The categories of the open event. */
  categories?: readonly Category[]
  onClose: () => void
}

export const exportTitle = 'Exportar pilotos'

const formats: (ExportOptions & { label: string })[] = [
  { format: 'xlsx', label: 'Excel (.xlsx)' },
  { format: 'csv', label: 'CSV (para Excel)' },
  { format: 'csv', plain: true, label: 'CSV sin formato (para programas)' },
  { format: 'json', label: 'JSON' },
]

export function ExportDialog({ filter, found, total, chosen, categories, onClose }: ExportDialogProps) {
  const table = useFieldTable()
  const selections: { label: string; selection: Selection }[] = [
    ...(chosen.size > 0
      ? [
          {
            label: count(chosen.size, 'piloto elegido', 'pilotos elegidos'),
            selection: { ids: [...chosen] },
          },
        ]
      : []),
    ...(isFiltered(filter) && found > 0
      ? [{ label: describeFound({ total: found }, filter, table, categories), selection: filter }]
      : []),
    { label: 'Todos los pilotos', selection: {} },
  ]
  const [index, setIndex] = useState(0)
  const download = useDownload()

  function save({ label, ...options }: (typeof formats)[number]) {
    const selection = selections[index]?.selection ?? {}
    download.start(label, exported(options, selection, `pilotos.${options.format}`))
  }

  return (
    <Dialog title={exportTitle} onClose={onClose}>
      {selections.length > 1 ? (
        <RadioGroup
          legend="Qué pilotos"
          options={selections.map(({ label }, at) => [at, label])}
          value={index}
          onChange={setIndex}
        />
      ) : (
        <p>Todos los pilotos: {figure(total)}.</p>
      )}
      <div className={layout.stack}>
        {formats.map((format) => (
          <Button key={format.label} aria-disabled={download.isBusy} onClick={() => save(format)}>
            {format.label}
          </Button>
        ))}
      </div>
      <details>
        <summary>Cronometraje</summary>
        <TimingExport selection={selections[index]?.selection ?? {}} download={download} />
      </details>
      <DownloadStatus download={download} hasUnsavedData />
    </Dialog>
  )
}

/** Loads the file of an export: of chosen pilots in their order, or of those that a filter finds. */
function exported(
  how: PartOf<'POST /api/export', 'query'>,
  { ids, ...filter }: Selection,
  fallbackName: string,
) {
  const query = { ...how, ...queryOf(filter) }
  return ids
    ? fileOf('POST /api/export', { query, body: ids }, fallbackName)
    : fileOf('GET /api/export', { query }, fallbackName)
}

interface TimingExportProps {
  selection: Selection
  /** The download of the dialog, which shows its progress. */
  download: Pick<ReturnType<typeof useDownload>, 'isBusy' | 'start'>
}

function TimingExport({ selection, download }: TimingExportProps) {
  const [program, setProgram] = useState<TimingProgram>()
  return (
    <div className={layout.stack}>
      <RadioGroup
        legend="Programa"
        value={program}
        onChange={setProgram}
        options={timingPrograms.map((one) => [one, timingFiles[one].name] as const)}
      />
      {program && (
        <>
          <Warnings program={program} selection={selection} />
          <Button
            className={button.primary}
            aria-disabled={download.isBusy}
            onClick={() =>
              download.start(
                timingFiles[program].name,
                exported({ for: program }, selection, `${program}.${timingFiles[program].extension}`),
              )
            }
          >
            Descargar para {timingFiles[program].name}
          </Button>
        </>
      )}
    </div>
  )
}

/** The number of riders that a warning names. */
const mostNamed = 50

function Warnings({ program, selection }: { program: TimingProgram; selection: Selection }) {
  const load = useLoad(
    (signal) => loadWarnings(program, selection, signal),
    JSON.stringify([program, selection]),
  )
  return (
    <Awaited load={load}>
      {(warnings) =>
        warnings.length === 0 ? (
          <p role="status">Todos tienen número y transponder, y ninguno se repite.</p>
        ) : (
          <ul className={parts.remark} aria-label="Para revisar antes">
            {warnings.map(({ text, riders }) => (
              <li key={text}>
                <details>
                  <summary>{text}</summary>
                  <ul>
                    {riders.slice(0, mostNamed).map((rider) => (
                      <li key={rider}>{rider}</li>
                    ))}
                  </ul>
                  {riders.length > mostNamed && <p>y {figure(riders.length - mostNamed)} más</p>}
                </details>
              </li>
            ))}
          </ul>
        )
      }
    </Awaited>
  )
}

/** Returns what is odd about the riders of the file. */
function loadWarnings(program: TimingProgram, { ids, ...filter }: Selection, signal: AbortSignal) {
  const query = { for: program, ...queryOf(filter) }
  return ids
    ? callForList('POST /api/timing', { query, body: ids, signal })
    : callForList('GET /api/timing', { query, signal })
}
