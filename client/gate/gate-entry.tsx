/** Records the scan of the credential that is open, in a browser that is a gate. Opening the page counts nothing. */
import { useEffect, useState } from 'react'
import { screens } from '#domain/api/addresses'
import type { PilotId } from '#domain/pilots/pilot-id'
import { useSession } from '../api/session.ts'
import { Signals } from '../scan/signals.ts'
import button from '../ui/button.module.css'
import { Button } from '../ui/form.tsx'
import { Link } from '../ui/link.tsx'
import styles from './gate.module.css'
import { type GateChoice, recallChoice } from './gate-choice.ts'
import { OnlineLine } from './gate-line.ts'
import { ShownScan, useScans } from './scan-answers.tsx'

interface GateEntryProps {
  id: PilotId
  /** True for a revoked card, which lets nobody in: its scan is recorded as refused. */
  isRevoked: boolean
}

export function GateEntry(props: GateEntryProps) {
  const { gate } = useSession()
  const [choice] = useState(recallChoice)
  if (gate !== null) return <Entry {...props} direction="in" {...choice} gate={gate} />
  if (choice) return <Entry {...props} {...choice} />
  return (
    <div className={styles.entry}>
      <Link className={button.button} to={screens.gate}>
        Elegir la puerta para registrar entradas
      </Link>
    </div>
  )
}

function Entry({ id, isRevoked, gate, direction }: GateChoice & GateEntryProps) {
  const [line] = useState(() => new OnlineLine(gate))
  const [signals] = useState(() => new Signals())
  const scans = useScans(line, signals)
  useEffect(() => () => signals.close(), [signals])
  return (
    <div className={styles.entry}>
      <Button
        className={button.submit}
        disabled={scans.isWaiting}
        onClick={() => {
          signals.unlock()
          scans.scan(id, direction)
        }}
      >
        {direction === 'out' ? 'Registrar salida' : isRevoked ? 'Registrar lectura' : 'Registrar entrada'}
        <span>{gate}</span>
      </Button>
      <ShownScan scans={scans} closeLabel="Cerrar" />
    </div>
  )
}
