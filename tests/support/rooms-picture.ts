/** The picture of the rooms and of the imports between them, as a Mermaid flowchart. */
import { join } from 'node:path'
import { features, importsOf, type Room, roomOf, sources } from './rooms.ts'
import { root } from './root.ts'

export const architecturePage = join(root, 'docs/architecture.md')

/** Returns the text of a page with the picture of today in place of its own. */
export function withPicture(page: string): string {
  return page.replace(/```mermaid\n[\s\S]*?```/, () => `\`\`\`mermaid\n${picture()}\`\`\``)
}

/** The files that assemble a side. */
const tops = { packaging: 'release', bin: 'cli', client: 'app', server: 'app, listen', domain: '' }

const titles = {
  packaging: 'packaging',
  bin: 'bin',
  client: 'client',
  server: 'server',
  domain: 'server/domain',
}

/** The features of a side are one box, and so is the domain. An arrow that follows from others is left out. */
function picture(): string {
  const boxes = new Map<string, Room & { rooms: Set<string> }>()
  const arrows = new Map<string, Set<string>>()
  for (const file of sources) {
    const from = boxOf(file)
    for (const target of importsOf(file)) {
      const to = sources.includes(target) ? boxOf(target) : from
      if (to !== from) arrows.set(from, (arrows.get(from) ?? new Set()).add(to))
    }
  }
  const sides = (Object.keys(titles) as Room['side'][]).map((side) => {
    const inside = [...boxes].filter(([, box]) => box.side === side)
    const lines = inside.map(([id, { rooms }]) => `    ${id}["${[...rooms].sort().join('<br>')}"]\n`).sort()
    return `  subgraph ${side}_side["${titles[side]}"]\n${lines.join('')}  end\n`
  })
  const drawn = [...arrows].flatMap(([from, targets]) =>
    [...targets].filter((to) => !isLed(from, to)).map((to) => `  ${from} --> ${to}\n`),
  )
  return `flowchart TB\n${sides.join('')}${drawn.sort().join('')}`

  function boxOf(file: string): string {
    const { side, name } = roomOf(file)
    const isFeature = features.includes(name)
    const id = side === 'domain' ? 'domain' : `${side}_${isFeature ? 'features' : name || 'top'}`
    const box = boxes.get(id) ?? { side, name, rooms: new Set() }
    boxes.set(id, box)
    if (name || side !== 'domain') box.rooms.add(name || tops[side])
    return id
  }

  /** Whether an arrow follows from two or more others. */
  function isLed(from: string, to: string): boolean {
    const reached = new Set<string>()
    const ahead = [...(arrows.get(from) ?? [])].filter((one) => one !== to)
    for (let one = ahead.pop(); one !== undefined; one = ahead.pop()) {
      if (reached.has(one)) continue
      reached.add(one)
      ahead.push(...(arrows.get(one) ?? []))
    }
    return reached.has(to)
  }
}
