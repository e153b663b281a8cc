/** The dialog that adds or changes a modalidad or a licencia. */
import { type ClassField, maxClassName, maxSpellings } from '#domain/pilots/classes/classes'
import type { ListedClass } from '#domain/pilots/own/calls'
import { count } from '#domain/text/text'
import { callForList } from '../../api/call.ts'
import { TheirVersion, useTheirs } from '../../ui/definition-list.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.tsx'
import layout from '../../ui/layout.module.css'

interface TypedClass {
  name: string
  /** One spelling on each line. */
  spellings: string
}

interface ClassDialogProps {
  field: ClassField
  /** The class that is changed; absent for a new one. */
  stored?: ListedClass
  onSaved: (classes: ListedClass[], text: string) => void
  /** Shows the classes that another person has changed meanwhile. */
  onOthers: (classes: ListedClass[]) => void
  onClose: () => void
}

export function ClassDialog({ field, stored, onSaved, onOthers, onClose }: ClassDialogProps) {
  const { theirs, change } = useTheirs(stored, async () => {
    const all = await callForList('GET /api/classes')
    onOthers(all)
    return all.find((one) => one.field === field && one.key === stored?.key)
  })
  const form = useForm<TypedClass>({
    stored: typedOf(stored),
    check: ({ name }) => ({ name: name.trim() === '' ? 'Escriba el nombre' : '' }),
    async send(typed) {
      const option = optionOf(typed)
      const classes = await change((seen) => {
        if (!seen) return callForList('POST /api/classes', { body: { field, ...option } })
        const body = { ...option, version: seen.version }
        return callForList('PUT /api/classes/:field/:key', { params: { field, key: seen.key }, body })
      })
      onSaved(classes, `${typed.name.trim()} ${stored ? 'quedó cambiada' : 'ya se puede elegir'}.`)
    },
  })

  const isRenamed = stored !== undefined && form.values.name.trim() !== stored.name
  return (
    <FormDialog
      title={stored ? `Editar ${stored.name}` : `Agregar una ${field}`}
      action={stored ? 'Guardar' : 'Agregar'}
      form={form}
      onClose={onClose}
    >
      <TextField
        {...form.field('name')}
        label="Nombre"
        isRequired
        maxLength={maxClassName}
        placeholder={field === 'licencia' ? 'Nacional' : 'MX1'}
      />
      {isRenamed && (
        <p className={layout.hint}>
          {stored.pilots > 0 &&
            `${count(stored.pilots, 'piloto pasa', 'pilotos pasan')} a tener el nombre nuevo. `}
          «{stored.name}» se sigue leyendo en las planillas.
        </p>
      )}
      <TextField
        {...form.field('spellings')}
        label="Otras maneras de escribirla"
        hint={`Las de las planillas, una por línea, hasta ${maxSpellings}. Mayúsculas, tildes, espacios y guiones no cuentan.`}
        rows={3}
      />
      {theirs && <TheirVersion pronoun="la" text={versionText(theirs)} />}
    </FormDialog>
  )
}

function versionText({ name, spellings }: ListedClass): string {
  return spellings.length > 0 ? `${name}, también ${spellings.join(', ')}` : name
}

function typedOf(stored?: ListedClass): TypedClass {
  return { name: stored?.name ?? '', spellings: stored?.spellings.join('\n') ?? '' }
}

function optionOf({ name, spellings }: TypedClass): { name: string; spellings: string[] } {
  return { name, spellings: spellings.split('\n').filter((words) => words.trim() !== '') }
}
