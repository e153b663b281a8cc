/** The texts about data of version 1.0.0, which is taken over, and about data from before, which is refused. */
import type { Shared } from '#domain/desk/shared'
import { failureText } from '#domain/errors'
import type { Change, SetValues } from '#domain/pilots/change'
import { followRenames } from '#domain/pilots/classes/renamed'
import { isReadOnly } from '../../files/atomic-file.ts'
import type { State } from './log.ts'

/** Returns the message in Spanish. `source` names the data, with its place. */
export function earlierVersionText(source: string): string {
  return `${source} es de un PilotOS anterior a la versión 1.0.0, que este no lee. No se ha tocado nada: abra o restaure esos datos con el último PilotOS 1.0.0, haga con él una copia y restáurela con este`
}

/** Returns the change that takes values of version 1.0.0 over, with the riders whose rename that had not finished. */
export function takingOver({ pilots, shared }: State, set: SetValues): Change {
  const put = followRenames(pilots.all(), shared.with(set).settings.fields)
  return { set, ...(put.length > 0 && { put }) }
}

/**
 * Makes a backup by `save` before data of version 1.0.0 is taken over, and describes this in Spanish, with the values of
 * `shared` that are not understood.
 */
export async function takenNote(save: () => Promise<string>, { unread }: Shared): Promise<string> {
  const news = 'Los ajustes se guardan ahora con los pilotos, y PilotOS 1.0.0 ya no abre estos datos'
  const taken =
    unread.length > 0 ? `${news}. No se entienden, y quedan como estaban: ${unread.join(', ')}` : news
  try {
    return `${taken}. Lo de antes quedó en ${await save()}`
  } catch (error) {
    if (isReadOnly(error)) throw error
    return `${taken}. La copia de antes no se pudo hacer: ${failureText(error as Error)}`
  }
}
