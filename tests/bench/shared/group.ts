/** A group of measurements, which the benchmark can run by itself. */
import type { Folders } from './folders.ts'
import type { Result, Skipped } from './result.ts'

/** Yields the results as they are measured. */
export type Group = (folders: Folders) => AsyncIterable<Result | Skipped>
