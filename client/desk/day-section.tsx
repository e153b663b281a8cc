/** The end of a day: who is still inside or has a chip, the open drawers, a backup for a USB stick, and the end of the pairings of all phones. */
import { useState } from 'react'
import { addressOf } from '#domain/api/addresses'
import type { ClosedDay, OpenDay, RiderInside } from '#domain/desk/calls'
import { formatMoment } from '#domain/text/date'
import { count, enumerate, figure, fileSize } from '#domain/text/text'
import { callForOne } from '../api/call.ts'
import { useLiveLoad } from '../api/changes.ts'
import { type DayProps, features } from '../api/feature.ts'
import button from '../ui/button.module.css'
import { PreviewDialog } from '../ui/dialog.tsx'
import { Button } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import { NumberPlate } from '../ui/marks.tsx'
import { Warning } from '../ui/notice.tsx'
import parts from '../ui/parts.module.css'
import styles from '../ui/settings.module.css'

export function DaySection() {
  const [isAsking, setAsking] = useState(false)
  const [closed, setClosed] = useState<ClosedDay>()
  return (
    <>
      <p>
        Muestra quién sigue adentro o tiene un chip y qué cajas están abiertas, hace una copia para llevársela
        en una memoria USB, y termina el emparejamiento de los teléfonos de las puertas.
      </p>
      <div className={layout.row}>
        <Button className={button.primary} onClick={() => setAsking(true)}>
          Cerrar el día
        </Button>
      </div>
      {isAsking && (
        <CloseDayDialog
          onDayClosed={(day) => {
            setClosed(day)
            setAsking(false)
          }}
          onClose={() => setAsking(false)}
        />
      )}
      <div role="status">{closed && <Closed {...closed} />}</div>
    </>
  )
}

function Closed(day: ClosedDay) {
  const { backup, ended, inside } = day
  const { name, size } = backup
  return (
    <div className={layout.stack}>
      <p className={parts.good}>
        El día está cerrado.{' '}
        {ended > 0
          ? `Terminó el emparejamiento de ${count(ended, 'teléfono')}.`
          : 'No había teléfonos emparejados.'}
      </p>
      <p>
        La copia es <b>{name}</b> ({fileSize(size)}). Queda en la laptop: llévese otra en una memoria USB.
      </p>
      <div className={layout.row}>
        <a
          className={button.primary}
          href={addressOf('GET /api/backups/:name', { params: { name } })}
          download={name}
        >
          Descargar la copia del día
        </a>
      </div>
      <DayLines {...day} isOver />
      <Inside riders={inside} />
    </div>
  )
}

function DayLines(props: DayProps) {
  return features.map(({ name, day }) => day && <day.Lines key={name} {...props} />)
}

interface CloseDayDialogProps {
  onDayClosed: (day: ClosedDay) => void
  onClose: () => void
}

function CloseDayDialog({ onDayClosed, onClose }: CloseDayDialogProps) {
  // The scans that a phone sends meanwhile change who is inside.
  const day = useLiveLoad((signal) => callForOne('GET /api/day', { signal }), 'day', { passages: true })
  const open = day.value
  const left = open ? features.flatMap((one) => one.day?.openText(open) ?? []) : []
  return (
    <PreviewDialog
      title="¿Cerrar el día?"
      action={left.length > 0 ? `Cerrar el día con ${enumerate(left)}` : 'Cerrar el día'}
      busy="Haciendo la copia…"
      preview={day}
      confirm={async () => onDayClosed(await callForOne('POST /api/day'))}
      onClose={onClose}
    >
      {(shown) => (
        <>
          <DayLines {...shown} />
          <Phones phones={shown.phones} />
          <Inside riders={shown.inside} />
          <p className={layout.hint}>
            Primero se hace la copia. Si falla, no se hace nada más, y los teléfonos siguen emparejados.
          </p>
        </>
      )}
    </PreviewDialog>
  )
}

/** The most riders that are listed. */
const mostListed = 200

function Inside({ riders }: { riders: readonly RiderInside[] }) {
  if (riders.length === 0) {
    return (
      <p>
        Según las lecturas que llegaron a la laptop, <b>nadie sigue adentro</b>. Quien entró sin que lo
        leyeran no cuenta.
      </p>
    )
  }
  return (
    <div className={parts.tight}>
      <h3>
        {riders.length === 1 ? 'Sigue' : 'Siguen'} adentro {count(riders.length, 'persona')}
      </h3>
      <p className={layout.hint}>Quien salió sin que lo leyeran también figura aquí.</p>
      <ul className={`${parts.lines} ${styles.rows}`}>
        {riders.slice(0, mostListed).map(({ id, name = 'Piloto borrado', npiloto, since, gate }) => (
          <li key={`${id} ${since} ${gate}`} className={layout.split}>
            <p>
              {npiloto && <NumberPlate number={npiloto} />} <b>{name}</b>
              <span className={`${layout.hint} ${layout.block}`}>
                Desde <time dateTime={since}>{formatMoment(since)}</time> · {gate}
              </span>
            </p>
          </li>
        ))}
      </ul>
      {riders.length > mostListed && <p>y {figure(riders.length - mostListed)} más</p>}
    </div>
  )
}

function Phones({ phones }: Pick<OpenDay, 'phones'>) {
  if (phones.length === 0) return <p>Ningún teléfono está emparejado con una puerta.</p>
  return (
    <div className={layout.stack}>
      <h3>Termina el emparejamiento de {count(phones.length, 'teléfono')}</h3>
      <Warning>
        <b>Antes mire la pantalla de cada teléfono.</b> La laptop no sabe qué lecturas le faltan a uno sin
        red: si dice «Sin conexión con la laptop» o «por enviar», tráigalo a la mesa y espere a que diga
        «Enviadas». Si no, esas lecturas quedan en el teléfono hasta que se empareje otra vez.
      </Warning>
      <ul className={`${parts.lines} ${styles.rows}`}>
        {phones.map(({ user, gate, device, last_seen: seen }) => (
          <li key={user} className={layout.split}>
            <p>
              <b>{user}</b>
              <span className={layout.hint}>{[gate, device].filter(Boolean).join(' · ')}</span>
              <span className={`${layout.hint} ${layout.block}`}>
                {seen ? `Último uso: ${formatMoment(seen)}` : 'Sin sesión'}
              </span>
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}
