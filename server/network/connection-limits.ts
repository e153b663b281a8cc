/** How many connections a kiosk takes, by the descriptors that the system gives it. */

export interface ConnectionLimits {
  /** Of all other devices together. */
  others: number
  /** Of one other device, or of all those behind one NAT. */
  perAddress: number
  /** Of this machine itself: other devices never take these. */
  loopback: number
}

/** The usual limit of older systems, for when Node cannot tell how many descriptors the process may have. */
const usualDescriptors = 1024

/**
 * Leaves 128 descriptors for files, the database and what is loaded late, and a quarter of the rest to this machine.
 * A browser opens six connections at most: 700 are enough for a gate of 100 phones behind one NAT, and 2,000 for
 * more devices than one laptop serves.
 */
export function limitsFor(descriptors = usualDescriptors): ConnectionLimits {
  const room = descriptors - Math.min(128, Math.ceil(descriptors * 0.75))
  const loopback = Math.min(500, Math.max(8, Math.floor(room / 4)))
  const others = Math.min(2000, room - loopback)
  return { others, perAddress: Math.min(700, Math.ceil(others * 0.75)), loopback }
}

/** How many files and connections this process may have open; undefined where Node cannot tell. */
export function descriptorLimit(): number | undefined {
  // Otherwise the report looks up the names of all peers, and waits for them. The types do not have it yet.
  Object.assign(process.report, { excludeNetwork: true })
  const report: { userLimits?: { open_files?: { soft?: unknown } } } = process.report.getReport()
  const { soft } = report.userLimits?.open_files ?? {}
  if (soft === 'unlimited') return Number.POSITIVE_INFINITY
  return typeof soft === 'number' ? soft : undefined
}
