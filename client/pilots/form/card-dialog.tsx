/** The fields in which a scanned identity card contradicts the form, side by side; the person chooses one of each. */
import { type FieldName, fields } from '#domain/pilots/fields'
import { FormDialog } from '../../ui/dialog.tsx'
import { useForm } from '../../ui/form.tsx'
import type { CardDifference } from './card-values.ts'
import styles from './form.module.css'
import type { Side } from './pilot-values.ts'
import { VersionRow, VersionValue } from './versions-dialog.tsx'

interface CardDialogProps {
  differences: readonly CardDifference[]
  /** True if the form shows a stored pilot. */
  isStored: boolean
  /** Receives the fields that take the value of the card. */
  onChoose: (names: ReadonlySet<FieldName>) => void
  onClose: () => void
}

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
      <div className={styles.rows}>
        {differences.map(({ name, card, form: typed }) => (
          <VersionRow
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
