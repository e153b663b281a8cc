/** The result of the last attempt to send a form. */
import { useEffect, useState } from 'react'
import { screens } from '#domain/web/addresses'
import type { ApiError } from '../api/api.ts'
import { useIsConnected } from '../api/changes.ts'

export function FormOutcome({ error, hasMistakes }: { error?: ApiError; hasMistakes: boolean }) {
  if (hasMistakes) return <p>Revise lo marcado en rojo: falta corregirlo.</p>
  if (!error) return null
  const { status, message, details, fields: wrong } = error
  if (Object.keys(wrong).length > 0) return <p>No se guardó: revise lo marcado en rojo.</p>
  if (status === 0) return <Unanswered message={message} />
  return (
    <p>
      {!details.unknown && 'No se guardó. '}
      {message.replace(/\.$/, '')}. Lo escrito sigue aquí.{' '}
      {status === 401 && (
        <a href={screens.login} target="_blank" rel="noreferrer">
          Inicie sesión en otra pestaña y vuelva a esta
        </a>
      )}
    </p>
  )
}

/** Asks the person to try again. A retry is not automatic, because the first request may have been stored. */
function Unanswered({ message }: { message: string }) {
  const isConnected = useIsConnected()
  const [wasLost, setLost] = useState(false)
  useEffect(() => {
    if (!isConnected) setLost(true)
  }, [isConnected])
  if (isConnected && wasLost) {
    return <p>El kiosco ya responde. Lo escrito sigue aquí: envíelo otra vez con Ctrl+Enter.</p>
  }
  return (
    <p>
      No se sabe si se guardó. {message} Lo escrito sigue aquí: inténtelo otra vez, o búsquelo antes en la
      Lista.
    </p>
  )
}
