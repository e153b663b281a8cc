/** The button with which an admin adds an unknown modalidad or licencia of a file, once for all of its rows. */
import { type ClassField, fullestName, maxClassName } from '#domain/pilots/classes/classes'
import { shortened } from '#domain/text/text'
import { callForList } from '../api/call.ts'
import { useSessionRefresh } from '../api/field-table.ts'
import { useSession } from '../api/session.ts'
import button from '../ui/button.module.css'
import { Button, useAction } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import { Failure } from '../ui/notice.tsx'
import styles from './import.module.css'

interface NewClassProps {
  field: ClassField
  /** The text of the file, with the others that are joined with it. */
  value: { value: string; spellings?: readonly string[] }
  onAdded: () => void
}

export function NewClass({ field, value: { value, spellings = [] }, onAdded }: NewClassProps) {
  const { role } = useSession()
  const refresh = useSessionRefresh()
  const texts = [value, ...spellings]
  const full = fullestName(texts)
  const adding = useAction(async () => {
    const others = texts.filter((text) => text !== full)
    await callForList('POST /api/classes', { body: { field, name: full, spellings: others } })
    refresh()
    onAdded()
  })
  const name = full.trim()
  if (name === '' || name.length > maxClassName) return null
  if (role !== 'admin')
    return <p className={layout.hint}>Un administrador puede agregarla en Ajustes, «Clases».</p>
  return (
    <>
      <Button
        className={`${button.button} ${styles.newClass}`}
        disabled={adding.isBusy}
        onClick={({ detail }) => detail < 2 && void adding.run()}
      >
        Agregar «{shortened(name, 40)}» como {field}
      </Button>
      {adding.error && (
        <Failure error={new Error(Object.values(adding.error.fields)[0] ?? adding.error.message)} />
      )}
    </>
  )
}
