/** The dialog that exports the chosen pilots, the filtered pilots, or all pilots, in one of several formats. */
import { useState } from 'react'
import type { ExportOptions } from '#domain/import/export'
import { describeFound, isFiltered, type ListFilter } from '#domain/pilots/search/list-query'
import { count, figure } from '#domain/text/text'
import { type Selection, staffApi } from '../../api/staff-api.ts'
import button from '../../ui/button.module.css'
import { Dialog } from '../../ui/dialog.tsx'
import { DownloadStatus, useDownload } from '../../ui/download.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import styles from './list.module.css'
import { TimingExport } from './timing-export.tsx'

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
  const download = useDownload()

  function save({ label, ...options }: (typeof formats)[number]) {
    const selection = selections[index]?.selection ?? {}
    download.start(label, (onBytes, signal) => staffApi.export(options, selection, onBytes, signal))
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
      <div className={styles.formats}>
        {formats.map((format) => (
          <button
            key={format.label}
            type="button"
            className={button.button}
            aria-disabled={download.isBusy}
            onClick={() => save(format)}
          >
            {format.label}
          </button>
        ))}
      </div>
      <details className={styles.timing}>
        <summary>Cronometraje</summary>
        <TimingExport selection={selections[index]?.selection ?? {}} download={download} />
      </details>
      <DownloadStatus download={download} hasUnsavedData />
    </Dialog>
  )
}
