/** Writes the output of commands: data to stdout, everything else to stderr, such as the progress of long work. */
import { constants } from 'node:fs'
import { access, open, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import fullWidth from 'fast-string-width'
import { wrapAnsi } from 'fast-wrap-ansi'
import { UsageError } from '#domain/errors'
import { printable } from '#domain/text/names'
import { diskError, isMissing, writeAtomically } from '../../server/files/atomic-file.ts'

/** The content to write: complete, or in parts that are produced one after the other. */
export type Content = string | Uint8Array | Iterable<string> | AsyncIterable<string | Uint8Array>

/**
 * Writes data to stdout and waits until it is flushed, so that a slow reader gets all of it. A file or a pipe gets
 * the data unchanged; a terminal gets text without control characters, which it would interpret.
 */
export async function print(content: Content): Promise<void> {
  const parts = typeof content === 'string' || content instanceof Uint8Array ? [content] : content
  const isTerminal = process.stdout.isTTY
  for await (const part of parts) await write(isTerminal && typeof part === 'string' ? printable(part) : part)
}

/** Writes a drawing of PilotOS itself, whose colour codes the terminal must interpret. */
export function draw(drawing: string): Promise<void> {
  return write(drawing)
}

function write(data: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(data, (error) => (error ? reject(error) : resolve()))
  })
}

/** Prints a text for the person, to stderr. A terminal gets it wrapped at its words. */
export function say(text: string): void {
  process.stderr.write(`${wrapped(printable(asTyped(text)), widthOf(process.stderr))}\n`)
}

/** Returns the width of a terminal, or infinity for a file or a pipe. */
export function widthOf(stream: NodeJS.WriteStream): number {
  return stream.isTTY ? stream.columns || Number.POSITIVE_INFINITY : Number.POSITIVE_INFINITY
}

/** Returns the columns that a text takes in a terminal. The patterns of other characters take 20 ms to compile. */
export function width(text: string): number {
  return hasUsualCharacters.test(text) ? text.length : fullWidth(text)
}

const hasUsualCharacters = /^[ -~\u00a0-ÿ–—‘’“”…]*$/

/** Stands for a space at which no line may end. */
const noBreak = '\ue000'

/** An option with its value, which a person copies as a whole: `--replace "modalidad:Velocros=VELOCROSS"`. */
const optionWithValue = /--[\w-]+(?: (?:"(?:\\.|[^"\\])*"|[^\s"]+))?/g

/**
 * Wraps the lines of a text at their words, with further lines indented. A line with a command only, and an option with
 * its value, are never broken, so that they can be copied.
 * @example wrapped('tres filas mal', 8) // 'tres\n  filas\n  mal'
 */
export function wrapped(text: string, terminalWidth: number): string {
  if (terminalWidth === Number.POSITIVE_INFINITY) return text
  return text
    .split('\n')
    .map((line) => {
      if (width(line) <= terminalWidth || line.trimStart().startsWith(`${commandWord.word} `)) return line
      const indent = /^ */.exec(line)?.[0] ?? ''
      const words = line.trim().replace(optionWithValue, (option) => option.replaceAll(' ', noBreak))
      const lines = wrapAnsi(words, Math.max(1, terminalWidth - indent.length - 2))
      return (indent + lines.replaceAll('\n', `\n${indent}  `)).replaceAll(noBreak, ' ')
    })
    .join('\n')
}

/** The word with which a person begins a command here, and what it replaces in the texts of the program. */
let commandWord = { word: 'pilotos', replaces: /$^/g }

/** Sets the word with which commands begin, and the names that can follow it. */
export function setCommandWord(word: string, names: readonly string[]): void {
  const next = `\\s+(?:\\[|(?:${names.join('|')}|help)(?![\\w-]))`
  commandWord = { word, replaces: new RegExp(`\\bpilotos(?=${next})`, 'g') }
}

/** Returns a text of the program with the commands in it as a person types them here. */
export function asTyped(text: string): string {
  return text.replace(commandWord.replaces, () => commandWord.word)
}

/** The name of a file that stands for stdout, as in other programs. A file with this name is `./-`. */
export const standardOutput = '-'

/** Checks that a file can be written, before the work for it begins. Keeps its content. @throws MachineError */
export async function requireWritable(path: string): Promise<void> {
  if (path === standardOutput) return
  try {
    await (await open(path, 'r+')).close()
  } catch (error) {
    if (!isMissing(error)) throw diskError(error, path)
    await access(dirname(path), constants.W_OK).catch((reason) => {
      throw diskError(reason, path)
    })
  }
}

/**
 * Writes a file completely or not at all: if the disk fails, the old file remains. Writes to stdout if the path is `-`.
 * @throws MachineError, or UsageError if the content is no text and stdout is a terminal
 */
export async function writeOut(path: string, content: Content): Promise<void> {
  if (path === standardOutput) {
    if (content instanceof Uint8Array) requireFileFor(path)
    return print(content)
  }
  const found = await stat(path).catch(() => undefined)
  // A pipe or a device is written directly, because it has no old content to keep.
  if (!found || found.isFile()) return writeAtomically(path, content, { mode: 0o666, sync: async () => {} })
  try {
    await writeFile(path, content)
  } catch (error) {
    throw diskError(error, path)
  }
}

/** @throws UsageError if the path is that of stdout, and stdout is a terminal, which shows only text */
export function requireFileFor(path: string): void {
  if (path === standardOutput && process.stdout.isTTY) throw new UsageError(noFile)
}

const noFile = 'la terminal no muestra ese archivo: diga su nombre en vez de -, o envíelo a otro programa'

/** Returns true for a terminal, unless NO_COLOR is set (https://no-color.org). */
export function hasColour(stream: NodeJS.WriteStream = process.stdout): boolean {
  return Boolean(stream.isTTY) && !process.env.NO_COLOR
}

const firstAfter = 400
const every = 100
const barWidth = 30

interface ProgressBar {
  /** Draws the bar; `done` is from 0 to 1. */
  show(done: number): void
  /** Removes the bar. */
  end(): void
}

/** Returns a progress bar, which is drawn only on a terminal, and not if NO_COLOR asks for plain text. */
export function progressBar(label: string): ProgressBar {
  if (!hasColour(process.stderr)) return { show() {}, end() {} }
  let next = Date.now() + firstAfter
  let isVisible = false
  return {
    show(done) {
      if (Date.now() < next) return
      process.stderr.write(`\r${label} ${bar(Math.min(1, done))}`)
      next = Date.now() + every
      isVisible = true
    },
    end() {
      if (isVisible) process.stderr.write('\r\u001b[K')
    },
  }
}

/** Yields `items` and draws the progress; `doneOf` returns the progress at an item, from 0 to 1. */
export function withProgress<Item>(
  label: string,
  items: Iterable<Item>,
  doneOf: (item: Item) => number,
): Iterable<Item> {
  return hasColour(process.stderr) ? drawn(progressBar(label), items, doneOf) : items
}

function* drawn<Item>(
  { show, end }: ProgressBar,
  items: Iterable<Item>,
  doneOf: (item: Item) => number,
): Generator<Item> {
  try {
    for (const item of items) {
      show(doneOf(item))
      yield item
    }
  } finally {
    end()
  }
}

function bar(done: number): string {
  const full = Math.round(done * barWidth)
  return `${'█'.repeat(full)}${'░'.repeat(barWidth - full)} ${String(Math.floor(done * 100)).padStart(3)} %`
}
