/** One passage: its person, what happened in one sentence, the two times with the device, and its settlement. */

import { credentialPath } from '#domain/api/addresses'
import { numberOf } from '#domain/events/categories/race-number'
import { describeSettlement } from '#domain/gate/log-entry'
import { passageSentence } from '#domain/gate/passage-sentence'
import type { PassageRecord } from '#domain/gate/schemas'
import { formatMoment } from '#domain/text/date'
import { call } from '../../api/call.ts'
import { ReasonDialog } from '../../ui/dialog.tsx'
import { Button } from '../../ui/form.tsx'
import layout from '../../ui/layout.module.css'
import { Link } from '../../ui/link.tsx'
import { NumberPlate } from '../../ui/marks.tsx'
import styles from './passages.module.css'

interface PassageRowProps {
  passage: PassageRecord
  onSettle: () => void
  onReopen: () => void
}

export function PassageRow({ passage, onSettle, onReopen }: PassageRowProps) {
  const { pilot, at, received, by, device, corrected, incident, settled } = passage
  const name = pilot?.name ?? 'Nadie de la lista'
  const facts = [
    { title: 'Leída', text: formatMoment(at), moment: at },
    { title: 'Llegó', text: formatMoment(received), moment: received },
    { title: 'Equipo', text: by === device ? device : `${device}, ${by}` },
  ]
  return (
    <li className={styles.row} data-incident={incident || undefined}>
      {pilot && <NumberPlate number={numberOf(pilot)} />}
      <div className={styles.what}>
        {pilot ? (
          <Link className={layout.target} to={credentialPath(pilot.id)}>
            {name}
          </Link>
        ) : (
          <b className={layout.target}>{name}</b>
        )}
        <p>
          {corrected ? <s>{passageSentence(passage)}</s> : passageSentence(passage)}
          {corrected && ' Se deshizo.'}
        </p>
        {settled && (
          <p className={layout.soft}>
            {`Incidencia ${describeSettlement(settled)} `}
            <time dateTime={settled.at}>({formatMoment(settled.at)})</time>
          </p>
        )}
        {(incident || settled) && (
          <Button
            aria-label={`${incident ? 'Resolver' : 'Abrir de nuevo'} la incidencia de ${name}`}
            onClick={incident ? onSettle : onReopen}
          >
            {incident ? 'Resolver' : 'Abrir de nuevo'}
          </Button>
        )}
      </div>
      <dl className={layout.hint}>
        {facts.map(({ title, text, moment }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{moment ? <time dateTime={moment}>{text}</time> : text}</dd>
          </div>
        ))}
      </dl>
    </li>
  )
}

interface SettlementDialogProps {
  passage: PassageRecord
  /** Is called after the settlement is stored, before the dialog closes. */
  onSettled: () => void
  onClose: () => void
}

/** The dialog that settles an incident with a reason. */
export function SettlementDialog({ passage, onSettled, onClose }: SettlementDialogProps) {
  return (
    <ReasonDialog
      title="Resolver la incidencia"
      action="Resolver"
      hint="Queda en el registro con la hora y con quién lo escribió."
      confirm={async (reason) => {
        await call('PUT /api/passages/:id/settlement', { params: { id: passage.id }, body: { reason } })
        onSettled()
        onClose()
      }}
      onClose={onClose}
    >
      <p>
        {passage.pilot && <b>{passage.pilot.name}: </b>}
        {passageSentence(passage)}
      </p>
    </ReasonDialog>
  )
}
