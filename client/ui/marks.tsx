/** Marked pieces of text: a number plate, a status, a command, and a text that is shortened. */

import { useState } from 'react'
import { describeStatus, type Status } from '#domain/credential/status'
import { isInstallation, launchOf } from '#domain/desk/installation'
import { Button } from './form.tsx'
import { StatusIcon } from './images.tsx'
import layout from './layout.module.css'
import parts from './parts.module.css'

interface NumberPlateProps {
  /** Absent if an incomplete rider has none. */
  number: string | null | undefined
  /** The class that places the plate in its row. */
  className?: string
}

/** The number of a rider as a yellow plate, which screen readers announce as a number. */
export function NumberPlate({ number, className = '' }: NumberPlateProps) {
  return (
    <b className={`${parts.number} ${className}`}>
      <span className={layout.hidden}>Número </span>
      {number || '—'}
    </b>
  )
}

/** A status in one line, in the colours of the band on the credential. */
export function StatusMark({ status }: { status: Status }) {
  return (
    <span className={parts.status} data-kind={status.kind}>
      <StatusIcon kind={status.kind} />
      {describeStatus(status)}
    </span>
  )
}

/** A text that is shortened until the person asks for the full text. */
export function LongText({ short, whole }: { short: string; whole: string }) {
  const [isWhole, setWhole] = useState(false)
  return (
    <>
      <span className={parts.long}>{isWhole ? whole : short}</span>
      {short !== whole && (
        <Button aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Ver menos' : 'Ver todo'}
        </Button>
      )}
    </>
  )
}

/** Returns what the laptop has to open the kiosk and to run commands. Every page tells how it is installed. */
export function ownLaunch() {
  const { installation = '' } = document.documentElement.dataset
  return launchOf(isInstallation(installation) ? installation : 'clone')
}

/** A command, without the word with which commands begin on the laptop. */
export function Command({ children, className }: { children: string; className?: string }) {
  return (
    <code className={className}>
      {ownLaunch().command} {children}
    </code>
  )
}
