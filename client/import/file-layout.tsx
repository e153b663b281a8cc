/** The choice of the sheet and of the line of the header, which are recognized unless a person chooses them. */
import { useState } from 'react'
import type { ImportMapping } from '#domain/import/mapping'
import type { ImportPreview } from '#domain/import/preview'
import { otherSheets } from '#domain/import/preview'
import { count } from '#domain/text/text'
import { Field } from '../ui/field.tsx'
import styles from './import-dialog.module.css'
import type { ImportRun } from './import-run.ts'
import { chooseHeader } from './mapping-changes.ts'

interface FileLayoutProps {
  preview: ImportPreview
  mapping: ImportMapping
  onSheet: (sheet: string) => void
  onEdit: ImportRun['edit']
}

export function FileLayout({ preview, mapping, onSheet, onEdit }: FileLayoutProps) {
  const { sheets, starts, unit, missing } = preview
  const [isOpen] = useState(() => missing.length > mostMissing || otherSheets(preview).length > 0)
  const { sheet = preview.sheet, header = preview.header } = mapping
  const lines = starts.some(({ line }) => line === header) ? starts : [...starts, { line: header, text: '' }]
  if (sheets.length < 2 && starts.length === 0) return null
  return (
    <details className={styles.layout} open={isOpen}>
      <summary>{sheets.length > 1 ? 'Hoja y encabezado' : 'Encabezado'}</summary>
      <div>
        {sheets.length > 1 && (
          <Field name="sheet" label="Hoja">
            {(control) => (
              <select {...control} value={sheet} onChange={({ target }) => onSheet(target.value)}>
                {sheets.map(({ name, riders }) => (
                  <option key={name} value={name}>{`${name} (${count(riders, 'piloto')})`}</option>
                ))}
              </select>
            )}
          </Field>
        )}
        {starts.length > 0 && (
          <Field name="header" label="Encabezado">
            {(control) => (
              <select
                {...control}
                value={header}
                onChange={({ target }) => onEdit(chooseHeader(Number(target.value)))}
              >
                {lines.map(
                  ({ line, text }) =>
                    line > 0 && <option key={line} value={line}>{`${unit} ${line}: ${text}`}</option>,
                )}
                <option value={0}>El archivo no tiene encabezado</option>
              </select>
            )}
          </Field>
        )}
      </div>
    </details>
  )
}

/** The number of missing fields above which the header was probably not recognized. */
const mostMissing = 5
