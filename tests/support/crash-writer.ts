/**
 * Registers and imports pilots until it is killed. Prints the DNIs of each acknowledged write on a line of its own.
 * Notes the inode and the size of each file that it syncs, so that a test can simulate a power cut by removing the
 * unsynced bytes. Arguments: the data folder, the file for the notes, the first DNI, `unsynced` to skip the syncs.
 */
import { appendFileSync, writeSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { openFolder } from '../../server/store/open.ts'
import { aDraft, aRow } from './pilots.ts'

const [folder = '', notes = '', firstDni = '0', mode] = process.argv.slice(2)

async function sync(file: FileHandle): Promise<void> {
  if (mode === 'unsynced') return
  await file.datasync()
  const { ino, size } = await file.stat()
  appendFileSync(notes, `${ino} ${size}\n`)
}

let dni = Number(firstDni)
const stores = await openFolder(folder, { sync, journalBytes: 20_000 })

async function register(): Promise<void> {
  for (;;) {
    dni += 1
    const draft = aDraft({ dni })
    const photo =
      draft.dni % 5 === 0 ? await stores.photos.save(Buffer.from(`the photo of ${draft.dni}`)) : undefined
    await stores.pilots.register(draft, photo)
    writeSync(1, `${draft.dni}\n`)
  }
}

async function importRows(): Promise<void> {
  for (;;) {
    const club = `import ${dni}`
    const rows = Array.from({ length: 20 }, (_, index) => {
      dni += 1
      return aRow(index, aDraft({ dni, club }))
    })
    await stores.pilots.import(rows)
    writeSync(1, `${rows.map(({ values }) => values.dni).join(' ')}\n`)
  }
}

await Promise.all([register(), register(), register(), register(), importRows()])
