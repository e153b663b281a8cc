/** Shows the sections of the manual, with the searched words marked. */
import { Children, createContext, type ReactNode, useContext } from 'react'
import layout from '../ui/layout.module.css'
import { ownLaunch } from '../ui/marks.tsx'
import parts from '../ui/parts.module.css'
import styles from './manual.module.css'
import { type Block, divided, type Part, type Section } from './manual.ts'

/** The pattern of the words to mark, and the identifiers of the sections that are shown. */
export const ShownContext = createContext<{ pattern?: RegExp; ids: ReadonlySet<string> }>({ ids: new Set() })

export function SectionView({ section: { id, level, title, blocks } }: { section: Section }) {
  const Heading = `h${level + 1}` as 'h2' | 'h3' | 'h4'
  return (
    <section className={styles.section} data-level={level}>
      <Heading id={id}>
        <Marked text={title} />
      </Heading>
      <Blocks blocks={blocks} />
    </section>
  )
}

export function Blocks({ blocks }: { blocks: readonly Block[] }) {
  return each(blocks, viewOf)
}

/** The manual never changes: React may name its parts by their places. */
function each<Item>(items: readonly Item[], show: (item: Item) => ReactNode): ReactNode {
  return Children.toArray(items.map(show))
}

function viewOf(block: Block): ReactNode {
  switch (block.kind) {
    case 'text':
      return <p>{each(block.parts, partOf)}</p>
    case 'list': {
      const List = block.isOrdered ? 'ol' : 'ul'
      return (
        <List>
          {each(block.items, (blocks) => (
            <li>{each(blocks, viewOf)}</li>
          ))}
        </List>
      )
    }
    case 'table':
      return (
        <table className={`${parts.table} ${styles.table}`}>
          <thead>
            <tr>
              {each(block.head, (cell) => (
                <th scope="col">{each(cell, partOf)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {each(block.rows, (row) => (
              <tr>
                {each(row, (cell) => (
                  <td>{each(cell, partOf)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )
    case 'code':
      return (
        <pre className={`${layout.well} ${styles.command}`}>
          <code>
            <Marked text={withOwnCommand(block.text)} />
          </code>
        </pre>
      )
    case 'picture':
      return (
        <p>
          <img
            className={styles.picture}
            src={block.file}
            alt={block.text}
            width={block.width}
            height={block.height}
          />
        </p>
      )
  }
}

function partOf(part: Part): ReactNode {
  if (typeof part === 'string') return <Marked text={part} />
  switch (part.kind) {
    case 'code':
      return (
        <code>
          <Marked text={withOwnCommand(part.text)} />
        </code>
      )
    case 'strong':
      return <b>{each(part.parts, partOf)}</b>
    case 'em':
      return <em>{each(part.parts, partOf)}</em>
    case 'link':
      return <SectionLink id={part.id}>{each(part.parts, partOf)}</SectionLink>
  }
}

/** A link to a section, or its text where the section is not shown: a gate has one chapter. */
function SectionLink({ id, children }: { id: string; children: ReactNode }) {
  return useContext(ShownContext).ids.has(id) ? <a href={`#${id}`}>{children}</a> : children
}

export function Marked({ text }: { text: string }) {
  const { pattern } = useContext(ShownContext)
  if (!pattern) return text
  return each(divided(text, pattern), ({ piece, isFound }) =>
    isFound ? <mark className={styles.found}>{piece}</mark> : piece,
  )
}

/** Writes commands as a person types them on this laptop. */
function withOwnCommand(text: string): string {
  return text.replace(/^((?:\$ )?)pilotos(?= )/gm, (_, prompt) => prompt + ownLaunch().command)
}
