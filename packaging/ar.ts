/** Writes ar archives, the outer format of Debian packages (deb(5)). */

export function ar(members: readonly (readonly [name: string, content: Buffer])[], mtime: Date): Buffer {
  const parts = members.flatMap(([name, content]) => [
    header(name, content.length, mtime),
    content,
    padding(content),
  ])
  return Buffer.concat([Buffer.from('!<arch>\n'), ...parts])
}

function header(name: string, size: number, mtime: Date): Buffer {
  const time = String(Math.floor(mtime.getTime() / 1000))
  const fields = [name.padEnd(16), time.padEnd(12), '0'.padEnd(6), '0'.padEnd(6), '100644'.padEnd(8)]
  return Buffer.from(`${fields.join('')}${String(size).padEnd(10)}\`\n`)
}

/** A member begins at an even offset. */
function padding({ length }: Buffer): Buffer {
  return Buffer.from(length % 2 === 1 ? '\n' : '')
}
