/** A text that is shortened until the person asks for the full text. */
import { useState } from 'react'
import button from './button.module.css'
import parts from './parts.module.css'

export function LongText({ short, whole }: { short: string; whole: string }) {
  const [isWhole, setWhole] = useState(false)
  return (
    <>
      <span className={parts.long}>{isWhole ? whole : short}</span>
      {short !== whole && (
        <button
          type="button"
          className={button.button}
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Ver menos' : 'Ver todo'}
        </button>
      )}
    </>
  )
}
