/** The paths of what is built beside the program. */
export interface Installed {
  /** The folder of the pages. */
  clientFolder: string
  /** The program of the process that reads imported files. */
  readerFile: string
}
