/** The button that takes a passage back: the first tap only asks, and the second one does it. */
import { useEffect, useState } from 'react'

/** The time in which the second tap is awaited, in milliseconds. */
const askTime = 4000

interface UndoButtonProps {
  className?: string
  /** Is called at the first tap. */
  onAsk?: () => void
  onUndo: () => void
}

export function UndoButton({ className, onAsk, onUndo }: UndoButtonProps) {
  const [isAsking, setAsking] = useState(false)
  useEffect(() => {
    if (!isAsking) return
    const timer = setTimeout(() => setAsking(false), askTime)
    return () => clearTimeout(timer)
  }, [isAsking])

  function press() {
    setAsking(!isAsking)
    if (isAsking) onUndo()
    else onAsk?.()
  }

  return (
    <button type="button" className={className} data-asking={isAsking || undefined} onClick={press}>
      {isAsking ? 'Toque otra vez para deshacer' : 'Deshacer'}
    </button>
  )
}
