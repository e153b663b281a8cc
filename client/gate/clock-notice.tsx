/** The bar on every screen of people with a role while the clock of the laptop stands before what is stored. */
import { useEffect, useRef } from 'react'
import { clockAdvice, clockText } from '#domain/clock'
import type { SessionInfo } from '#domain/staff/calls'
import { callForOne } from '../api/call.ts'
import { useChanges } from '../api/changes.ts'
import { useSession } from '../api/session.ts'
import { Warning } from '../ui/notice.tsx'
import parts from '../ui/parts.module.css'

/** The pause before the clock is asked for again while it is wrong, in milliseconds. */
const pause = 5000

export function ClockNotice() {
  const clock = useFollowedClock()
  return (
    <div className={parts.alert} role="alert">
      {clock && (
        <Warning>
          <b>{clockText(clock)}.</b> {clockAdvice}.
        </Warning>
      )}
    </div>
  )
}

/**
 * Returns the clock of the laptop while it is wrong. It loads the session again meanwhile, and after a change of the
 * settings, after which the open event may also have another country.
 */
function useFollowedClock(): SessionInfo['clock'] {
  const session = useSession()
  const latest = useRef(session)
  latest.current = session
  const ask = useRef(() => {
    const update = (info: SessionInfo) => {
      const { role, clock, country, country_code: code, update } = latest.current
      const hasCountry = info.country === country && info.country_code === code
      // A sign-out meanwhile counts.
      if (info.role === role && (info.clock || clock || !hasCountry)) update(info)
    }
    // The session stays as it is while the server does not answer.
    callForOne('GET /api/session').then(update, () => {})
  })
  useChanges(({ ids }) => {
    if (ids === undefined) ask.current()
  })
  const isWrong = session.clock !== undefined
  useEffect(() => {
    if (!isWrong) return
    const timer = setInterval(ask.current, pause)
    return () => clearInterval(timer)
  }, [isWrong])
  return session.clock
}
