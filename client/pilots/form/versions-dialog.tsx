/**
 * Two versions of a pilot side by side, or a scanned card beside the form: the person chooses one of each difference.
 */
import { useState } from 'react'
import { photoPath } from '#domain/api/addresses'
import { documentText } from '#domain/pilots/document'
import { type FieldName, fields } from '#domain/pilots/fields'
import type { FieldTable } from '#domain/pilots/own/field-table'
import { fullName, type Pilot } from '#domain/pilots/pilot'
import { meanwhile } from '#domain/text/text'
import { FormDialog } from '../../ui/dialog.tsx'
import { problemsOfSides, type Side, soleChanger, VersionField, VersionValue } from '../../ui/field.tsx'
import { useObjectUrl } from '../../ui/file-input.tsx'
import { useForm } from '../../ui/form.tsx'
import { Photo } from '../../ui/images.tsx'
import layout from '../../ui/layout.module.css'
import styles from './form.module.css'
import { type CardDifference, differencesOf, merged, type Values, valuesOf } from './pilot-values.ts'

interface VersionsDialogProps {
  /** The version that both edits began with. */
  base: Pilot
  mine: Values
  /** The photo that was chosen in this form; null removes the stored photo. */
  photo?: File | null
  theirs: Pilot
  table: FieldTable
  /** True if an earlier conflict of the same edit was already resolved. */
  isAgain: boolean
  /** True for a rider whom the desk knows, and who has typed the other version on the own phone. */
  isApplied: boolean
  /** A remark on the application. */
  note?: string
  isBusy: boolean
  onChoose: (values: Values, photo: Side) => void
  onClose: () => void
}

const photoRow = 'photo'

const appliedLabels = { mine: 'Del teléfono', theirs: 'Lo guardado' } as const

export function VersionsDialog({
  base,
  mine,
  photo,
  theirs,
  table,
  isAgain,
  isApplied,
  note,
  isBusy,
  onChoose,
  onClose,
}: VersionsDialogProps) {
  const [differences] = useState(() => differencesOf(valuesOf(base), mine, valuesOf(theirs), table))
  const hasTheirPhoto = theirs.photo !== base.photo
  const form = useForm<Record<string, Side | undefined>>({
    stored: {
      ...Object.fromEntries(differences.map(({ name, only }) => [name, only])),
      ...(photo !== undefined && { [photoRow]: soleChanger(true, hasTheirPhoto) }),
    },
    check: problemsOfSides,
    async send(sides) {
      const chosen = merged(valuesOf(theirs), differences, (name) => sides[name] ?? 'theirs')
      onChoose(chosen, sides[photoRow] ?? 'theirs')
      return sides
    },
  })
  const preview = useObjectUrl(photo)

  function row(name: string, label: string, versions: Record<Side, React.ReactNode>) {
    return (
      <VersionField
        key={name}
        {...form.field(name)}
        label={label}
        labels={isApplied ? appliedLabels : undefined}
        versions={versions}
      />
    )
  }

  const photoChoice =
    photo !== undefined &&
    row(photoRow, 'Foto', {
      mine: (
        <Photo
          className={styles.photo}
          src={preview}
          alt={photo ? (isApplied ? 'La foto del teléfono' : 'La foto que usted eligió') : 'Sin foto'}
        />
      ),
      theirs: (
        <Photo
          className={styles.photo}
          src={theirs.photo ? photoPath(theirs.photo) : undefined}
          alt="La foto guardada"
        />
      ),
    })

  return (
    <FormDialog
      title={isApplied ? `Lo que escribió ${fullName(theirs)}` : 'Dos versiones de este piloto'}
      isWide
      isBusy={isBusy}
      action={isApplied ? 'Aprobar así' : 'Guardar así'}
      isActionFocused={isApplied}
      cancel={isApplied ? 'Corregir' : 'Seguir editando'}
      form={form}
      onClose={onClose}
    >
      {isApplied ? (
        <p>
          Ya está registrado, con el documento <strong>{documentText(theirs)}</strong>: compare, y elija qué
          queda en cada campo. Todavía no se guardó nada.
        </p>
      ) : (
        <p>
          {meanwhile(`cambió ${isAgain ? 'otra vez ' : ''}a ${fullName(theirs)}`)}. Elija qué queda en cada
          campo: todavía no se guardó nada de lo suyo.
        </p>
      )}
      <div className={layout.stack}>
        {isApplied && note && <p>{note}.</p>}
        {isApplied && photoChoice}
        {differences.map(({ name, mine, theirs }) =>
          row(name, table.of(name).label, {
            mine: <VersionValue text={mine} />,
            theirs: <VersionValue text={theirs} />,
          }),
        )}
        {!isApplied && photoChoice}
        {photo === undefined && hasTheirPhoto && (
          <p>La otra persona cambió también la foto, que queda como la dejó.</p>
        )}
      </div>
    </FormDialog>
  )
}

interface CardDialogProps {
  differences: readonly CardDifference[]
  /** True if the form shows a stored pilot. */
  isStored: boolean
  /** Receives the fields that take the value of the card. */
  onChoose: (names: ReadonlySet<FieldName>) => void
  onClose: () => void
}

/** The fields in which a scanned identity card contradicts the form, side by side; the person chooses one of each. */
export function CardDialog({ differences, isStored, onChoose, onClose }: CardDialogProps) {
  const form = useForm<Partial<Record<FieldName, Side>>>({
    stored: Object.fromEntries(differences.map(({ name }) => [name, 'mine' as const])),
    async send(sides) {
      onChoose(new Set(differences.map(({ name }) => name).filter((name) => sides[name] === 'theirs')))
    },
  })
  const labels = { mine: isStored ? 'Lo guardado' : 'Lo escrito', theirs: 'El documento' }

  return (
    <FormDialog
      title="El documento dice otra cosa"
      isWide
      action="Poner lo elegido"
      cancel="Dejar todo como está"
      form={form}
      onClose={onClose}
    >
      <p>Elija qué queda en cada campo del formulario. Nada se guarda hasta que usted lo guarde.</p>
      <div className={layout.stack}>
        {differences.map(({ name, card, form: typed }) => (
          <VersionField
            key={name}
            {...form.field(name)}
            label={fields[name].label}
            labels={labels}
            versions={{ mine: <VersionValue text={typed} />, theirs: <VersionValue text={card} /> }}
          />
        ))}
      </div>
    </FormDialog>
  )
}
