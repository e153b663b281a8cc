/** The Spanish help of commander, and its Spanish messages about wrong usage. */
import type { Argument, Command, CommanderError, Help, Option } from 'commander'

import { asTyped } from './output.ts'

/** Sets the help and the errors of a command and of all its subcommands. */
export function inSpanish(command: Command): Command {
  command
    .exitOverride()
    .helpOption('-h, --help', 'muestra esta ayuda')
    .configureHelp({
      styleTitle,
      commandUsage,
      optionDescription,
      argumentDescription,
      styleSubcommandTerm: translated,
    })
    .configureOutput({ outputError: () => {}, writeOut: (text) => process.stdout.write(asTyped(text)) })
  if (command.commands.length > 0) command.helpCommand('help [orden]', 'muestra la ayuda de una orden')
  for (const below of command.commands) inSpanish(below)
  return command
}

/** Returns the Spanish message for an error of commander, or undefined if the printed help is enough. */
export function usageMessage({ code, message }: CommanderError): string | undefined {
  const [, named = ''] = /'([^']*)'/.exec(message) ?? []
  const [, suggestion] = /Did you mean (?:one of )?([^?]*)\?/.exec(message) ?? []
  const hint = suggestion ? `. ¿Quiso decir ${suggestion}?` : ''
  switch (code) {
    case 'commander.help':
      return undefined
    case 'commander.unknownOption':
      return `no existe la opción ${named}${hint}`
    case 'commander.unknownCommand':
      return `no existe la orden ${named}${hint}`
    case 'commander.missingArgument':
      return `falta decir ${named.toUpperCase()}`
    case 'commander.optionMissingArgument':
      return `falta el valor de ${named}`
    case 'commander.missingMandatoryOptionValue':
      return `falta ${named}`
    case 'commander.excessArguments':
      return 'sobran palabras en la orden'
    case 'commander.invalidArgument':
      return invalidArgument(message)
    default:
      return `la orden no se entiende (${code})`
  }
}

function invalidArgument(message: string): string {
  const [, argument, name] = /value '([^']*)' is invalid for argument '([^']*)'/.exec(message) ?? []
  const [, flags = name, value = argument] = /'([^']*)' argument '([^']*)'/.exec(message) ?? []
  const [, choices] = /Allowed choices are (.*)\.$/.exec(message) ?? []
  const [, reason = ''] = /is invalid(?: for argument '[^']*')?\. (.*)$/.exec(message) ?? []
  return `${flags} no puede ser «${value}»: ${choices ? `elija entre ${choices}` : reason}`
}

const titles: Record<string, string> = {
  'Usage:': 'Uso:',
  'Arguments:': 'Argumentos:',
  'Options:': 'Opciones:',
  'Commands:': 'Órdenes:',
}

function styleTitle(title: string): string {
  return titles[title] ?? title
}

function commandUsage(command: Command): string {
  const names = [command.name()]
  for (let above = command.parent; above; above = above.parent) names.unshift(above.name())
  return [...names, translated(command.usage())].join(' ')
}

function translated(usage: string): string {
  return usage.replace('[options]', '[opciones]').replace('[command]', '[orden]')
}

function argumentDescription({ description, argChoices }: Argument): string {
  return argChoices ? `${description}: ${argChoices.join(', ')}` : description
}

function optionDescription(this: Help, option: Option): string {
  const { description, argChoices, defaultValue, defaultValueDescription } = option
  const notes = [
    argChoices && `opciones: ${argChoices.join(', ')}`,
    defaultValue !== undefined &&
      typeof defaultValue !== 'boolean' &&
      `si no se dice: ${defaultValueDescription ?? defaultValue}`,
  ].filter(Boolean)
  return notes.length > 0 ? `${description} (${notes.join('; ')})` : description
}
