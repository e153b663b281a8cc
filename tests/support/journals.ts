/** Reads and writes the journals of a data folder, as tests of their numbers need. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Line, readLine } from '../../server/store/folder/log/lines.ts'

/** Returns the lines of all journals, in the order of the files. @throws Error if a line cannot be read */
async function journalLines(folder: string): Promise<Line[]> {
  const names = (await readdir(folder)).filter((name) => /^journal-\d+\.jsonl$/.test(name)).sort()
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return texts.flatMap((text) =>
    text
      .split('\n')
      .slice(0, -1)
      .map((line) => {
        const found = readLine(Buffer.from(line))
        if (!found) throw new Error(`This line cannot be read: ${line}`)
        return found
      }),
  )
}

/** Returns the numbers of all changes in the journals, in the order of the files. */
export async function journalNumbersOf(folder: string): Promise<number[]> {
  return (await journalLines(folder)).filter(({ more }) => !more).map(({ number }) => number)
}
