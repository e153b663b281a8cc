import type { Installation } from '#domain/installation'

/** How the program is installed, and the paths of the files that are built beside it. */
export interface Installed {
  installation: Installation
  /** The folder of the pages. */
  clientFolder: string
  /** The script of the process that reads imported files. */
  readerFile: string
  /** The script of the worker threads. */
  workerFile: string
  /** The folder of an unpacked or installed release. A clone has none. */
  releaseFolder?: string
}
