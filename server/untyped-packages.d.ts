/** Types for the parts that are used of packages without types. */
declare module 'saxen' {
  export class Parser {
    on(
      event: 'openTag',
      handler: (
        name: string,
        getAttributes: () => Record<string, string>,
        decodeEntities: (text: string) => string,
      ) => void,
    ): this
    on(event: 'closeTag', handler: (name: string) => void): this
    on(event: 'text', handler: (text: string, decodeEntities: (text: string) => string) => void): this
    on(event: 'cdata', handler: (text: string) => void): this
    parse(xml: string): void
  }
}

declare module 'fs-native-extensions' {
  /** Returns true if the lock is granted. Closing the file or ending the process, even by a crash, releases it. */
  export function tryLock(fd: number): boolean
}
