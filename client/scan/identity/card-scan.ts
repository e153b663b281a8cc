/** Opens the form that takes a scanned identity card: that of the pilot who has its number, or of a new one. */
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { formPath } from '#domain/api/addresses'
import { readDocument } from '#domain/pilots/document'
import { useLatestRequest } from '../../api/load.ts'
import { loadDuplicates } from '../../api/pilots.ts'
import { cardInbox } from './card-inbox.ts'
import { shortestBinary } from './card-text.ts'

interface CardScan {
  /** Shows why a text is no card. */
  refuse: (reason: Error) => void
  /** Calls `go` once this screen may be left. */
  leave: (go: () => void) => void
}

/** Returns the function that takes the text of a scanned card, also from the camera. A later scan replaces it. */
export function useCardScan({ refuse, leave }: CardScan): (text: string) => Promise<void> {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const begin = useLatestRequest()
  async function takeCard(text: string) {
    const signal = begin()
    // The parsers are loaded with the first card.
    const part = await import('./read-card.ts').catch(() => undefined)
    if (signal.aborted) return
    const card = part?.readCard(text)
    if (!card) return refuse(part ? notUnderstood(text) : notLoaded)
    const { dni, tipodoc, documento } = readDocument(card.values) ?? {}
    // Without an answer, the form is that of a new pilot: the server refuses a second one with the number.
    const found = await loadDuplicates({ dni, tipodoc, documento }, signal).catch(() => undefined)
    if (signal.aborted) return
    const id = (found?.dni ?? found?.documento)?.id
    if (formPath(id) === pathname) cardInbox.send(id, card)
    else {
      leave(() => {
        cardInbox.send(id, card)
        navigate(formPath(id))
      })
    }
  }
  const latest = useRef(takeCard)
  latest.current = takeCard
  useEffect(() => {
    cardInbox.onText = (text) => void latest.current(text)
    return () => {
      cardInbox.onText = () => {}
    }
  }, [])
  return takeCard
}

const notLoaded = new Error(
  'No se pudo cargar el lector de documentos: recargue la página y escanee otra vez.',
)

function notUnderstood(text: string): Error {
  return new Error(
    text.length >= shortestBinary
      ? 'Este código de barras no guarda datos que se puedan leer. Escanee el código de barras angosto del DNI, o las tres líneas de letras del reverso.'
      : 'No se entendió el documento. Escanéelo otra vez, entero, o escriba los datos.',
  )
}
