/** Writes results as a Markdown table, as docs/benchmarks.md has it. */
import { isMet, type Result, type Skipped } from './result.ts'

const head = ['what', 'PilotOS', 'beside', 'ratio', 'goal', '']

export function markdown(results: readonly (Result | Skipped)[]): string {
  const rows = [head, ...results.map(row)]
  const widths = head.map((_, column) => Math.max(3, ...rows.map((cells) => cells[column]?.length ?? 0)))
  const lines = rows.map((cells) => line(cells.map((cell, column) => cell.padEnd(widths[column] ?? 0))))
  return [lines[0], line(widths.map((width) => '-'.repeat(width))), ...lines.slice(1)].join('\n')
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

function row(result: Result | Skipped): string[] {
  if ('skipped' in result) return [result.what, '', `skipped: ${result.skipped}`, '', '', '']
  const { what, figure, reference, ratio, goal } = result
  const [sign, limit] = 'atLeast' in goal ? ['≥', goal.atLeast] : ['≤', goal.atMost]
  return [what, figure, reference, ratio.toFixed(2), `${sign} ${limit}`, isMet(result) ? 'met' : 'not met']
}
