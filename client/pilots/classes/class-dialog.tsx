/** The dialog that adds or changes a modalidad or a licencia. */
import { useState } from 'react'
import { type ClassField, maxClassName, maxSpellings } from '#domain/pilots/classes/classes'
import type { ListedClass } from '#domain/pilots/own/calls'
import { count } from '#domain/text/text'
import { ApiError, callForList } from '../../api/call.ts'
import { FormDialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.tsx'
import layout from '../../ui/layout.module.css'
import { Notice } from '../../ui/notice.tsx'

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
  /** The version that another person has stored meanwhile. The next attempt replaces it, since it was shown. */
  const [theirs, setTheirs] = useState<ListedClass>()
  const form = useForm<TypedClass>({
    stored: typedOf(stored),
    check: ({ name }) => ({ name: name.trim() === '' ? 'Escriba el nombre' : '' }),
    async send(typed) {
      const edited = theirs ?? stored
      const name = typed.name.trim()
      if (edited) onSaved(await changeClass(edited, typed), `${name} quedó cambiada.`)
      else {
        const body = { field, ...bodyOf(typed) }
        onSaved(await callForList('POST /api/classes', { body }), `${name} ya se puede elegir.`)
      }
    },
  })

  /** Changes the class if it is still as it was. @throws ApiError */
  async function changeClass(edited: ListedClass, typed: TypedClass): Promise<ListedClass[]> {
    const { key } = edited
    try {
      const body = { ...bodyOf(typed), base: bodyOf(typedOf(edited)) }
      return await callForList('PUT /api/classes/:field/:key', { params: { field, key }, body })
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 409)) throw error
      const all = await callForList('GET /api/classes')
      setTheirs(all.find((one) => one.field === field && one.key === key))
      onOthers(all)
      throw error
    }
  }

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
      {theirs && (
        <Notice kind="warning">
          Otra persona la guardó mientras usted la editaba. Ahora es: {versionText(theirs)}. Guarde otra vez
          para dejar lo que usted escribió, o cancele para dejar lo de la otra persona.
        </Notice>
      )}
    </FormDialog>
  )
}

function versionText({ name, spellings }: ListedClass): string {
  return spellings.length > 0 ? `${name}, también ${spellings.join(', ')}` : name
}

function typedOf(stored?: ListedClass): TypedClass {
  return { name: stored?.name ?? '', spellings: stored?.spellings.join('\n') ?? '' }
}

function bodyOf({ name, spellings }: TypedClass): { name: string; spellings: string[] } {
  return { name, spellings: spellings.split('\n').filter((words) => words.trim() !== '') }
}
