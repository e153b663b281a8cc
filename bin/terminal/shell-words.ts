/** Writes arguments as a shell reads them. */

/** Quotes an argument for a shell, if it needs quotes. */
export function quoted(argument: string): string {
  if (/^[\w./=:,@%+-]+$/.test(argument)) return argument
  return `"${argument.replace(/["\\$`]/g, '\\$&')}"`
}
