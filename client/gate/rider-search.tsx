/** Finds a rider without a card in the roster of the gate, and takes the code of a card that no scanner reads. */
import { type FormEvent, useEffect, useState } from 'react'
import { readScanned } from '#domain/api/wire'
import { statusTexts } from '#domain/credential/status'
import { cardlessText, type Direction } from '#domain/gate/passage'
import { maxFound } from '#domain/gate/rider-search'
import type { GateRoster } from '#domain/gate/schemas'
import { fullName, minorText } from '#domain/pilots/pilot'
import button from '../ui/button.module.css'
import { takeFocus } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { Photo } from '../ui/images.tsx'
import { NumberPlate } from '../ui/marks.tsx'
import parts from '../ui/parts.module.css'
import page from './gate.module.css'
import type { QueuedLine } from './gate-line.ts'
import styles from './rider-search.module.css'

type Rider = GateRoster['pilots'][number]

interface RiderSearchProps {
  line: QueuedLine
  direction: Direction
  text: string
  onChange: (text: string) => void
  /** Is called with the code of a card. */
  onCode: (code: string) => void
  onRider: (rider: Rider) => void
}

export function RiderSearch({ line, direction, text, onChange, onCode, onRider }: RiderSearchProps) {
  const riders = line.find(text)
  const isCode = readScanned(text) !== undefined && riders.length === 0

  function send(event: FormEvent) {
    event.preventDefault()
    if (isCode) onCode(text)
  }

  return (
    <form className={styles.search} onSubmit={send} noValidate>
      <TextField
        name="code"
        label="Número, nombre, DNI o código"
        ref={takeFocus}
        autoCapitalize="off"
        enterKeyHint="search"
        spellCheck={false}
        value={text}
        onChange={onChange}
      />
      {isCode && (
        <button type="submit" className={button.primary}>
          Registrar
        </button>
      )}
      <p role="status">{adviceOn(text, line, isCode ? 1 : riders.length)}</p>
      {riders.length > 0 && (
        <ul className={parts.lines} aria-label="Pilotos encontrados">
          {riders.map((rider) => (
            <FoundRider key={rider.id} rider={rider} line={line} direction={direction} onChoose={onRider} />
          ))}
        </ul>
      )}
    </form>
  )
}

/** Tells how to go on if a search has not found exactly what was meant. */
function adviceOn(text: string, line: QueuedLine, found: number): string | undefined {
  if (!line.state.roster) return 'Este equipo todavía no tiene la lista: escriba el código de la credencial.'
  if (found === maxFound) return `Hay ${maxFound} o más: escriba también el apellido, o el DNI.`
  if (found > 0 || text.trim() === '') return undefined
  return 'Nadie de la lista tiene ese número, nombre o DNI. Un código tiene 12 letras y números, como 7K3Q-9XW2-M4TB.'
}

interface FoundRiderProps extends Pick<RiderSearchProps, 'line' | 'direction'> {
  rider: Rider
  onChoose: (rider: Rider) => void
}

/** A rider with all by which the person at the gate recognizes the one who stands there. */
function FoundRider({ rider, line, direction, onChoose }: FoundRiderProps) {
  const { photo, npiloto, modalidad, document, status } = rider
  const [src, setSrc] = useState<string>()
  useEffect(() => {
    if (photo !== null) void line.photo(photo).then(setSrc)
  }, [photo, line])
  const name = fullName(rider)
  const action = `${direction === 'in' ? 'Entra' : 'Sale'} ${cardlessText}`
  return (
    <li className={styles.found}>
      <Photo src={src} alt={`Foto de ${name}`} placeholder={<NoPhoto isLoading={photo !== null && !src} />} />
      <div>
        <p className={page.result}>
          <RiderName rider={rider} />
        </p>
        <p>
          <NumberPlate number={npiloto} /> {modalidad}
        </p>
        {document && <p>{`Documento …${document.toUpperCase()}`}</p>}
        {status.kind !== 'valid' && <p className={page.result}>{statusTexts[status.kind]}</p>}
      </div>
      <button
        type="button"
        className={button.button}
        aria-label={`${action}: ${name}`}
        onClick={() => onChoose(rider)}
      >
        {action}
      </button>
    </li>
  )
}

/** The full name, and that the rider is a minor. */
export function RiderName({ rider }: { rider: Pick<Rider, 'name' | 'lastname' | 'minor'> }) {
  return (
    <>
      {fullName(rider)} {rider.minor && <b className={styles.minor}>{minorText}</b>}
    </>
  )
}

/** The sign in place of a photo. */
export function NoPhoto({ isLoading = false }: { isLoading?: boolean }) {
  return <p className={styles.noPhoto}>{isLoading ? '' : 'SIN FOTO, PIDA EL DNI'}</p>
}
