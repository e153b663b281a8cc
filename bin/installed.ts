/** The paths of the files that are built beside the program. */
export interface Installed {
  /** The folder of the pages. */
  clientFolder: string
  /** The script of the process that reads imported files. */
  readerFile: string
  /** The script of the worker threads. */
  workerFile: string
  /** The folder of an unpacked or installed release. A clone has none. */
  releaseFolder?: string
}
