/** The age of the roster by which a gate answers, in words. */
import { useEffect, useState } from 'react'
import { today } from '#domain/text/date'
import { clockTime, momentWords } from './answer-words.ts'

const minute = 60_000

/** Returns `la lista de las 09:42 (hace 12 min)`. */
export function rosterWords(at: string, now = new Date()): string {
  const time =
    today(new Date(at)) === today(now)
      ? `de las ${clockTime(at)}`
      : momentWords(at, now).replace(/^el/, 'del')
  return `la lista ${time} (${ageWords(now.getTime() - Date.parse(at))})`
}

/** Returns the current time, anew every half minute. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), minute / 2)
    return () => clearInterval(timer)
  }, [])
  return now
}

function ageWords(age: number): string {
  const minutes = Math.floor(age / minute)
  if (minutes < 1) return 'hace un momento'
  return minutes < 60 ? `hace ${minutes} min` : `hace ${Math.floor(minutes / 60)} h`
}
