/** Types for the part of saxen that is used, since its package has none. */
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
