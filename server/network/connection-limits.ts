/** The limits on the server's connections, derived from the file descriptors that the system allows. */

export interface ConnectionLimits {
  /** The maximum for all other devices together. */
  others: number
  /** The maximum for one other device, or for all devices behind one NAT. */
  perAddress: number
  /** The maximum for this machine itself, reserved so that other devices never take these connections. */
  loopback: number
}

/** The usual limit of older systems, used if Node cannot tell how many descriptors the process may open. */
const usualDescriptors = 1024

/**
 * Reserves 128 descriptors for files, the database and modules that are loaded late, and a quarter of the rest for
 * this machine. A browser opens six connections at most: 700 are enough for a gate of 100 phones behind one NAT,
 * and 2,000 for more devices than one laptop serves.
 */
export function limitsFor(descriptors = usualDescriptors): ConnectionLimits {
  const room = descriptors - Math.min(128, Math.ceil(descriptors * 0.75))
  const loopback = Math.min(500, Math.max(8, Math.floor(room / 4)))
  const others = Math.min(2000, room - loopback)
  return { others, perAddress: Math.min(700, Math.ceil(others * 0.75)), loopback }
}

let known: { limit: number | undefined } | undefined

/**
 * Returns the number of files and connections that this process may have open, or undefined if Node cannot tell. Asks
 * once, because Node takes milliseconds to answer and the limit of a process stays.
 */
export function descriptorLimit(): number | undefined {
  known ??= { limit: reportedLimit() }
  return known.limit
}

function reportedLimit(): number | undefined {
  // Without this option the report resolves the names of all peers and waits for them. The types do not have it yet.
  Object.assign(process.report, { excludeNetwork: true })
  const report: { userLimits?: { open_files?: { soft?: unknown } } } = process.report.getReport()
  const { soft } = report.userLimits?.open_files ?? {}
  if (soft === 'unlimited') return Number.POSITIVE_INFINITY
  return typeof soft === 'number' ? soft : undefined
}
