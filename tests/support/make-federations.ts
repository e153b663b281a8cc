/** Makes the spreadsheets of `federations.ts` in a folder and describes them, for a person who wants to look at them. */
import { federationFiles, makeFederationFiles } from './federations.ts'

const [folder] = process.argv.slice(2)
if (folder) {
  await makeFederationFiles(folder)
  for (const { file, holds, riders, args } of federationFiles) {
    console.log(`${file}: ${holds}\n  ${riders} riders ${args.map((argument) => `"${argument}"`).join(' ')}`)
  }
} else {
  console.error('Usage: node --import tsx tests/support/make-federations.ts FOLDER')
  process.exitCode = 2
}
