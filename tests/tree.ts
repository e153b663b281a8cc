/** Part of `npm run check`: refuses files in the project that only a run of the program or of the tests writes. */
import { committableFiles, productsIn } from './support/tree.ts'

const products = productsIn(committableFiles())
if (products.length > 0) {
  const list = products.map((file) => `  ${file}\n`).join('')
  console.error(`A run has left these files. Delete them, or move a fixture to tests/fixtures:\n${list}`)
  process.exitCode = 1
}
