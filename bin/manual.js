/**
 * Turns the documents of the manual into data, which the pages show without any HTML of the documents. The policy of the
 * pages allows no HTML from elsewhere, and marked gives the tokens that are needed.
 */
import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join, posix } from 'node:path'
import { lexer } from 'marked'
import sharp from 'sharp'
import { at } from './project.js'

/** The documents of the manual, in the order of its chapters. */
const documents = ['docs/manual.md', 'docs/personal-data.md']

/** The sheet of the help: tasks of a day, each with the words by which people search it. */
const sheet = 'docs/help.md'

/**
 * Writes the manual into the folder of the assets, with its pictures, under names that change with their content. Returns
 * the name of the manual: the sections of all documents, in the types of `client/help/manual.ts`.
 */
export async function buildManual(folder) {
  const sections = await readManual()
  await mkdir(folder, { recursive: true })
  for (const picture of picturesIn(sections)) {
    const name = await write(await readFile(at(picture.file)), basename(picture.file, '.webp'), 'webp')
    picture.file = `/assets/${name}`
  }
  return write(JSON.stringify(sections), 'manual', 'json')

  async function write(content, name, ending) {
    const hash = createHash('sha256').update(content).digest('hex').slice(0, 8)
    await writeFile(join(folder, `${name}-${hash}.${ending}`), content)
    return `${name}-${hash}.${ending}`
  }
}

/**
 * Reads the manual: below its title, the first document has the chapters, and the other one is a chapter itself. A section is
 * found by the words of the tasks that lead to it, too.
 */
export async function readManual() {
  const [tasks, manual, ...others] = await Promise.all([readHelp(), ...documents.map(readDocument)])
  const wordsOf = ({ id }) => tasks.flatMap(({ about, title, words }) => (about === id ? [title, words] : []))
  return [...chaptersOf(manual), ...others.flat()].map((section) => {
    const words = wordsOf(section).join(', ')
    return words ? { ...section, words } : section
  })
}

/** Reads the sheet of the help: its chapters, and below each its tasks, whose last paragraph has their words. */
export async function readHelp() {
  return chaptersOf(await readDocument(sheet)).map(({ blocks, ...section }) => {
    if (section.level === 1) return { ...section, blocks }
    const [words = ''] = blocks.at(-1)?.parts[0]?.parts ?? []
    if (!words.startsWith(also)) throw new Error(`${section.title} has no words in the last line`)
    return { ...section, blocks: blocks.slice(0, -1), words: words.slice(also.length).replace(/\.$/, '') }
  })
}

const also = 'También: '

/** Returns the sections below the title of a document. */
function chaptersOf(sections) {
  return sections.slice(1).map((section) => ({ ...section, level: section.level - 1 }))
}

/** Reads the sections of a document, whose pictures get their paths in the project and their sizes. */
async function readDocument(path) {
  const sections = sectionsOf(await readFile(at(path), 'utf8'))
  for (const picture of picturesIn(sections)) {
    picture.file = posix.join(posix.dirname(path), picture.file)
    const { width, height } = await sharp(at(picture.file)).metadata()
    Object.assign(picture, { width, height })
  }
  return sections
}

/** Returns the sections of a text in Markdown. @throws Error for Markdown that the pages do not show, such as HTML */
export function sectionsOf(text) {
  const sections = []
  for (const token of lexer(text)) {
    if (token.type === 'heading') sections.push({ ...headingOf(token), level: token.depth, blocks: [] })
    else sections.at(-1)?.blocks.push(...blocksOf(token))
  }
  return sections
}

/** Returns the title of a heading, and the section of the manual to which it leads. */
function headingOf({ tokens }) {
  const [part] = partsOf(tokens)
  const [title, about] = part.kind === 'link' ? [part.parts.join(''), part.id] : [part]
  return { id: slugOf(title), title, ...(about && { about }) }
}

export function picturesIn(sections) {
  return sections.flatMap(({ blocks }) => blocks.filter(({ kind }) => kind === 'picture'))
}

/** Returns the identifier that GitHub gives to a heading. */
export function slugOf(title) {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')
}

function blocksOf(token) {
  switch (token.type) {
    case 'space':
      return []
    case 'paragraph':
    case 'text':
      return [pictureOf(token) ?? { kind: 'text', parts: partsOf(token.tokens) }]
    case 'list': {
      const items = token.items.map((item) => item.tokens.flatMap(blocksOf))
      return [{ kind: 'list', isOrdered: token.ordered, items }]
    }
    case 'table': {
      const cells = (row) => row.map((cell) => partsOf(cell.tokens))
      return [{ kind: 'table', head: cells(token.header), rows: token.rows.map(cells) }]
    }
    case 'code':
      return [{ kind: 'code', text: token.text }]
    default:
      throw new Error(`The manual cannot show this ${token.type}: ${token.raw}`)
  }
}

/** Returns the picture of a paragraph that is nothing else. */
function pictureOf({ tokens }) {
  const [image, ...rest] = tokens
  if (image?.type !== 'image' || rest.length > 0) return undefined
  return { kind: 'picture', file: image.href, text: image.text }
}

function partsOf(tokens) {
  return tokens.flatMap((token) => {
    switch (token.type) {
      case 'text':
      case 'escape':
        return [token.text.replaceAll('\n', ' ')]
      case 'codespan':
        return [{ kind: 'code', text: token.text }]
      case 'strong':
      case 'em':
        return [{ kind: token.type, parts: partsOf(token.tokens) }]
      case 'link': {
        // Other documents are for engineers, and are not in the kiosk: only their names are.
        const [, id] = /^(?:(?:manual|personal-data)\.md)?#(.+)$/.exec(token.href) ?? []
        const parts = partsOf(token.tokens)
        return id ? [{ kind: 'link', id, parts }] : parts
      }
      default:
        throw new Error(`The manual cannot show this ${token.type}: ${token.raw}`)
    }
  })
}
