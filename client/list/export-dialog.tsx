/** The dialog that exports the chosen pilots, the filtered pilots, or all pilots, in one of several formats. */
import { useState } from 'react'
import type { ExportOptions } from '#domain/import/export'
import { describeFound, isFiltered, type ListFilter } from '#domain/list-query'
import { count, figure } from '#domain/text/text'
import type { FileProgress } from '../api/download.ts'
import { type Selection, staffApi } from '../api/staff-api.ts'
import button from '../ui/button.module.css'
import choices from '../ui/choices.module.css'
import { Dialog } from '../ui/dialog.tsx'
import { FileProgressBar } from '../ui/file-progress.tsx'
import { Failure } from '../ui/load.tsx'
import { useDownload } from '../ui/use-download.ts'
import styles from './export-dialog.module.css'

interface ExportDialogProps {
  filter: ListFilter
  /** The number of pilots that match `filter`. */
  found: number
  /** The number of all pilots. */
  total: number
  /** The identifiers of the chosen pilots. */
  chosen: ReadonlySet<string>
  onClose: () => void
}

export const exportTitle = 'Exportar pilotos'

const formats: (ExportOptions & { label: string })[] = [
  { format: 'xlsx', label: 'Excel (.xlsx)' },
  { format: 'csv', label: 'CSV (para Excel)' },
  { format: 'csv', plain: true, label: 'CSV sin formato (para programas)' },
  { format: 'json', label: 'JSON' },
]

export function ExportDialog({ filter, found, total, chosen, onClose }: ExportDialogProps) {
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
      ? [{ label: describeFound({ total: found }, filter), selection: filter }]
      : []),
    { label: 'Todos los pilotos', selection: {} },
  ]
  const [index, setIndex] = useState(0)
  const [label, setLabel] = useState('')
  const { state, start, cancel } = useDownload<FileProgress>()
  const isBusy = state.stage === 'preparing'

  function save({ label, ...options }: (typeof formats)[number]) {
    if (isBusy) return
    setLabel(label)
    const selection = selections[index]?.selection ?? {}
    start((onProgress, signal) => staffApi.export(options, selection, onProgress, signal))
  }

  return (
    <Dialog title={exportTitle} onClose={onClose}>
      {selections.length > 1 ? (
        <fieldset className={choices.choices}>
          <legend>Qué pilotos</legend>
          {selections.map(({ label }, at) => (
            <label key={label}>
              <input type="radio" name="which" checked={index === at} onChange={() => setIndex(at)} />
              {label}
            </label>
          ))}
        </fieldset>
      ) : (
        <p>Todos los pilotos: {figure(total)}.</p>
      )}
      <div className={styles.formats}>
        {formats.map((format) => (
          <button
            key={format.label}
            type="button"
            className={button.button}
            aria-disabled={isBusy}
            onClick={() => save(format)}
          >
            {format.label}
          </button>
        ))}
      </div>
      {isBusy && <FileProgressBar progress={state.progress} items="pilotos" onCancel={cancel} />}
      {state.stage === 'failed' && <Failure hasUnsavedData error={state.error} />}
      <p role="status">
        {isBusy && `Preparando ${label}…`}
        {state.stage === 'done' && `Se descargó ${state.name}`}
      </p>
    </Dialog>
  )
}
