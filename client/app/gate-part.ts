/** The part of the pages that a gate needs. It loads as one script. */

export { ClockNotice } from '../gate/clock-notice.tsx'
export { GateEntry } from '../gate/gate-entry.tsx'
export { GateScreen } from '../gate/gate-screen.tsx'
