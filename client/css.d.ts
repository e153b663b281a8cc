/** The types of imported stylesheets: a CSS module exports its generated class names. */
declare module '*.module.css' {
  const classes: Record<string, string>
  // biome-ignore lint/style/noDefaultExport: esbuild gives the classes of a CSS module as its default export
  export default classes
}
declare module '*.css'

/** The build stores the file, and the module exports its path relative to the script. */
declare module '*.wasm' {
  const path: string
  // biome-ignore lint/style/noDefaultExport: esbuild gives the path of a file as its default export
  export default path
}
