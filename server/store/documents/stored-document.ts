/**
 * The contract of the small documents of a store, such as its accounts: a file of a folder, or a row of a database. Each
 * is read and replaced as a whole.
 */

/** The content of a document. */
export interface DocumentKind<Data> {
  /** The data before any is stored. */
  empty: Data
  /** Converts parsed JSON, or undefined if the content is not JSON. @throws MachineError if the damage matters */
  parse(value: unknown): Data
  format(data: Data): string
}

/** A moment of a change. */
export interface Attempt {
  /** The time by the clock of the store, in milliseconds since 1970. */
  now: number
  /** True if an earlier attempt of the same change may be stored. */
  isAgain: boolean
}

export interface StoredDocument<Data> {
  /** Returns the data, and the time by the clock of the store, in milliseconds since 1970. */
  read(): Promise<{ data: Data; now: number }>

  /**
   * Replaces the data by the result of `toChanged`, or keeps it if there is none. Resolves to the result. No other
   * change, also of another process, comes between. A database may call `toChanged` again after a lost connection.
   */
  change<Changed extends Data | undefined>(
    toChanged: (data: Data, attempt: Attempt) => Changed,
  ): Promise<Changed>
}

/** A document that nobody else, also of another process, changes while `toChanged` waits for other work. */
export interface HeldDocument<Data> extends StoredDocument<Data> {
  change<Changed extends Data | undefined>(
    toChanged: (data: Data, attempt: Attempt) => Changed | Promise<Changed>,
  ): Promise<Changed>
}
