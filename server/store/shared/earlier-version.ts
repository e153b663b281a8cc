/** The refusal of a data folder, a database or a backup from before version 1.0.0, whose formats nobody reads any more. */

/** Returns the message in Spanish. `source` names the data, with its place. */
export function earlierVersionText(source: string): string {
  return `${source} es de un PilotOS anterior a la versión 1.0.0, que este no lee. No se ha tocado nada: abra o restaure esos datos con PilotOS 1.0.0, haga con él una copia y restáurela con este`
}
