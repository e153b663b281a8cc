/** The part of the pages that a gate needs. It loads as one script. */

export { GateEntry } from '../gate/gate-entry.tsx'
export { GateScreen } from '../gate/gate-screen.tsx'
export { ClockNotice } from '../ui/clock-notice.tsx'
