/** The bar on every screen of people with a role while the clock of the laptop stands before what is stored. */
import { useEffect, useRef } from 'react'
import { clockAdvice, clockText } from '#domain/clock'
import type { SessionInfo } from '#domain/staff/calls'
import { callForOne } from '../api/call.ts'
import { useChanges } from '../api/changes.ts'
import { useSession } from '../api/session.ts'
import { Notice } from './notice.tsx'
import parts from './parts.module.css'

/** The pause before the clock is asked for again while it is wrong, in milliseconds. */
const pause = 5000

export function ClockNotice() {
  const session = useSession()
  const { clock } = session
  const latest = useRef(session)
  latest.current = session

  function ask() {
    const update = (info: SessionInfo) => {
      const { role, clock: known, update } = latest.current
      // A sign-out meanwhile counts.
      if (info.role === role && (info.clock || known)) update(info)
    }
    // The bar stays as it is while the server does not answer.
    callForOne('GET /api/session').then(update, () => {})
  }
  const asked = useRef(ask)
  asked.current = ask
  useChanges(({ ids }) => {
    if (ids === undefined) ask()
  })
  const isWrong = clock !== undefined
  useEffect(() => {
    if (!isWrong) return
    const timer = setInterval(() => asked.current(), pause)
    return () => clearInterval(timer)
  }, [isWrong])

  return (
    <div className={parts.alert} role="alert">
      {clock && (
        <Notice kind="warning">
          <p>
            <b>{clockText(clock)}.</b> {clockAdvice}.
          </p>
        </Notice>
      )}
    </div>
  )
}
