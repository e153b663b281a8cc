/** Reads the folder of pictures that `pilotos import --photos` names. */
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { MalformedError, NotFoundError, PilotosError } from '#domain/errors'
import { comparePictures, isSystemFile, pictureKind, unreadablePicture } from '#domain/photos/pictures'
import { diskError, isMissing } from '../../../server/files/atomic-file.ts'
import { readPlain } from '../../../server/files/plain-file.ts'

export interface PictureFolder {
  /** The paths of the pictures that can be read. */
  paths: string[]
  /** One message in Spanish for each other entry that may be meant as a picture. */
  problems: string[]
}

/** Lists the pictures in a folder, by name. @throws NotFoundError, MalformedError, MachineError */
export async function readPictureFolder(folder: string): Promise<PictureFolder> {
  try {
    if (!(await stat(folder)).isDirectory())
      throw new MalformedError(`${folder} no es una carpeta: diga la de las fotos`)
    const entries = (await readdir(folder, { withFileTypes: true }))
      .filter(({ name }) => !isSystemFile(name))
      .sort((one, other) => comparePictures(one.name, other.name))
    const folders = entries.filter((entry) => entry.isDirectory())
    const names = entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name)
    return {
      paths: names.filter((name) => pictureKind(name) === 'readable').map((name) => join(folder, name)),
      problems: [
        ...names
          .filter((name) => pictureKind(name) === 'unreadable')
          .map((name) => `${name}: ${unreadablePicture}`),
        ...folders.map(({ name }) => `${name}: es una carpeta: no se mira dentro`),
      ],
    }
  } catch (error) {
    if (error instanceof PilotosError) throw error
    throw isMissing(error) ? new NotFoundError(`No existe la carpeta ${folder}`) : diskError(error, folder)
  }
}

/** Reads a picture. @throws PilotosError of the kind `malformed`, which the import reports without ending */
export async function readPicture(path: string): Promise<Buffer> {
  try {
    return await readPlain(path)
  } catch (error) {
    throw new PilotosError('malformed', diskError(error, path).message)
  }
}
