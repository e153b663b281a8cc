/**
 * Installs the programs that the tests need. The arguments are the names of their projects. In CI, it fails if a package
 * that it could install is still missing, so that no test is skipped unnoticed.
 */
import { installRequirements, missingRequirements } from './support/requirements.ts'

const projects = process.argv.slice(2)
installRequirements(projects)
const missing = missingRequirements(projects).map((one) => one.package)
if (missing.length > 0 && process.env.CI && process.getuid?.() === 0) {
  console.error(`These packages could not be installed: ${missing.join(', ')}`)
  process.exitCode = 1
}
